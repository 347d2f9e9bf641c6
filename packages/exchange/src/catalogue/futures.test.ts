import { formatScaled, scaled } from '@rueda/rules/decimal.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { firstFeesOf, formatPrice } from '@rueda/rules/instruments/terms.ts'
import { chargesOn } from '@rueda/rules/fees/schedule.ts'
import { settlementTimeOf } from '@rueda/rules/margin/settlement-times.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { bandFor } from '@rueda/rules/orders/limits.ts'
import { describe, expect, it } from 'vitest'
import { addDays, daysOf } from '../calendars/civil.ts'
import { createFuturesCalendar } from '../calendars/futures-calendar.ts'
import { type FutureRoot, businessDaysTo, contractsOn, futureRoots } from './futures.ts'
import { openInterestOf } from './open-interest.ts'

const { hoursOf } = createFuturesCalendar()
const tradingDays = { isTrading: (day: number) => hoursOf(day) !== null }
const rootOf = (name: string): FutureRoot => {
  const found = futureRoots.find(({ root }) => root === name)
  if (found === undefined) throw new Error(name)
  return found
}
const listed = (root: string, date = '2026-11-20'): readonly Instrument[] => contractsOn(rootOf(root), date, tradingDays)
const nearest = (root: string): Instrument => listed(root)[0] as Instrument

/** The table of the rule book, written again here so that a slip of the catalogue shows. */
describe('the families of futures (rule book B.4)', () => {
  const margins = ({ margin, currency }: FutureRoot): string =>
    margin.kind === 'fixed'
      ? `${formatMinor(margin.initial, currency)}/${formatMinor(margin.maintenance, currency)}`
      : `${formatScaled(margin.initial * 100n)} %/${formatScaled(margin.maintenance * 100n)} %`
  const tickValue = ({ tick, multiplier }: FutureRoot): string => formatScaled((scaled(tick) * scaled(multiplier)) / scaled('1'))
  const LETTERS = 'FGHJKMNQUVXZ'
  const months = ({ months: cycle, serial }: FutureRoot): string =>
    (serial === undefined ? '' : `front ${serial} + `) + cycle.map((month) => LETTERS[month - 1]).join('')
  const settles = ({ root }: FutureRoot): string => {
    const { zone, minute } = settlementTimeOf(root)
    return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')} ${zone}`
  }
  const shown = (root: FutureRoot): string =>
    [root.root, root.multiplier, root.tick, tickValue(root), root.currency, margins(root), months(root), settles(root)].join(' ')

  it('are worth, move, ask for margin and settle as the table says', () => {
    expect(futureRoots.map(shown)).toEqual([
      'SES 50 0.25 12.5 USD 15000.00/13600.00 HMUZ 16:00 newYork',
      'SMES 5 0.25 1.25 USD 1500.00/1360.00 HMUZ 16:00 newYork',
      'SNQ 20 0.25 5 USD 22000.00/20000.00 HMUZ 16:00 newYork',
      'SMNQ 2 0.25 0.5 USD 2200.00/2000.00 HMUZ 16:00 newYork',
      'SCL 1000 0.01 10 USD 6200.00/5600.00 FGHJKMNQUVXZ 14:30 newYork',
      'SMCL 100 0.01 1 USD 620.00/560.00 FGHJKMNQUVXZ 14:30 newYork',
      'SNG 10000 0.001 10 USD 4400.00/4000.00 FGHJKMNQUVXZ 14:30 newYork',
      'SGC 100 0.1 10 USD 16500.00/15000.00 GJMQVZ 13:30 newYork',
      'SMGC 10 0.1 1 USD 1650.00/1500.00 GJMQVZ 13:30 newYork',
      'SSI 5000 0.005 25 USD 17600.00/16000.00 HKNUZ 13:25 newYork',
      'SZC 50 0.25 12.5 USD 1350.00/1225.00 HKNUZ 14:15 newYork',
      'SZS 50 0.25 12.5 USD 2300.00/2100.00 FHKNQUX 14:15 newYork',
      'S6E 125000 0.00005 6.25 USD 3100.00/2800.00 HMUZ 15:00 newYork',
      'SBTC 0.1 5 0.5 USD 2900.00/2600.00 FGHJKMNQUVXZ 16:00 newYork',
      'STX 200 1 200 TWD 340000/261000 front 3 + HMUZ 13:45 taipei',
      'SMTX 50 1 50 TWD 85000/65000 front 3 + HMUZ 13:45 taipei',
      'SDLR 1000 0.5 500 ARS 5 %/4 % FGHJKMNQUVXZ 15:00 buenosAires',
      'SETH 1 0.5 0.5 USD 50 %/45 % FGHJKMNQUVXZ 16:00 newYork',
    ])
  })

  it('settle at one moment, whether the catalogue or the margin rules are asked', () => {
    const zones = { newYork: '-05:00', taipei: '+08:00', buenosAires: '-03:00' } as const
    for (const { root, settles: catalogued } of futureRoots) {
      const { zone, minute } = settlementTimeOf(root)
      const midnight = Date.parse(`2026-11-20T00:00:00${zones[zone]}`)
      expect(catalogued.zone.instantOf(daysOf('2026-11-20'), catalogued.minutes), root).toBe(midnight + minute * MINUTE_MS)
    }
  })

  it('list the nearest three months of the Taiwan index and the next of its quarters', () => {
    expect(listed('STX').map(({ code }) => code)).toEqual(['STX-2026Z', 'STX-2027F', 'STX-2027G', 'STX-2027H'])
    expect(listed('STX', '2026-12-17').map(({ code }) => code)).toEqual(['STX-2027F', 'STX-2027G', 'STX-2027H', 'STX-2027M'])
  })

  it.each([
    ['SNG', '2026-11-26'],
    ['SSI', '2026-12-29'],
    ['SZS', '2027-01-14'],
    ['SNQ', '2026-12-18'],
  ])('%s trades until %s', (root, lastTradeDate) => expect(nearest(root).contract).toMatchObject({ lastTradeDate }))

  it.each([
    ['SES', '1.20'],
    ['SMES', '0.35'],
    ['SMGC', '0.35'],
    ['SDLR', '1.20'],
  ])('%s costs %s a contract and side', (root, fee) => {
    const charges = chargesOn(firstFeesOf(nearest(root), scaled('1')), {
      side: 'buy',
      notional: 1n,
      quantity: scaled('1'),
      tradeDate: '2026-11-20',
    })
    expect(charges.map(({ amount }) => formatMinor(amount, 'USD'))).toEqual([fee])
  })

  it.each([
    ['SES', '6000', '5580.00', '6420.00'],
    ['SCL', '71.20', '64.08', '78.32'],
    ['SCL', '-10.00', '-11.00', '-9.00'],
  ])('%s that closed at %s may be bought and sold from %s to %s', (root, close, low, high) => {
    const price = scaled(close)
    const band = bandFor(nearest(root), 'buy', { last: price, bid: price, ask: price, previousClose: price })
    expect([formatPrice(nearest(root), band.low ?? 0n), formatPrice(nearest(root), band.high ?? 0n)]).toEqual([low, high])
  })

  it.each([
    ['SES', 0, '5580.00'],
    ['SES', 1, '5220.00'],
    ['SES', 2, '4800.00'],
    ['SES', 3, '4800.00'],
    ['SMNQ', 1, '5220.00'],
    ['SCL', 2, '5400.00'],
  ])('%s that closed at 6000 may be sold down to its limit once the breaker has reached %s levels: %s', (root, breakerLevel, low) => {
    const price = scaled('6000')
    const band = bandFor(nearest(root), 'sell', { last: price, bid: price, ask: price, previousClose: price, breakerLevel })
    expect(formatPrice(nearest(root), band.low ?? 0n)).toBe(low)
    // By day an index has no end above.
    expect(band.high).toBe(root === 'SCL' ? scaled('6600') : null)
  })
})

describe('open interest (rule book B.4)', () => {
  const contract = listed('SES')[1] as Instrument
  const last = contract.contract?.kind === 'future' ? contract.contract.lastTradeDate : ''
  const PEAK = 1_000_000
  const on = (date: string): number => openInterestOf(contract, date, PEAK, tradingDays)
  /** The date with so many business days to go. */
  const dateWith = (left: number): string => {
    let date = last
    while (businessDaysTo(date, last, tradingDays) < left) date = addDays(date, -1)
    return date
  }

  it('is greatest forty-five days before the end and shrinks to nothing with the last ten', () => {
    // The noise is a twentieth, and never more than four of them.
    const around = (share: number) => ({ low: PEAK * share * 0.8, high: PEAK * share * 1.2 })
    for (const [left, share] of [
      [45, 1],
      [25, 0.7788],
      [11, 0.4855],
      [10, 0.465],
      [5, 0.1839],
    ] as const) {
      const { low, high } = around(share)
      expect(on(dateWith(left)), `${left}`).toBeGreaterThan(low)
      expect(on(dateWith(left)), `${left}`).toBeLessThan(high)
    }
    expect(on(last)).toBe(0)
    expect(on(addDays(last, 1))).toBe(0)
  })

  it('is the same whenever it is asked', () => expect(on('2027-01-04')).toBe(on('2027-01-04')))
})
