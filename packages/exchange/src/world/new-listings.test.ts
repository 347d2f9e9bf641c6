import { createHash } from 'node:crypto'
import { scaled } from '@rueda/rules/decimal.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { describe, expect, it } from 'vitest'
import { instrumentIdOf, newCompany } from '../catalogue/new-companies.ts'
import { companies } from '../catalogue/companies.ts'
import { createWorldMarket } from './world-market.ts'

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const START = '2026-08-03'
const LISTED_ON = '2026-11-20'
const OPEN = Date.parse('2026-11-20T14:30:00Z')
const world = (secret = 'listing') =>
  createWorldMarket({
    dayKey: (market, date) => sha256(Buffer.from(`${secret} ${market} ${date}`)),
    sha256,
    alwaysOpen: false,
    startDate: START,
    openedOn: '2026-11-16',
    mostListed: { US: 3, AR: 0, TW: 0, FUT: 0, FX: 0, IDX: 0 },
  })

describe('new companies', () => {
  it('have names and tickers that nobody else has, the same in every run', () => {
    const made = Array.from({ length: 400 }, (_, number) => newCompany(number))
    const names = [...companies.map(({ instrument }) => instrument.name), ...made.map(({ name }) => name)]
    expect(new Set(names).size).toBe(names.length)
    const codes = [...companies.map(({ instrument }) => instrument.code), ...made.map(({ code }) => code)]
    expect(new Set(codes).size).toBe(codes.length)
    expect(made.every(({ price }) => price >= 5 && price <= 60)).toBe(true)
    expect(newCompany(0)).toMatchObject({ number: 0, price: made[0]?.price })
  })
})

describe('a listing that comes while the market runs', () => {
  it('has no price before its first day, stands at its issue price for an hour, and then trades', () => {
    const market = world()
    const company = newCompany(7)
    const id = instrumentIdOf(company)
    const before = market.instruments.length
    market.list([{ number: 7, listedOn: LISTED_ON }])
    market.list([{ number: 7, listedOn: LISTED_ON }])
    expect(market.instruments.slice(before).map((each) => each.id)).toEqual([id])
    expect(market.logo(id)).toContain('<svg')
    const issue = scaled(String(company.price))
    expect(market.quote(id, OPEN - 61 * MINUTE_MS)).toBeNull()
    expect(market.quote(id, OPEN - 60 * MINUTE_MS)).toMatchObject({ last: issue, previousClose: issue, bid: 0n, phase: 'CLOSED' })
    expect(market.quote(id, OPEN - 1)).toMatchObject({ last: issue, volume: 0n })
    expect(market.depth(id, 5, OPEN - 1)?.bids).toEqual([])
    expect(market.prints(id, OPEN - 120 * MINUTE_MS, OPEN - 1)).toEqual([])

    const open = market.quote(id, OPEN + MINUTE_MS)
    expect(open).toMatchObject({ previousClose: issue, phase: 'OPEN', tradeDate: LISTED_ON })
    expect(open?.open).not.toBe(issue)
    expect(open?.bid).toBeGreaterThan(0n)
    expect(market.depth(id, 5, OPEN + MINUTE_MS)?.asks).toHaveLength(5)
    expect(market.prints(id, OPEN, OPEN + MINUTE_MS).length).toBeGreaterThan(0)

    const evening = Date.parse('2026-11-24T22:00:00Z')
    const asked = { instrumentId: id, until: evening, limit: 500, hours: 'extended', adjust: 'split' } as const
    const days = market.bars({ ...asked, interval: 'day' }, evening)
    expect(days?.bars.map(({ at }) => new Date(at).toISOString().slice(0, 10))).toEqual(['2026-11-20', '2026-11-23', '2026-11-24'])
    expect(days?.previousClose).toBe(issue)
    expect(days?.bars[0]?.open).toBe(open?.open)
    expect(market.bars({ ...asked, interval: '60m' }, evening)?.bars[0]?.at).toBe(OPEN)
    expect(market.bars({ ...asked, interval: 'month' }, evening)?.bars).toHaveLength(1)
    const facts = market.facts(id, evening)
    expect(facts).toMatchObject({ listedOn: LISTED_ON, industry: company.industry })
    const lows = days?.bars.map(({ low }) => low) ?? []
    expect(facts?.low52Weeks).toBe(lows.reduce((low, each) => (each < low ? each : low)))
  })

  it('changes no other price, and is the same whenever it is told', () => {
    const [quiet, busy, late] = [world(), world(), world()]
    busy.list([{ number: 7, listedOn: LISTED_ON }])
    const at = OPEN + 90 * MINUTE_MS
    expect(busy.quote('US:ARDV', at)).toEqual(quiet.quote('US:ARDV', at))
    expect(busy.quote('IDX:US500', at)).toEqual(quiet.quote('IDX:US500', at))
    late.quote('US:ARDV', at)
    late.list([{ number: 7, listedOn: LISTED_ON }])
    const id = instrumentIdOf(newCompany(7))
    expect(late.quote(id, at)).toEqual(busy.quote(id, at))
    // Nobody can know it without the key of the day.
    const other = world('another')
    other.list([{ number: 7, listedOn: LISTED_ON }])
    expect(other.quote(id, at)?.open).not.toBe(busy.quote(id, at)?.open)
  })

  it('opens six per cent higher in the mean, and four in ten open below what was paid', () => {
    const market = world()
    market.list(Array.from({ length: 300 }, (_, number) => ({ number, listedOn: LISTED_ON })))
    const moves = Array.from({ length: 300 }, (_, number) => {
      const company = newCompany(number)
      return Number(market.quote(instrumentIdOf(company), OPEN + MINUTE_MS)?.open) / 1e8 / company.price - 1
    })
    const mean = moves.reduce((sum, move) => sum + move, 0) / moves.length
    expect(mean).toBeGreaterThan(0)
    expect(mean).toBeLessThan(0.12)
    expect(Math.min(...moves)).toBeGreaterThanOrEqual(-0.41)
    const losing = moves.filter((move) => move < 0).length / moves.length
    expect(losing).toBeGreaterThan(0.3)
    expect(losing).toBeLessThan(0.52)
  })
})
