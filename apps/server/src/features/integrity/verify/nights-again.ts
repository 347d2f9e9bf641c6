import { REAL_CLOCK, SIMULATED_MARKET } from '@rueda/proof/entries.ts'
import { type CalendarDate, DAY_MS, MINUTE_MS, HOUR_MS } from '@rueda/rules/time.ts'

/** What can be said of the nights of liabilities without their accounts: that each came when its day was over, and that the public log has it. */
type NightCheck = readonly [id: 'LIABILITY-1' | 'LIABILITY-3', sql: string, values: readonly (CalendarDate | null)[]]

/** A batch is booked at a moment shortly before it is committed; where the market's clock is not the real one, a day may be a second. In SQL, milliseconds of a night `n`. */
export const COMMITTED_WITHIN = `case when abs(n.market_at - n.at) <= ${HOUR_MS} then ${HOUR_MS} else ${DAY_MS} end`
/** A clock may be set back between the end of a day and its statement. */
const MAX_STEP_OF_CLOCK_MS = 10 * MINUTE_MS

/** Of all nights there are, every time, given the newest that has an account: whatever another one says of its moment, it makes none of them older. */
export const everyNightChecks = (newest: CalendarDate | null): readonly NightCheck[] => [
  ['LIABILITY-3', NO_DAY, []],
  ['LIABILITY-1', EMPTY, [newest]],
  ['LIABILITY-1', TOO_EARLY, []],
  ['LIABILITY-1', OF_ANOTHER_TIME, []],
  ['LIABILITY-3', UNSAID_HELD, []],
  ['LIABILITY-3', UNKNOWN_HELD, []],
  ['LIABILITY-3', SAID_NOTHING, []],
]

/** Of the sums since the last night that was verified, and of all that the log says of any. */
export const logChecks = (since: CalendarDate | null): readonly NightCheck[] => [
  ['LIABILITY-3', UNKNOWN, []],
  ['LIABILITY-3', UNSAID, [since]],
  ['LIABILITY-3', OUT_OF_ORDER, []],
]

/** A night that is no day would hide all others from whoever looks at the newest. */
const NO_DAY = `select date::text as date from liability_nights where not isfinite(date)`

/** Every account with entries is in every night: one behind the newest that has any is made up, or its ways were taken away. */
const EMPTY = `
  select date::text as date, 'no account' as what from liability_nights n
  where isfinite(date) and date > coalesce($1::date, date '-infinity')
    and exists (select from entries where sequence = 1 and at < n.market_at - (${COMMITTED_WITHIN}))`

/** A night is said once its day is over; one of an earlier moment would excuse whoever is missing in it. */
const TOO_EARLY = `
  select date::text as date, 'moment' as what, market_at::text from liability_nights
  where isfinite(date)
    and market_at < extract(epoch from ((date + 1)::timestamp at time zone 'America/New_York')) * 1000 - ${MAX_STEP_OF_CLOCK_MS}`

/**
 * Where the log says that the market's clock is the real one, a night has one moment by both, and none that is still to come: a day that is not
 * over would hide those that are. The newest start before the night says it, or the first one; a clock that was set back a little brings a night
 * before the start that it followed.
 */
const OF_ANOTHER_TIME = `
  with clocks as (
    select case entry::jsonb -> 'settings' ->> 'MARKET' when '${SIMULATED_MARKET}' then coalesce(entry::jsonb -> 'settings' ->> 'SIM_CLOCK', '') else '' end as clock,
           (entry::jsonb ->> 'at')::bigint as at
    from trust_entries where kind = 'start')
  select date::text as date, 'another time' as what, market_at::text, at::text from liability_nights n
  where isfinite(date)
    and '${REAL_CLOCK}' = (select clock from clocks order by clocks.at <= n.at desc, case when clocks.at <= n.at then -clocks.at else clocks.at end limit 1)
    and not exists (select from clocks where clocks.clock <> '${REAL_CLOCK}' and clocks.at between n.at and n.at + ${HOUR_MS})
    and (abs(n.market_at - n.at) > ${HOUR_MS} or n.at > extract(epoch from clock_timestamp()) * 1000 + ${HOUR_MS})`

/** What the log says, or will say with its next checkpoint. */
const saidOf = (kind: 'liabilities' | 'held'): string => `
  (select entry::jsonb as entry from trust_entries where kind = '${kind}'
   union all select entry::jsonb from trust_waiting where entry::jsonb ->> 'kind' = '${kind}')`
const SAID = saidOf('liabilities')
const SAYS_IT = `
  (said.entry ->> 'at')::bigint = (select n.at from liability_nights n where n.date = t.date)
  and said.entry ->> 'date' = t.date::text and said.entry ->> 'asset' = t.asset and said.entry -> 'total' = to_jsonb(t.total::text)
  and said.entry ->> 'root' = encode(t.root, 'hex') and (said.entry ->> 'leaves')::bigint = t.leaves`
const UNSAID = `
  select t.date::text as date, t.asset, count(said.entry) as times from liability_totals t left join ${SAID} said on ${SAYS_IT}
  where t.date > coalesce($1::date, date '-infinity') group by 1, 2 having count(said.entry) <> 1`
const UNKNOWN = `select said.entry::text as entry from ${SAID} said where not exists (select from liability_totals t where ${SAYS_IT})`

/** What is held outside and how many assets are owed, in one entry a night: every night that says it, and every one since the first that did. */
const HELD = `
  held as (select entry, (entry ->> 'at')::bigint as at from ${saidOf('held')} said),
  kept as (
    select n.date, n.at, n.says_held, (select count(*) from liability_totals t where t.date = n.date) as assets,
      coalesce((select jsonb_agg(jsonb_build_object('place', h.place, 'asset', h.asset, 'amount', h.amount::text)
                                 order by h.place collate "C", h.asset collate "C")
                from liability_held h where h.date = n.date), '[]') as places
    from liability_nights n)`
const SAYS_HELD = `
  held.at = kept.at and held.entry ->> 'date' = kept.date::text and (held.entry ->> 'assets')::bigint = kept.assets
  and held.entry -> 'places' = kept.places`
const UNSAID_HELD = `
  with ${HELD}
  select kept.date::text as date, 'held' as what, count(held.entry) as times from kept left join held on ${SAYS_HELD}
  where kept.says_held or kept.places <> '[]' or kept.date::text >= (select min(entry ->> 'date') from held)
  group by 1, 2 having count(held.entry) <> 1`
const UNKNOWN_HELD = `
  with ${HELD} select held.entry::text as entry from held where not exists (select from kept where ${SAYS_HELD})`

/** A night before any was said to hold something, without a sum, though somebody was owed something by then. */
const SAID_NOTHING = `
  select n.date::text as date, 'nothing said' as what from liability_nights n
  where isfinite(n.date) and not n.says_held and not exists (select from liability_totals t where t.date = n.date)
    and exists (
      select from entries e cross join lateral unnest(e.accounts, e.assets, e.amounts) as line (account, asset, amount)
      where e.at < n.market_at - (${COMMITTED_WITHIN}) and line.account like 'U:%' and line.asset not like 'DEBT:%'
      group by e.account_id, line.asset having sum(line.amount) > 0)`

/** Nights are said one after the other: one behind another that is newer was made up afterwards. What waits comes behind what is logged. */
const OUT_OF_ORDER = `
  with said as (
    select entry::jsonb as entry, log, entry_index as place from trust_entries where kind in ('held', 'liabilities')
    union all select entry::jsonb, 2147483647, id from trust_waiting where entry::jsonb ->> 'kind' in ('held', 'liabilities')),
  ordered as (
    select entry, max(entry ->> 'date') over (
      partition by entry ->> 'kind', entry ->> 'asset' order by log, place rows between unbounded preceding and 1 preceding) as newest from said)
  select entry::text as entry, 'behind ' || newest as what from ordered where entry ->> 'date' <= newest`
