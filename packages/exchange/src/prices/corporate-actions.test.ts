import { createHash } from 'node:crypto'
import type { CorporateAction, Dividend, Split } from '@rueda/rules/corporate/action.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { describe, expect, test } from 'vitest'
import { createCalendar } from '../calendars/calendars.ts'
import { addDays, daysOf as dayNumberOf } from '../calendars/civil.ts'
import { companies } from '../catalogue/companies.ts'
import type { Bar, BarRequest } from '../venue.ts'
import { CompanyActions } from './corporate-actions.ts'
import { earningsDay } from './earnings-days.ts'
import { createSimMarket } from './sim-market.ts'
import { testDayKey } from './testing.ts'
import { Timeline } from './timeline.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const marketOf = (seed: number, alwaysOpen: boolean) => createSimMarket({ dayKey: testDayKey(seed), sha256, alwaysOpen })
const NOW = Date.parse('2026-11-20T18:00:00Z')
const FIRST = '2021-01-01'
const LAST = '2027-12-31'

const open = marketOf(8, true)
const real = marketOf(8, false)
const both = [
  ['always open', open],
  ['with the exchanges’ hours', real],
] as const

const stocksOf = (market: typeof open): string[] => market.instruments.flatMap(({ id, quoteOnly }) => (quoteOnly ? [] : [id]))
const actionsOf = (market: typeof open, id: string, now = NOW): readonly CorporateAction[] => market.corporateActions(id, FIRST, LAST, now)
const isSplit = (action: CorporateAction): action is Split => action.kind === 'split'
const isDividend = (action: CorporateAction): action is Dividend => action.kind === 'dividend'
const noonOf = (date: string): number => Date.parse(`${date}T17:00:00Z`)

function daysOf(market: typeof open, instrumentId: string, adjust: BarRequest['adjust'], until: string, now = NOW): readonly Bar[] {
  const request = { instrumentId, interval: 'day', until: noonOf(until), limit: 2_500, hours: 'regular', adjust } as const
  return market.bars(request, now)?.bars ?? []
}
const dateOf = ({ at }: Bar): string => new Date(at - 4 * 3_600_000).toISOString().slice(0, 10)

function reportsOn(instrumentId: string, date: string): boolean {
  const company = companies.find(({ instrument }) => instrument.id === instrumentId)
  const quarter = Number(date.slice(0, 4)) * 4 + Math.floor((Number(date.slice(5, 7)) - 1) / 3)
  return company !== undefined && earningsDay(company.index, quarter) === dayNumberOf(date)
}

describe.each(both)('dividends, %s', (_, market) => {
  test('who pays, pays once a quarter, three weeks after the ex-date', () => {
    const payers = stocksOf(market).filter((id) => actionsOf(market, id).some(isDividend))
    expect(payers.length).toBeGreaterThan(100)
    expect(payers.length).toBeLessThan(250)
    for (const id of payers.slice(0, 40)) {
      const dividends = actionsOf(market, id).filter(isDividend)
      const quarters = dividends.map(({ exDate }) => `${exDate.slice(0, 4)} ${Math.floor((Number(exDate.slice(5, 7)) - 1) / 3)}`)
      expect(new Set(quarters).size, id).toBe(quarters.length)
      expect(quarters.length).toBeLessThanOrEqual(24)
      for (const { exDate, payDate, amount } of dividends) {
        expect(payDate).toBe(addDays(exDate, 21))
        expect(amount).toBeGreaterThan(0n)
      }
    }
  })

  test('the announced amount is what is paid, and the yearly figure on the company’s page is four of the newest', () => {
    for (const id of stocksOf(market).slice(0, 60)) {
      const [ahead] = market.corporateActions(id, '2026-10-22', '2026-12-31', noonOf('2026-10-03')).filter(isDividend)
      if (ahead === undefined || actionsOf(market, id).some(isSplit)) continue
      const [paid] = market.corporateActions(id, ahead.exDate, ahead.exDate, noonOf(ahead.exDate))
      expect(paid).toEqual(ahead)
      expect(market.facts(id, noonOf('2026-10-03'))?.yearlyDividend).toBe(4n * ahead.amount)
    }
  })

  test('nothing is told before its announcement on the first day of the quarter', () => {
    for (const id of stocksOf(market).slice(0, 40)) {
      expect(market.corporateActions(id, '2026-10-01', LAST, noonOf('2026-09-30'))).toEqual([])
    }
  })
})

test('where nothing happens overnight, the ex-day opens lower by the dividend', () => {
  let compared = 0
  for (const id of stocksOf(open).slice(0, 60)) {
    const days = daysOf(open, id, 'none', '2026-11-20')
    for (const { exDate, amount } of actionsOf(open, id).filter(isDividend)) {
      const at = days.findIndex((day) => dateOf(day) === exDate)
      const [before, on] = [days[at - 1], days[at]]
      if (before === undefined || on === undefined) continue
      const [from, to] = [Number(before.close - amount), Number(on.open)]
      // Earnings are published overnight too; on their days the open may be anywhere.
      if (reportsOn(id, exDate)) continue
      compared += 1
      expect(Math.abs(to - from), `${id} ${exDate}`).toBeLessThanOrEqual(1_000_000)
    }
  }
  expect(compared).toBeGreaterThan(500)
})

describe.each(both)('splits, %s', (_, market) => {
  const split = stocksOf(market).flatMap((id) => actionsOf(market, id).filter(isSplit))

  test('too dear a share is split, too cheap ones are put together, and prices stay between 0.40 and 2000', () => {
    expect(split.some(({ newShares, oldShares }) => newShares > oldShares)).toBe(true)
    expect(split.some(({ newShares, oldShares }) => newShares === 1n && oldShares === 10n)).toBe(true)
    const sample = new Set([...split.map(({ instrumentId }) => instrumentId), ...stocksOf(market).filter((_, index) => index % 10 === 0)])
    for (const id of sample) {
      for (const { low, high } of daysOf(market, id, 'none', '2026-11-20')) {
        expect(low, id).toBeGreaterThanOrEqual(40_000_000n)
        expect(high, id).toBeLessThanOrEqual(200_000_000_000n)
      }
    }
  })

  test('is announced ten trading days ahead at most, and never before', () => {
    for (const { instrumentId, exDate } of split) {
      const [known] = market.corporateActions(instrumentId, exDate, exDate, noonOf(addDays(exDate, -4))).filter(isSplit)
      expect(known?.exDate).toBe(exDate)
      expect(market.corporateActions(instrumentId, exDate, exDate, noonOf(addDays(exDate, -17))).filter(isSplit)).toEqual([])
    }
  })

  test('raw bars are what was traded, adjusted ones go on as if nothing had happened', () => {
    for (const { instrumentId, exDate, newShares, oldShares } of split) {
      const evening = Date.parse(`${exDate}T22:00:00Z`)
      const raw = daysOf(market, instrumentId, 'none', exDate, evening)
      const adjusted = daysOf(market, instrumentId, 'split', exDate, evening)
      const [before, on] = [raw.at(-2), raw.at(-1)]
      const seen = adjusted.at(-2)
      if (before === undefined || on === undefined || seen === undefined) throw new Error('no bars around the split')
      expect(adjusted.at(-1)?.open).toBe(on.open)
      const ratio = Number(newShares) / Number(oldShares)
      expect(Number(before.close) / Number(seen.close) / ratio).toBeCloseTo(1, 3)
      expect(Number(seen.volume) / Number(before.volume) / ratio).toBeCloseTo(1, 3)
      expect(Math.abs(Number(on.open) / Number(seen.close) - 1)).toBeLessThan(0.25)
      // Seen from before the split, a bar is what it was: nobody knows better yet.
      const then = noonOf(addDays(exDate, -1))
      expect(daysOf(market, instrumentId, 'split', addDays(exDate, -1), then).at(-1)?.open).toBe(
        daysOf(market, instrumentId, 'none', addDays(exDate, -1), then).at(-1)?.open,
      )
    }
  })

  test('the close of the day before is told in new shares, and minutes agree with the day', () => {
    for (const { instrumentId, exDate, newShares, oldShares } of split) {
      const now = Date.parse(`${exDate}T20:30:00Z`)
      const quote = market.quote(instrumentId, now)
      const before = daysOf(market, instrumentId, 'none', addDays(exDate, -1)).at(-1)
      const expected = (Number(before?.close) * Number(oldShares)) / Number(newShares)
      expect(Math.abs(Number(quote?.previousClose) - expected), formatScaled(quote?.previousClose ?? 0n)).toBeLessThanOrEqual(600_000)
      const request = { instrumentId, interval: '60m', until: now, limit: 60, hours: 'regular', adjust: 'split' } as const
      for (const { low, high } of market.bars(request, now)?.bars ?? []) {
        expect(Number(high) / Number(quote?.last)).toBeLessThan(2)
        expect(Number(low) / Number(quote?.last)).toBeGreaterThan(0.5)
      }
    }
  })
})

test('dividends too can be taken out of the bars', () => {
  const id = stocksOf(open).find((each) => actionsOf(open, each).every(isDividend) && actionsOf(open, each).length > 20) ?? ''
  const [newest] = actionsOf(open, id).filter(isDividend).slice(-1)
  const [plain, total] = (['split', 'total'] as const).map((adjust) => daysOf(open, id, adjust, '2026-11-20'))
  const at = plain?.findIndex((day) => dateOf(day) === newest?.exDate) ?? -1
  expect(total?.[at]).toEqual(plain?.[at])
  const [before, adjusted] = [Number(plain?.[at - 1]?.close), Number(total?.[at - 1]?.close)]
  expect(Math.abs(before - Number(newest?.amount) - adjusted)).toBeLessThanOrEqual(20_000)
  expect(Number(total?.[0]?.close)).toBeLessThan(Number(plain?.[0]?.close))
})

test('actions that are saved on any day go on as they would have: a split that is pending, and the days that lead to putting together', () => {
  const [company] = companies
  if (company === undefined) throw new Error('there is no company')
  const timeline = new Timeline(createCalendar('US', true), dayNumberOf('2026-01-05'))
  /** Far too dear for three days, then far too cheap for five weeks. */
  const closes = [...Array<number>(3).fill(1_500), ...Array<number>(26).fill(0.5)]
  const actUpTo = (actions: CompanyActions, from: number): CompanyActions => {
    for (let ordinal = from; ordinal < closes.length; ordinal += 1) {
      actions.open(ordinal, closes[ordinal - 1] ?? company.basePrice)
      actions.close(ordinal, closes[ordinal] as number, { reverseSplitBelow: 1 })
    }
    return actions
  }
  const whole = actUpTo(new CompanyActions(company, timeline), 0).saved()
  expect(whole.splits.map(({ newShares, oldShares }) => newShares > oldShares)).toEqual([true, false])
  for (let cut = 0; cut <= closes.length; cut += 1) {
    const until = closes.slice(0, cut)
    const first = new CompanyActions(company, timeline)
    for (const [ordinal, close] of until.entries()) {
      first.open(ordinal, until[ordinal - 1] ?? company.basePrice)
      first.close(ordinal, close, { reverseSplitBelow: 1 })
    }
    const next = new CompanyActions(company, timeline)
    next.restore(structuredClone(first.saved()))
    expect(actUpTo(next, cut).saved(), `saved after ${cut} days`).toEqual(whole)
  }
})

describe.each(both)('changes of a code, %s', (_, market) => {
  /** Avonlea Telecom, from the 22nd of February 2027 on. */
  const ID = 'US:AVTL'
  const DAY = '2027-02-22'
  const renamesAt = (date: string) => market.corporateActions(ID, FIRST, LAST, noonOf(date)).filter(({ kind }) => kind === 'rename')

  test('is announced ten trading days ahead at most, stays known ever after, and leaves the id as it is', () => {
    const change = { kind: 'rename', instrumentId: ID, exDate: DAY, oldCode: 'AVTL', newCode: 'AVON' }
    expect(renamesAt(addDays(DAY, -18))).toEqual([])
    expect(renamesAt(addDays(DAY, -7))).toEqual([change])
    expect(renamesAt(DAY)).toEqual([change])
    expect(renamesAt(addDays(DAY, 200))).toEqual([change])
    expect(market.instruments.find(({ id }) => id === ID)?.code).toBe('AVTL')
  })
})

test('a change that falls on a day without trade takes place on the next with it', () => {
  const renames = real.corporateActions('US:SHFT', FIRST, LAST, noonOf('2027-01-20')).filter(({ kind }) => kind === 'rename')
  // The 17th of January 2027 is a Sunday, and the Monday after it a holiday.
  expect(renames.map(({ exDate }) => exDate)).toEqual(['2027-01-19'])
})
