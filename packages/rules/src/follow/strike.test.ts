import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { usStockFees } from '../markets/us.ts'
import { agencies } from './agency.ts'
import { type Candidate, decide, decidesOn } from './strategy.ts'
import { type Move, type TradingTerms, firstStrike, nextStrike, stoppedOn } from './strike.ts'
import { drawdownsOf, trackRecordOf } from './track-record.ts'

const share = (instrumentId: string, sector = 'Technology'): Candidate => ({ instrumentId, sector, carry: null })
const currency = (instrumentId: string, long: string, short: string): Candidate => ({
  ...{ instrumentId, sector: '', carry: { long: scaled(long), short: scaled(short) } },
})
const move = (instrumentId: string, before: string, open: string, now: string, more: Partial<Move> = {}): Move => ({
  ...{ instrumentId, before: scaled(before), open: scaled(open), now: scaled(now), printed: scaled(open), isInverse: false, ...more },
})
const ofShares: TradingTerms = { spread: scaled('0.02'), fees: usStockFees, carry: null }
const noFee = { managementFee: 0n }

/** An agency's account (`docs/rules/mandates.md` E.7). */
describe('a strike', () => {
  const begun = firstStrike('2026-11-19', [{ instrumentId: 'US:A', weight: scaled('1') }])

  it('carries out yesterday’s decision at the open, with half the spread and the charges of customers', () => {
    const next = nextStrike(noFee, begun, {
      ...{ date: '2026-11-20', plan: null, termsOf: () => ofShares },
      moveOf: () => move('US:A', '90', '100', '110'),
    })
    // 980,000.00 at 100.00 are 9,800 shares; half of two cents on each are 98.00, the commission of 0.03 % is 294.03.
    expect(next.trades).toEqual([
      {
        ...{ instrumentId: 'US:A', side: 'buy', quantity: scaled('9800'), price: scaled('100.01'), value: 98_000_000n },
        ...{ spread: 9_800n, charges: 29_403n },
      },
    ])
    expect(next.positions).toEqual([{ instrumentId: 'US:A', value: 107_800_000n }])
    expect(next.cash).toBe(2_000_000n - 9_800n - 29_403n)
    expect(next.nav).toBe(next.cash + 107_800_000n)
  })

  it('has nothing of the move before the open that it trades at', () => {
    const jump = nextStrike(noFee, begun, {
      ...{ date: '2026-11-20', plan: null, termsOf: () => ({ ...ofShares, spread: 0n, fees: { currency: 'USD', rules: [] } }) },
      moveOf: () => move('US:A', '50', '100', '100'),
    })
    expect(jump.nav).toBe(begun.nav)
  })

  it('trades nothing that was not traded that day', () => {
    const halted = nextStrike(noFee, begun, {
      ...{ date: '2026-11-20', plan: null, termsOf: () => ofShares },
      moveOf: () => move('US:A', '100', '100', '100', { printed: null }),
    })
    expect(halted).toMatchObject({ trades: [], positions: [], nav: begun.nav })
  })

  it('keeps what has no price any more at what it was worth', () => {
    const held = { ...begun, cash: 0n, positions: [{ instrumentId: 'US:A', value: 100_000_000n }], plan: null }
    const next = nextStrike(noFee, held, { date: '2026-11-20', plan: null, termsOf: () => ofShares, moveOf: () => null })
    expect(next).toMatchObject({ nav: 100_000_000n, positions: held.positions, trades: [] })
  })

  it('sells a currency by buying dollars with it, and is paid for the nights', () => {
    const short = firstStrike('2026-11-19', [{ instrumentId: 'FX:USDJPY', weight: -scaled('0.5') }])
    const terms: TradingTerms = {
      spread: scaled('0.08'),
      fees: { currency: 'USD', rules: [] },
      carry: { long: -scaled('0.036'), short: scaled('0.036') },
    }
    const first = nextStrike(noFee, short, {
      ...{ date: '2026-11-20', plan: null, termsOf: () => terms },
      moveOf: () => move('FX:USDJPY', '160', '160', '160', { isInverse: true }),
    })
    expect(first.trades[0]).toMatchObject({ side: 'buy', quantity: scaled('490000'), price: scaled('160.04'), spread: 12_250n })
    // 490,000.00 at 3.6 % for a day of 360.
    expect(first.carry).toBe(4_900n)
    expect(first.nav).toBe(100_000_000n - 12_250n + 4_900n)
    // The yen fall by a fifth: what is owed in them is worth less.
    const next = nextStrike(noFee, first, {
      ...{ date: '2026-11-21', plan: null, termsOf: () => ({ ...terms, carry: null }) },
      moveOf: () => move('FX:USDJPY', '160', '160', '200', { isInverse: true }),
    })
    expect(next.nav - first.nav).toBe(9_800_000n)
  })

  it('takes the management fee for each calendar day', () => {
    const next = nextStrike(agencies['fx-carry'], firstStrike('2026-11-20', []), {
      ...{ date: '2026-11-23', plan: null, termsOf: () => ofShares },
      moveOf: () => null,
    })
    expect(next).toMatchObject({ fees: 8_219n, nav: 100_000_000n - 8_219n })
  })

  it('ends the agency at half of its highest value', () => {
    const points = ['1', '1.6', '0.81', '0.8', '1.2'].map((nav, day) => ({ date: `2026-11-0${day + 1}`, nav: scaled(nav) }))
    expect(stoppedOn(points)).toBe('2026-11-04')
    expect(stoppedOn(points.slice(0, 3))).toBeNull()
  })
})

describe('a strategy', () => {
  const paths: Readonly<Record<string, readonly string[]>> = {
    A: ['10', '11', '12', '13', '14', '15', '16'],
    B: ['10', '10', '10', '10', '10', '10', '10'],
    C: ['16', '15', '14', '13', '12', '11', '10'],
  }
  const closesOf = (id: string) => (paths[id] ?? []).map(scaled)
  const candidates = [share('A'), share('B', 'Energy'), share('C', 'Energy'), share('D')]

  it('chooses by past closes alone, and leaves out what has too few', () => {
    const idsOf = (...given: Parameters<typeof decide>) => decide(...given).map(({ instrumentId }) => instrumentId)
    expect(idsOf({ kind: 'momentum', every: 'month', lookBack: 7, skip: 2, count: 1 }, candidates, closesOf)).toEqual(['A'])
    expect(idsOf({ kind: 'meanReversion', every: 'week', lookBack: 5, count: 1 }, candidates, closesOf)).toEqual(['C'])
    expect(idsOf({ kind: 'lowVolatility', every: 'month', lookBack: 7, count: 1 }, candidates, closesOf)).toEqual(['B'])
    expect(idsOf({ kind: 'sectorRotation', every: 'month', lookBack: 7, sectors: 1 }, candidates, closesOf)).toEqual(['B', 'C'])
    expect(decide({ kind: 'equal', every: 'month' }, candidates, closesOf)).toHaveLength(4)
  })

  it('holds currencies only where they earn something', () => {
    const carry = [
      currency('MXN', '0.02', '-0.04'),
      currency('BRL', '0.1', '-0.12'),
      currency('CHF', '-0.05', '0.03'),
      currency('GBP', '-0.01', '-0.01'),
    ]
    expect(decide({ kind: 'carry', every: 'month', longs: 2, shorts: 2 }, carry, () => [])).toEqual([
      { instrumentId: 'BRL', weight: scaled('0.25') },
      { instrumentId: 'MXN', weight: scaled('0.25') },
      { instrumentId: 'CHF', weight: -scaled('0.25') },
    ])
  })

  it('decides on the first strike of a month or of a week', () => {
    expect(decidesOn({ kind: 'equal', every: 'month' }, '2026-11-30', '2026-12-01')).toBe(true)
    expect(decidesOn({ kind: 'equal', every: 'month' }, '2026-11-02', '2026-11-30')).toBe(false)
    const weekly = { kind: 'meanReversion', every: 'week', lookBack: 5, count: 5 } as const
    expect(decidesOn(weekly, '2026-11-20', '2026-11-23')).toBe(true)
    expect(decidesOn(weekly, '2026-11-23', '2026-11-27')).toBe(false)
  })
})

describe('a record', () => {
  it('counts what every value was, from the first', () => {
    const points = [
      ['2026-01-30', '1'],
      ['2026-02-27', '1.1'],
      ['2026-03-31', '0.99'],
      ['2026-04-30', '1.21'],
      ['2026-05-01', '1.21'],
    ].map(([date = '', nav = '']) => ({ date, nav: scaled(nav) }))
    expect(trackRecordOf(points)).toEqual({
      ...{ totalReturn: scaled('0.21'), annualised: null, volatility: null, maxDrawdown: -scaled('0.1'), months: 4, winMonths: 2 },
    })
    expect(drawdownsOf(points)).toEqual(['0', '0', '-0.1', '0', '0'].map(scaled))
    const year = [...points, { date: '2027-01-30', nav: scaled('1.21') }]
    expect(trackRecordOf(year).annualised).toBe(scaled('0.21'))
  })
})
