import { idOfFirstCode } from '@rueda/rules/instruments/codes.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import { indexTicks } from '@rueda/rules/markets/indices.ts'
import type { Currency } from '@rueda/rules/money.ts'
import { argentineCompanies } from './argentine-companies.ts'
import type { ReferenceIndex } from './company.ts'
import { taiwaneseCompanies } from './taiwanese-companies.ts'

/** The indices of other markets (`docs/rules/indices.md` B.6): two made from their members, eight that are prices of their own. */
export type IndexRegion = 'americas' | 'asia' | 'europe'

function reference(code: string, name: string, currency: Currency): Instrument {
  return {
    id: idOfFirstCode('IDX', code),
    market: 'IDX',
    code,
    name: `${name} (sim)`,
    exchange: 'IDX',
    currency,
    ticks: indexTicks,
    step: scaled('1'),
    minimumQuantity: scaled('1'),
    quoteOnly: true,
    contract: null,
  }
}

/** The model draws a thousandth of it, so that its prices are as large as those of shares. */
const ARGENTINE_SCALE = 1_000

export const argentineIndex: ReferenceIndex = {
  instrument: reference('MERV', 'Merval', 'ARS'),
  index: 10_010,
  baseValue: 1_250_000 / ARGENTINE_SCALE,
  weighting: 'capitalisation',
  members: argentineCompanies.map(({ company }) => company),
}

export const taiwaneseIndex: ReferenceIndex = {
  instrument: reference('TWII', 'Taiwan index', 'TWD'),
  index: 10_011,
  baseValue: 15_400,
  weighting: 'capitalisation',
  members: taiwaneseCompanies.map(({ company }) => company).filter(({ instrument }) => !instrument.code.startsWith('00')),
}

/** The index of a market's own companies; the model's prices of it times `scale` are its values. */
export type MemberIndex = Readonly<{ index: ReferenceIndex; scale: number; region: IndexRegion }>

/** Null where companies have none, and in the United States, whose indices are drawn as they are. */
export const memberIndices: Readonly<Record<MarketName, MemberIndex | null>> = {
  US: null,
  AR: { index: argentineIndex, scale: ARGENTINE_SCALE, region: 'americas' },
  TW: { index: taiwaneseIndex, scale: 1, region: 'asia' },
  FUT: null,
  FX: null,
  IDX: null,
}

export const indicesOfMembers: readonly MemberIndex[] = Object.values(memberIndices).flatMap((one) => one ?? [])

/** A price of its own: nothing is listed that it could be made from, and its page says so. */
export type WorldIndex = Readonly<{
  instrument: Instrument
  index: number
  baseValue: number
  dailyVolatility: number
}>

const ROWS: readonly (readonly [code: string, name: string, currency: Currency, value: number, volatility: number])[] = [
  ['JP225', 'Japan 225', 'JPY', 27_400, 0.0115],
  ['HK50', 'Hong Kong 50', 'HKD', 21_300, 0.0135],
  ['DE40', 'Germany 40', 'EUR', 14_800, 0.0105],
  ['UK100', 'United Kingdom 100', 'GBP', 7_250, 0.0085],
  ['EU50', 'Euro 50', 'EUR', 4_050, 0.0105],
  ['BR60', 'Brazil 60', 'BRL', 112_000, 0.013],
  ['MX35', 'Mexico 35', 'MXN', 51_000, 0.0095],
]

export const worldIndices: readonly WorldIndex[] = ROWS.map(([code, name, currency, baseValue, dailyVolatility], position) => ({
  instrument: reference(code, name, currency),
  index: 5_000 + position,
  baseValue,
  dailyVolatility,
}))

/** The expected yearly move of the simulated United States market, in percent; from the volatility its prices are drawn with. */
export const volatilityIndex: Instrument = reference('USVIX', 'US volatility', 'USD')

const REGIONS: Readonly<Record<string, IndexRegion>> = {
  ...Object.fromEntries(indicesOfMembers.map(({ index, region }) => [index.instrument.id, region])),
  'IDX:JP225': 'asia',
  'IDX:HK50': 'asia',
  'IDX:DE40': 'europe',
  'IDX:UK100': 'europe',
  'IDX:EU50': 'europe',
}
export const regionOf = (instrumentId: string): IndexRegion => REGIONS[instrumentId] ?? 'americas'
