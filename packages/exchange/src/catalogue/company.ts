import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { LimitRule } from '../prices/daily-limits.ts'
import type { Profile } from './profile.ts'

/** The size and calm of a company: large ones move less and trade at tighter spreads. */
export type Tier = 0 | 1 | 2

/**
 * The moves of a listing by itself alone, as a currency or a barrel of oil: no market, no sector, no reports, no dividends and
 * no splits. Per trading day, and per year.
 */
export type OwnMovement = Trend & Readonly<{ kind: OwnKind; volatility: number }>
/** The average gain in a year, sudden moves left out. */
export type Trend = Readonly<{ growthPerYear: number; jumps?: Jumps }>
/** Sudden moves of the price's logarithm. */
export type Jumps = Readonly<{ perYear: number; mean: number; deviation: number }>
export type OwnKind = 'currency' | 'commodity' | 'index'

/** An invented company with all that its prices and its page are made from. */
export type Company = Readonly<{
  instrument: Instrument
  /** Its number in every draw, which never changes. */
  index: number
  sector: number
  /** The id of an industry of its sector. */
  industry: string
  tier: Tier
  /** Set where it is no company but a price of its own. */
  own?: OwnMovement
  /** Its response to the market and to its sector. */
  beta: number
  gamma: number
  /** The price at the beginning of its history, in its currency. */
  basePrice: number
  sharesOutstanding: number
  averageDailyVolume: number
  /** Yearly earnings and dividend as shares of the price; earnings may be losses. */
  earningsYield: number
  dividendYield: number
  /** Book value as a share of the price. */
  bookYield: number
  chiefExecutive: string
  employees: number
  listedOn: CalendarDate
  /** Set where it comes to the market while that runs: it is sold at the base price before, and has no price until this day's open. */
  isNew?: true
  /** The limits of its price within a day; left out where its exchange sets none. */
  limits?: LimitRule
  /** Null for a price of its own that nobody sees. */
  profile: Profile | null
}>

/** A reference value made from the companies' prices. */
export type ReferenceIndex = Readonly<{
  instrument: Instrument
  index: number
  /** Its value at the beginning of its history. */
  baseValue: number
  weighting: 'capitalisation' | 'price'
  members: readonly Company[]
}>
