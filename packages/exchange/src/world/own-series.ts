import { scaled } from '@rueda/rules/decimal.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { usTicks } from '@rueda/rules/markets/us.ts'
import type { Company, OwnKind, Tier, Trend } from '../catalogue/company.ts'

/**
 * A price of its own in the simulated market, drawn around a round number: what a currency, a barrel of oil or the
 * bustle in a contract is made from. Nobody sees it as it is.
 */
export const MODEL_PRICE = 400

const NO_TREND: Trend = { growthPerYear: 0 }

type Own = Readonly<{
  id: string
  kind: OwnKind
  index: number
  volatility: number
  trend?: Trend
  dailyVolume: number
  tier?: Tier
  listedAs: Instrument
}>

export const ownSeries = ({ id, kind, index, volatility, trend = NO_TREND, dailyVolume, tier = 0, listedAs }: Own): Company => ({
  instrument: { ...listedAs, id, ticks: usTicks, step: scaled('1'), minimumQuantity: scaled('1'), contract: null },
  index,
  sector: 0,
  industry: '',
  tier,
  own: { kind, volatility, ...trend },
  beta: 0,
  gamma: 0,
  basePrice: MODEL_PRICE,
  sharesOutstanding: 0,
  averageDailyVolume: dailyVolume,
  earningsYield: 0,
  dividendYield: 0,
  bookYield: 0,
  chiefExecutive: '',
  employees: 0,
  listedOn: '2021-01-04',
  profile: null,
})
