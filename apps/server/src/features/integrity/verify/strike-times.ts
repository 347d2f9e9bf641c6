import { SIX_DECIMALS_FROM } from '@rueda/rules/funds/nav.ts'
import { HOUR_MS } from '@rueda/rules/time.ts'
import { CUT_OFF_MINUTES } from '../../funds/schedule.ts'

/**
 * What the checks of funds and mandates know of strikes and their moments, in the database's own words: nobody deals at a value that was known.
 * The moments are those of entries, which are in a chain of hashes.
 */
export type Strikes = 'fund_strikes' | 'agency_strikes'

const NEW_YORK = 'America/New_York'
export const dateInNewYork = (at: string): string => `(to_timestamp(${at} / 1000.0) at time zone '${NEW_YORK}')::date`

/** True where a moment is before the cut-off of a date. */
export const isBeforeCutOff = (at: string, date: string): string =>
  `to_timestamp(${at} / 1000.0) < (${date} + interval '${CUT_OFF_MINUTES} minutes') at time zone '${NEW_YORK}'`

type OfStrikes = Readonly<{ table: Strikes; of: string; at: string }>

/** The strike at which a request of a moment is dealt: the first whose cut-off is after it. */
export const strikeAfter = ({ table, of, at }: OfStrikes): string => `(
  select s.date, s.nav, s.fees from ${table} s where ${of} and s.date >= ${dateInNewYork(at)} and ${isBeforeCutOff(at, 's.date')}
  order by s.date limit 1)`

type Struck = OfStrikes & Readonly<{ until: string }>
const newestStruck = ({ table, of, at, until }: Struck): string =>
  `from ${table} s where ${of} and s.date <= ${dateInNewYork(at)} and s.struck_at ${until} order by s.date desc limit 1`

/** The newest strike that was known for an hour at a moment. What is paid days later may come late, after downtime as well. */
export const strikeKnownAt = (strikes: OfStrikes): string =>
  `(select s.date ${newestStruck({ ...strikes, until: `< ${strikes.at} - ${HOUR_MS}` })})`

/**
 * The oldest strike that could be dealt at at a moment. Dealing follows a strike at once, and what an older one left undone is done before the next is
 * struck: so it is the newest, or one of those that were struck together with it, as where days are made up for.
 */
export function oldestDealtAt(strikes: OfStrikes): string {
  const newest = `(select s.struck_at ${newestStruck({ ...strikes, until: `< ${strikes.at}` })})`
  const earlier = newestStruck({ ...strikes, until: `< ${newest} - ${HOUR_MS}` })
  return `(select greatest(${strikeKnownAt(strikes)}, (select s.date + 1 ${earlier})) as date)`
}

/** To the nearest of these steps, of two that are as near to the even one. */
const rounded = (nav: string, step: number): string =>
  `((${nav} + ${step / 2}) / ${step} - case when ${nav} % ${2 * step} = ${step / 2} then 1 else 0 end) * ${step}`
const [FOUR_DECIMALS, SIX_DECIMALS] = [10_000, 100]

/** The value of an agency's unit that is published and dealt at: four decimals. */
export const publishedNav = (nav: string): string => rounded(nav, FOUR_DECIMALS)
/** The value of a fund's unit that is published and dealt at, of the strike `s`. */
export const DEALT_NAV = `(case when s.date < date '${SIX_DECIMALS_FROM}' then ${rounded('s.nav', FOUR_DECIMALS)} else ${rounded('s.nav', SIX_DECIMALS)} end)`
