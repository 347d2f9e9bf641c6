import { SCALE, divide, formatScaled, scaled } from '@rueda/rules/decimal.ts'
import { largestLeverageOf } from '@rueda/rules/instruments/terms.ts'
import { toCents, unitsForDollar } from '@rueda/rules/margin/dollar-rate.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { describe, expect, it } from 'vitest'
import { type Pair, pairs } from './pairs.ts'

const contractOf = ({ instrument }: Pair) => {
  if (instrument.contract?.kind !== 'pair') throw new Error('a pair')
  return instrument.contract
}

/** The table of the rule book, written again here so that a slip of the catalogue shows. */
describe('currencies and metals (rule book B.5)', () => {
  it('have the spread, the leverage, the pip and the lot of the table; a tick is a tenth of a pip', () => {
    const shown = pairs.map((pair) => {
      const { instrument, spreadPips } = pair
      const { pip, multiplier } = contractOf(pair)
      const tick = instrument.ticks[0].tick
      return [
        instrument.code,
        spreadPips,
        largestLeverageOf(instrument),
        formatScaled(pip),
        formatScaled(tick),
        formatScaled(multiplier),
      ].join(' ')
    })
    expect(shown.toSorted()).toEqual(
      [
        'EURUSD 0.7 30 0.0001 0.00001 100000',
        'USDJPY 0.8 30 0.01 0.001 100000',
        'GBPUSD 1.1 30 0.0001 0.00001 100000',
        'USDCHF 1.3 30 0.0001 0.00001 100000',
        'USDCAD 1.3 30 0.0001 0.00001 100000',
        'EURJPY 1.4 30 0.01 0.001 100000',
        'GBPJPY 2.2 30 0.01 0.001 100000',
        'EURGBP 1.2 30 0.0001 0.00001 100000',
        'AUDUSD 1 20 0.0001 0.00001 100000',
        'NZDUSD 1.5 20 0.0001 0.00001 100000',
        'XAUUSD 20 20 0.01 0.001 100',
        'XAGUSD 25 10 0.001 0.0001 5000',
        'USDMXN 30 10 0.0001 0.00001 100000',
        'USDTWD 20 10 0.001 0.0001 100000',
        'USDBRL 30 10 0.0001 0.00001 100000',
        'USDARS 200 5 0.01 0.001 100000',
      ].toSorted(),
    )
  })

  it('are ordered in hundredths of a lot', () => {
    for (const { instrument } of pairs)
      expect([instrument.minimumQuantity, instrument.step], instrument.code).toEqual([scaled('0.01'), scaled('0.01')])
  })

  it('a pip of half a lot of USDJPY at 151.20 is worth 3.31 USD', () => {
    const { pip, multiplier } = contractOf(pairs.find(({ instrument }) => instrument.code === 'USDJPY') as Pair)
    const yen = divide(pip * multiplier, SCALE, 'HALF_UP') / 2n
    expect(formatMinor(toCents(yen, unitsForDollar(scaled('151.20')), 'HALF_UP'), 'USD')).toBe('3.31')
  })
})
