import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { EURUSD, SES, USDJPY } from '../testing/margin.ts'
import { dangerPrices, holdsAt } from './danger-price.ts'
import { AT_PAR, type DollarRate, unitsForDollar } from './dollar-rate.ts'
import { type MarginPosition, emptyMarginPosition } from './position.ts'
import { type MarginInstrument, valueMargin } from './valuation.ts'

const opening = { id: 'p', number: 'P', accountId: '1', wallet: 'FOREX', leverage: 30, orderId: 'o' } as const

function positionOf(instrument: MarginInstrument, side: 'buy' | 'sell', entry: string, change: Partial<MarginPosition>): MarginPosition {
  const quantity = change.quantity ?? scaled('1')
  const basis = (scaled(entry) * quantity) / 100_000_000n
  return { ...emptyMarginPosition({ ...opening, instrumentId: instrument.id, side }, 0), quantity, basis, ...change }
}

const ONE_LOT = { margin: 361_500n, requirement: { initial: 361_500n, maintenance: 180_750n } }

describe('the prices of danger', () => {
  it('of one lot EURUSD at 1.0845 with 3,615.00: told from half way, liquidated at 1.06643 (B.5)', () => {
    const { told, liquidated } = dangerPrices(positionOf(EURUSD, 'buy', '1.0845', ONE_LOT), EURUSD.contract, AT_PAR)
    // A cent and two thousandths of the rate earlier than exactly.
    expect(liquidated).toBeGreaterThanOrEqual(scaled('1.066425'))
    expect(liquidated).toBeLessThan(scaled('1.06647'))
    expect(told).toBeGreaterThanOrEqual(scaled('1.0754625'))
    expect(told).toBeLessThan(scaled('1.0755'))
  })

  const cases: readonly (readonly [string, MarginInstrument, 'buy' | 'sell', string, Partial<MarginPosition>, DollarRate])[] = [
    ['a lot of EURUSD', EURUSD, 'buy', '1.0845', ONE_LOT, AT_PAR],
    ['a short lot of EURUSD', EURUSD, 'sell', '1.0845', ONE_LOT, AT_PAR],
    [
      '50 lots',
      EURUSD,
      'buy',
      '1.08451237',
      { quantity: scaled('50'), margin: 18_075_000n, requirement: { initial: 18_075_000n, maintenance: 9_037_500n } },
      AT_PAR,
    ],
    ['a lot under water already', EURUSD, 'buy', '1.0845', { ...ONE_LOT, margin: 100n }, AT_PAR],
    [
      'a contract of SES',
      SES,
      'buy',
      '5010.25',
      { margin: 1_500_000n, requirement: { initial: 1_500_000n, maintenance: 1_350_000n } },
      AT_PAR,
    ],
    [
      'a lot of USDJPY',
      USDJPY,
      'buy',
      '151.20',
      { margin: 333_333n, requirement: { initial: 333_333n, maintenance: 166_667n } },
      unitsForDollar(scaled('151.198')),
    ],
    [
      'a short lot of USDJPY under water',
      USDJPY,
      'sell',
      '151.20',
      { margin: 3_333n, requirement: { initial: 333_333n, maintenance: 166_667n } },
      unitsForDollar(scaled('151.198')),
    ],
  ]

  it.each(cases)(
    'of %s are never later than the states they stand for, at any rate they hold at',
    (_, instrument, side, entry, change, rate) => {
      const position = positionOf(instrument, side, entry, change)
      const { told, liquidated } = dangerPrices(position, instrument.contract, rate)
      const has = (key: bigint, price: bigint): boolean => (side === 'buy' ? price <= key : price >= key)
      let liquidations = 0
      for (let thousandth = -60n; thousandth <= 60n; thousandth += 1n)
        for (const drift of [-10n, -5n, 0n, 5n, 10n]) {
          const price = scaled(entry) + (scaled(entry) * thousandth) / 1_000n
          const now = { numerator: rate.numerator * (10_000n + drift), denominator: rate.denominator * 10_000n }
          if (!holdsAt(rate, now)) throw new Error('a rate that the prices were not worked out for')
          const { state } = valueMargin(position, price, instrument.contract, now)
          if (state === 'LIQUIDATE') liquidations += 1
          if (state === 'LIQUIDATE') expect(has(liquidated, price)).toBe(true)
          if (state !== 'NORMAL') expect(has(told, price)).toBe(true)
        }
      expect(liquidations).toBeGreaterThan(0)
    },
  )

  it('hold while the rate has moved by no more than a thousandth', () => {
    const [before, within, beyond] = ['151.200', '151.300', '151.400'].map((mid) => unitsForDollar(scaled(mid)))
    if (before === undefined || within === undefined || beyond === undefined) throw new Error('three rates')
    expect([holdsAt(before, before), holdsAt(before, within), holdsAt(before, beyond), holdsAt(beyond, before)]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
