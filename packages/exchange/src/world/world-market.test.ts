import { createHash } from 'node:crypto'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { tickAt } from '@rueda/rules/instruments/instrument.ts'
import { HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { describe, expect, it } from 'vitest'
import { foldedBar } from '../bar-folding.ts'
import { cedears } from '../catalogue/argentine-companies.ts'
import { contractsOn, frontMonth, futureRoots } from '../catalogue/futures.ts'
import { createFuturesCalendar } from '../calendars/futures-calendar.ts'
import type { Bar, BarInterval, Quote } from '../venue.ts'
import { createWorldMarket } from './world-market.ts'

/** The whole world on an afternoon in New York, always open. */
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const NOW = Date.UTC(2026, 10, 20, 16, 30, 7)
const TODAY = '2026-11-20'
const options = {
  dayKey: (market: string, date: string) => sha256(Buffer.from(`${market} ${date}`)),
  sha256,
  alwaysOpen: true,
  openedOn: TODAY,
}
const world = createWorldMarket(options)

const quoteOf = (id: string, now = NOW): Quote => {
  const quote = world.quote(id, now)
  if (quote === null) throw new Error(`${id} is not quoted`)
  return quote
}
const lastOf = (id: string, now = NOW): number => Number(quoteOf(id, now).last)
const barsOf = (instrumentId: string, interval: BarInterval, limit: number) =>
  world.bars({ instrumentId, interval, until: NOW, limit, hours: 'regular', adjust: 'none' }, NOW)?.bars ?? []
const quoted = world.instruments.filter(({ id }) => world.quote(id, NOW) !== null)
const ofMarket = (market: string) => quoted.filter((instrument) => instrument.market === market)

it('lists what the rule book counts (B.8): US 300, AR 60, TW 80, 16 pairs and metals, 18 families, 14 indices', () => {
  const families = new Set(ofMarket('FUT').map(({ contract }) => (contract?.kind === 'future' ? contract.root : '')))
  const shares = ofMarket('AR').filter(({ quoteOnly }) => !quoteOnly)
  expect([
    ofMarket('US').length,
    shares.length,
    ofMarket('TW').length,
    ofMarket('FX').length,
    families.size,
    ofMarket('IDX').length,
  ]).toEqual([300, 60, 80, 16, 18, 14])
})

it('lists no more of a market than it is told, at the prices of the whole', () => {
  const small = createWorldMarket({ ...options, mostListed: { US: 3, TW: 0 } })
  const counted = (market: string) => small.instruments.filter((instrument) => instrument.market === market).length
  expect(['US', 'TW', 'FX', 'IDX'].map(counted)).toEqual([3, 0, 16, 14])
  for (const id of ['US:CBHB', 'IDX:US500', 'FX:EURJPY']) expect(small.quote(id, NOW)).toEqual(quoteOf(id))
})

it('codes are unique within their market', () => {
  expect(new Set(world.instruments.map(({ id }) => id)).size).toBe(world.instruments.length)
})

it('every tradable listing has bid below ask on its tick, sizes in whole steps, and ten levels (C.7, 16)', () => {
  for (const instrument of quoted.filter(({ quoteOnly }) => !quoteOnly)) {
    const quote = quoteOf(instrument.id)
    const depth = world.depth(instrument.id, 10, NOW)
    expect(quote.bid < quote.ask, instrument.id).toBe(true)
    expect(depth?.bids.length, instrument.id).toBe(10)
    for (const { price, quantity } of [...(depth?.bids ?? []), ...(depth?.asks ?? [])]) {
      expect(price % tickAt(instrument, price), instrument.id).toBe(0n)
      expect(quantity > 0n && quantity % instrument.step === 0n, instrument.id).toBe(true)
    }
  }
})

/** Crosses are left out: the highs and lows of their bars are those of the moments at which both legs are known. */
describe.each(['AR:PMSR', 'TW:7203', 'FX:EURUSD', 'FX:XAUUSD', 'FUT:SES-2026Z', 'FUT:SCL-2027F', 'IDX:MERV', 'IDX:JP225'])('%s', (id) => {
  it('has minutes that add up to every longer bar (C.7, 14)', () => {
    const minutes = barsOf(id, '1m', 1_500)
    for (const interval of ['15m', '60m', 'day'] as const) {
      const whole = barsOf(id, interval, 30).filter((bar) => bar.at >= (minutes[0]?.at ?? 0))
      expect(whole.length).toBeGreaterThan(0)
      for (const [index, bar] of whole.entries()) {
        const end = whole[index + 1]?.at ?? NOW
        const parts = minutes.filter((minute) => minute.at >= bar.at && minute.at < end)
        expect(prices(bar), `${interval} ${bar.at}`).toEqual(prices(foldedBar(bar, parts)))
      }
    }
  })

  it('never shows a bar of its future, and its last bar is the quote’s price (C.7, 18)', () => {
    const bars = barsOf(id, '1m', 5)
    expect(bars.every((bar) => bar.at <= NOW)).toBe(true)
    expect(bars.at(-1)?.close).toBe(quoteOf(id).last)
  })
})

const prices = ({ open, high, low, close }: Bar) => [open, high, low, close].map((price) => formatScaled(price))

it('certificates stand at parity with the share abroad, within a percent (L.4)', () => {
  for (const { instrument, underlying, ratio } of cedears) {
    const theory = ((lastOf(underlying.instrument.id) / 1e8) * (lastOf('AR:CCL') / 1e8)) / ratio
    expect(Math.abs(lastOf(instrument.id) / 1e8 / theory - 1), instrument.id).toBeLessThan(0.01)
  }
})

it('certificates have had their share’s dividends and splits for as long as there are certificates', () => {
  for (const { instrument, underlying } of cedears) {
    const ofCertificate = world.corporateActions(instrument.id, '2021-01-04', TODAY, NOW)
    const ofShare = world.corporateActions(underlying.instrument.id, '2023-01-02', TODAY, NOW)
    expect(ofCertificate.map(({ kind, exDate }) => [kind, exDate])).toEqual(ofShare.map(({ kind, exDate }) => [kind, exDate]))
  }
})

it('a certificate takes the code of its share, on the same day and under its own id (P.10)', () => {
  const later = Date.UTC(2027, 11, 10, 17)
  const renames = ['US:HLWN', 'AR:HLWN'].map((id) =>
    world.corporateActions(id, TODAY, '2027-12-31', later).filter(({ kind }) => kind === 'rename'),
  )
  const change = { kind: 'rename', exDate: '2027-12-13', oldCode: 'HLWN', newCode: 'HALC' }
  expect(renames).toEqual([[{ ...change, instrumentId: 'US:HLWN' }], [{ ...change, instrumentId: 'AR:HLWN' }]])
})

it('Taipei pays once a year between July and September, Buenos Aires once or twice (C.6)', () => {
  const months = (market: string): Map<string, string[]> => {
    const local = ofMarket(market).filter(({ quoteOnly, id }) => !quoteOnly && !cedears.some(({ instrument }) => instrument.id === id))
    const paid = local.flatMap(({ id }) =>
      world
        .corporateActions(id, '2024-01-01', '2025-12-31', NOW)
        .flatMap(({ kind, exDate }) => (kind === 'dividend' ? [`${id} ${exDate.slice(0, 4)} ${exDate.slice(5, 7)}`] : [])),
    )
    return Map.groupBy(paid, (payment) => payment.slice(0, -3))
  }
  const taipei = [...months('TW').values()]
  expect(taipei.length).toBeGreaterThan(40)
  for (const payments of taipei) {
    expect(payments).toHaveLength(1)
    expect(['07', '08', '09']).toContain(payments[0]?.slice(-2))
  }
  const counts = [...months('AR').values()].map((payments) => payments.length)
  expect(new Set(counts)).toEqual(new Set([1, 2]))
})

it('nobody goes round in a triangle and gains: EURUSD × USDJPY is EURJPY within its spread', () => {
  for (let count = 0; count < 20; count += 1) {
    const now = NOW + count * 37 * MINUTE_MS
    const [eurUsd, usdJpy, eurJpy] = ['FX:EURUSD', 'FX:USDJPY', 'FX:EURJPY'].map((id) => quoteOf(id, now)) as [Quote, Quote, Quote]
    const made = (Number(eurUsd.last) * Number(usdJpy.last)) / 1e8
    expect(Math.abs(made - Number(eurJpy.last))).toBeLessThanOrEqual(Number(eurJpy.ask - eurJpy.bid))
  }
})

describe('futures', () => {
  const { hoursOf } = createFuturesCalendar()
  const tradingDays = { isTrading: (day: number) => hoursOf(day) !== null }
  const lastDays = (rootName: string, date = TODAY) => {
    const root = futureRoots.find(({ root: name }) => name === rootName)
    if (root === undefined) throw new Error(rootName)
    return contractsOn(root, date, tradingDays).map(
      ({ code, contract }) => `${code} ${contract?.kind === 'future' ? contract.lastTradeDate : ''}`,
    )
  }

  it('end when the rule book says (B.4)', () => {
    expect(lastDays('SES')).toEqual(['SES-2026Z 2026-12-18', 'SES-2027H 2027-03-19', 'SES-2027M 2027-06-18', 'SES-2027U 2027-09-17'])
    expect(lastDays('SCL')[0]).toBe('SCL-2026Z 2026-11-20')
    expect(lastDays('SCL', '2026-11-21')[0]).toBe('SCL-2027F 2026-12-21')
    expect(lastDays('SGC')[0]).toBe('SGC-2026Z 2026-12-29')
    expect(lastDays('S6E')[0]).toBe('S6E-2026Z 2026-12-14')
    expect(lastDays('SBTC')[0]).toBe('SBTC-2026X 2026-11-27')
    expect(lastDays('SETH')[0]).toBe('SETH-2026X 2026-11-27')
    expect(lastDays('SZC')[0]).toBe('SZC-2026Z 2026-12-14')
    expect(lastDays('STX')[0]).toBe('STX-2026Z 2026-12-16')
    expect(lastDays('SDLR')[0]).toBe('SDLR-2026X 2026-11-30')
  })

  it('the front month has five business days to go at least', () => {
    const root = futureRoots.find(({ root: name }) => name === 'SES')
    const front = (date: string) => (root === undefined ? null : frontMonth(contractsOn(root, date, tradingDays), date, tradingDays)?.code)
    expect([front('2026-12-11'), front('2026-12-12'), front('2026-12-14')]).toEqual(['SES-2026Z', 'SES-2026Z', 'SES-2027H'])
  })

  it('on their last trade date they are worth what they follow, within a tick', () => {
    const end = Date.UTC(2026, 11, 18, 20, 59)
    const [future, index] = [quoteOf('FUT:SES-2026Z', end), quoteOf('IDX:US500', end)]
    expect(Math.abs(Number(future.last - index.last))).toBeLessThanOrEqual(25_000_000)
    expect(world.quote('FUT:SES-2026Z', end + 24 * HOUR_MS)).toBeNull()
  })
})
