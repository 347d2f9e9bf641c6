import { idOfFirstCode } from '@rueda/rules/instruments/codes.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import type { Metal } from '@rueda/rules/instruments/contract.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { yearlyRates } from '@rueda/rules/markets/overnight.ts'
import type { Currency } from '@rueda/rules/money.ts'
import type { Trend } from './company.ts'

/** Fourteen currency pairs and two metals (`docs/rules/forex.md` B.5). Crosses are made of their legs and have no draws of their own. */
export type Legs = Readonly<{ first: string; second: string; how: 'product' | 'quotient' }>
export type Pair = Readonly<{
  instrument: Instrument
  index: number
  /** At the beginning of history; what pays much interest is worth familiar amounts some years on. */
  baseValue: number
  dailyVolatility: number
  trend: Trend
  spreadPips: number
  legs: Legs | null
}>

type Row = readonly [
  base: Currency | Metal,
  quote: Currency,
  name: string,
  value: number,
  volatility: number,
  spread: number,
  leverage: number,
  pip: string,
]

const ROWS: readonly Row[] = [
  ['EUR', 'USD', 'Euro / US dollar', 1.0845, 0.0045, 0.7, 30, '0.0001'],
  ['GBP', 'USD', 'Pound / US dollar', 1.272, 0.005, 1.1, 30, '0.0001'],
  ['USD', 'JPY', 'US dollar / Yen', 131.2, 0.0055, 0.8, 30, '0.01'],
  ['USD', 'CHF', 'US dollar / Swiss franc', 0.905, 0.0047, 1.3, 30, '0.0001'],
  ['USD', 'CAD', 'US dollar / Canadian dollar', 1.358, 0.0042, 1.3, 30, '0.0001'],
  ['AUD', 'USD', 'Australian dollar / US dollar', 0.671, 0.0058, 1, 20, '0.0001'],
  ['NZD', 'USD', 'New Zealand dollar / US dollar', 0.618, 0.006, 1.5, 20, '0.0001'],
  ['USD', 'MXN', 'US dollar / Mexican peso', 18.4, 0.007, 30, 10, '0.0001'],
  ['USD', 'BRL', 'US dollar / Real', 3.6, 0.0075, 30, 10, '0.0001'],
  ['USD', 'TWD', 'US dollar / New Taiwan dollar', 30.9, 0.0035, 20, 10, '0.001'],
  ['USD', 'ARS', 'US dollar / Argentine peso', 560, 0.006, 200, 5, '0.01'],
  ['EUR', 'JPY', 'Euro / Yen', 142.3, 0.006, 1.4, 30, '0.01'],
  ['GBP', 'JPY', 'Pound / Yen', 166.9, 0.006, 2.2, 30, '0.01'],
  ['EUR', 'GBP', 'Euro / Pound', 0.8526, 0.004, 1.2, 30, '0.0001'],
  ['XAU', 'USD', 'Gold / US dollar', 1_920, 0.009, 20, 20, '0.01'],
  ['XAG', 'USD', 'Silver / US dollar', 24.5, 0.017, 25, 10, '0.001'],
]

const LEGS: Readonly<Record<string, Legs>> = {
  EURJPY: { first: 'FX:EURUSD', second: 'FX:USDJPY', how: 'product' },
  GBPJPY: { first: 'FX:GBPUSD', second: 'FX:USDJPY', how: 'product' },
  EURGBP: { first: 'FX:EURUSD', second: 'FX:GBPUSD', how: 'quotient' },
}

const UNITS: Readonly<Record<string, string>> = { XAU: '100', XAG: '5000' }
const CURRENCY_LOT = '100000'
const SCALE = 100_000_000
/**
 * A year's interest of the quoted currency less that of the base: a pair gains as much on average, so that nobody earns by
 * holding the currency that pays more (`docs/rules/price-model.md` C.2).
 */
const interestOf = (base: Currency | Metal, quote: Currency): number =>
  Number((yearlyRates[quote] ?? 0n) - (yearlyRates[base] ?? 0n)) / SCALE

/** The peso falls by 1.5 % a month, and twice a year it falls at once; together that makes up for the interest on pesos. */
/** The logarithm of 1.015, to the bit that history was drawn with. */
const CRAWL_PER_MONTH = 0.014888612493750559
const CRAWL_PER_YEAR = 12 * CRAWL_PER_MONTH
const FALLS_PER_YEAR = 2
export const pesoTrend: Trend = {
  growthPerYear: CRAWL_PER_YEAR,
  jumps: { perYear: FALLS_PER_YEAR, mean: (interestOf('USD', 'ARS') - CRAWL_PER_YEAR) / FALLS_PER_YEAR, deviation: 0.015 },
}
const FIRST_INDEX = 3_000
const TICKS_PER_PIP = 10n

export const pairs: readonly Pair[] = ROWS.map(
  ([base, quote, name, baseValue, dailyVolatility, spreadPips, largestLeverage, pipText], position) => {
    const code = `${base}${quote}`
    const pip = scaled(pipText)
    return {
      index: FIRST_INDEX + position,
      baseValue,
      dailyVolatility,
      trend: quote === 'ARS' ? pesoTrend : { growthPerYear: interestOf(base, quote) },
      spreadPips,
      legs: LEGS[code] ?? null,
      instrument: {
        id: idOfFirstCode('FX', code),
        market: 'FX',
        code,
        name: `${name} (sim)`,
        exchange: 'FX',
        currency: quote,
        ticks: [{ from: 0n, tick: pip / TICKS_PER_PIP }],
        step: scaled('0.01'),
        minimumQuantity: scaled('0.01'),
        quoteOnly: false,
        contract: {
          kind: 'pair',
          base,
          multiplier: scaled(UNITS[base] ?? CURRENCY_LOT),
          largestLeverage,
          pip,
          usualSpread: (pip * BigInt(spreadPips * Number(TICKS_PER_PIP))) / TICKS_PER_PIP,
        },
      },
    }
  },
)
