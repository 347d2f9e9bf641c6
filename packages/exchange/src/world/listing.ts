import type { CorporateAction } from '@rueda/rules/corporate/action.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { BarRequest, BarSeries, CompanyFacts, Depth, Quote, Trade } from '../venue.ts'

/** One instrument's outside market, wherever its prices come from. */
export interface Listing {
  readonly instrument: Instrument
  /** In units of 10^-8; zero where nothing is traded. */
  readonly averageDailyVolume: bigint
  readonly dailyVolatility: number
  quote(now: Instant): Quote | null
  depth(levels: number, now: Instant): Depth | null
  prints(from: Instant, to: Instant): readonly Trade[]
  bars(request: BarRequest, now: Instant): BarSeries | null
  facts(now: Instant): CompanyFacts | null
  corporateActions(from: CalendarDate, to: CalendarDate, now: Instant): readonly CorporateAction[]
  /** Only where charts take long: some tenths of a millisecond's worth of what they will ask for. */
  readonly workAhead?: ((now: Instant) => void) | undefined
}
