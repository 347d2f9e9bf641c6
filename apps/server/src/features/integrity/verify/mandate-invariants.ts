import { EXIT_FEE, STOP_SHARE, agencyList } from '@rueda/rules/follow/agency.ts'
import { FIRST_VALUE } from '@rueda/rules/follow/strike.ts'
import { overnightMarkup, yearlyRates } from '@rueda/rules/markets/overnight.ts'
import type { Invariant } from './invariants.ts'
import { isBeforeCutOff, publishedNav, strikeAfter, oldestDealtAt } from './strike-times.ts'

/** Invariants of mandates: units, money on hold, pools and payments are what the mandates say, and records follow from their prices. */

const MOVED = `
  select account_id, cause_id,
         coalesce(sum(amount) filter (where account = 'U:MANDATE:' || cause_id), 0) as units,
         coalesce(sum(amount) filter (where account = 'U:MANDATE:' || cause_id and journal = 'J81'), 0) as bought,
         coalesce(sum(amount) filter (where account = 'U:FOLLOW:HOLD'), 0) as held,
         coalesce(sum(amount) filter (where account = 'U:FOLLOW:CASH' and journal = 'J82'), 0) as paid,
         count(*) filter (where account = 'U:FOLLOW:CASH' and journal = 'J82') as payments,
         coalesce(sum(amount) filter (where account like 'H:MANDPOOL:%' and asset = 'USD'), 0) as pool,
         coalesce(sum(amount) filter (where account like 'H:PROFITSHARE:%'), 0) as share,
         max(at) filter (where journal = 'J80') as held_at, max(at) filter (where journal = 'J82') as ended_at,
         max(at) filter (where journal = 'J83') as returned_at
  from postings where cause_kind = 'mandate' group by 1, 2`

const FEE_OF = `case s.agency_id ${agencyList.map(({ id, managementFee }) => `when '${id}' then ${managementFee}`).join(' ')} end`
const SCALE_NUMERIC = '1e8::numeric'
/** Cents by which a strike may differ: PostgreSQL rounds halves up, and each holding is rounded by itself. */
const MAX_ROUNDING = 40

/** The yearly rate of the currency that a pair is against the dollar in. */
const RATE_OF = (id: string): string =>
  `case replace(substr(${id}, 4), 'USD', '') ${Object.entries(yearlyRates)
    .map(([currency, rate]) => `when '${currency}' then ${rate}`)
    .join(' ')} else 0 end`

/** Every strike beside the one before it, with its account worked out anew from the prices and trades that it keeps. */
const STRUCK = `
  select s.agency_id, s.kind, s.date, s.nav, s.cash, s.fees, s.carry, b.cash as before_cash, b.fees as before_fees, b.nav as before_nav,
         s.date - b.date as days, ${FEE_OF} as fee_rate,
         (select coalesce(sum((p.value ->> 'value')::numeric), 0) from jsonb_array_elements(s.positions) p) as held,
         (select coalesce(sum(expected.value), 0) from (
            select (o.opened + coalesce(t.signed, 0)) * (case when o.inverse then o.open / o.now else o.now / o.open end) as value
            from (
              select m ->> 'instrumentId' as id, (m ->> 'open')::numeric as open, (m ->> 'now')::numeric as now, (m ->> 'isInverse')::boolean as inverse,
                     coalesce((select (p ->> 'value')::numeric from jsonb_array_elements(b.positions) p where p ->> 'instrumentId' = m ->> 'instrumentId'), 0)
                     * case when (m ->> 'isInverse')::boolean then (m ->> 'before')::numeric / (m ->> 'open')::numeric
                            else (m ->> 'open')::numeric / (m ->> 'before')::numeric end as opened
              from jsonb_array_elements(s.moves) m) o
            left join lateral (
              select (x ->> 'value')::numeric * case when (x ->> 'side' = 'buy') = o.inverse then -1 else 1 end as signed
              from jsonb_array_elements(s.trades) x where x ->> 'instrumentId' = o.id) t on true) expected) as expected_held,
         (select coalesce(sum((x ->> 'value')::numeric * case when (x ->> 'side' = 'buy') = coalesce((
                    select (m ->> 'isInverse')::boolean from jsonb_array_elements(s.moves) m where m ->> 'instrumentId' = x ->> 'instrumentId'), false)
                    then -1 else 1 end + (x ->> 'spread')::numeric + (x ->> 'charges')::numeric), 0)
          from jsonb_array_elements(s.trades) x) as paid,
         (select coalesce(sum(abs((p ->> 'value')::numeric) * (case when (p ->> 'value')::numeric > 0 then 1 else -1 end
                    * (${RATE_OF("p ->> 'instrumentId'")} - ${yearlyRates.USD ?? 0n}) - ${overnightMarkup}) * (s.date - b.date) / (360 * ${SCALE_NUMERIC})), 0)
          from jsonb_array_elements(s.positions) p where p ->> 'instrumentId' like 'FX:%') as expected_carry
  from agency_strikes s join lateral (
    select * from agency_strikes b where b.agency_id = s.agency_id and b.kind = s.kind and b.date < s.date order by b.date desc limit 1) b on true`

const LIVE = (mandate: string): string => `s.agency_id = ${mandate}.agency_id and s.kind = 'live'`
/** Every mandate beside the strike that a request of the moment of its hold is dealt at. */
const DEALT = `
  select o.*, m.bought, m.ended_at, m.returned_at, s.date as first_on, ${publishedNav('s.nav')} as first_nav, s.fees as first_fees
  from mandates o join moved m on m.account_id = o.account_id and m.cause_id = o.id::text
  left join lateral ${strikeAfter({ table: 'agency_strikes', of: LIVE('o'), at: 'm.held_at' })} s on true`

const SHARE_OF = `case o.agency_id ${agencyList.map(({ id, profitShare }) => `when '${id}' then ${profitShare}`).join(' ')} end`
/** The agency's share of what is left of a value above the high-water mark, rounded half up. */
const shareOf = (left: string, mark: string): string => `round(greatest(${left} - ${mark}, 0) * ${SHARE_OF} / ${SCALE_NUMERIC})`
const worthAt = (units: string, nav: string): string => `trunc(${units} * ${nav} / 1e14)`

/** Every mandate from its first strike through its renewals, worked out anew: units, high-water mark, and what was shared. */
const TERMS = `
  select o.account_id, o.id, 0 as renewals, o.first_on as begins_on, o.bought::numeric as units, o.amount::numeric as mark, 0::numeric as shared
  from dealt o where o.entered_nav is not null
  union all
  select o.account_id, o.id, t.renewals + 1, s.date, t.units - taken.units, greatest(t.mark, ${worthAt('(t.units - taken.units)', 's.nav')}),
         t.shared + taken.share
  from terms t join mandates o on o.account_id = t.account_id and o.id = t.id
  cross join lateral (select s.date, ${publishedNav('s.nav')}::numeric as nav from agency_strikes s
                      where ${LIVE('o')} and s.date >= t.begins_on + o.term_days order by s.date limit 1) s
  cross join lateral (select ${shareOf(worthAt('t.units', 's.nav'), 't.mark')} as share) due
  cross join lateral (select due.share, ceil(due.share * 1e14 / s.nav) as units) taken
  where t.renewals < o.renewals`

/** True where an end has its reason: the first strike after the term, a loss that its limit names, a stop at half of the highest value, or a close
 * by staff that came before its cut-off. */
const ENDED_FOR_A_REASON = `
  case o.settled_reason
    when 'term' then o.settled_on = (select s.date from agency_strikes s where ${LIVE('o')} and s.date >= o.expires_on order by s.date limit 1)
    when 'limit' then exists (
      select from agency_strikes s where ${LIVE('o')} and s.date >= o.limit_from and s.date < o.settled_on
        and ${worthAt('t.units', publishedNav('s.nav'))} * 100 <= o.amount * (100 - o.limit_percent)::numeric)
    when 'stop' then (
      select s.nav::numeric * ${SCALE_NUMERIC} <= ${STOP_SHARE} * (select max(b.nav) from agency_strikes b where b.agency_id = s.agency_id
                                                                   and b.kind = 'live' and b.date <= s.date)
      from agency_strikes s where ${LIVE('o')} and s.date = o.settled_on)
    when 'closed' then exists (
      select from offering_changes c cross join lateral ${strikeAfter({ table: 'agency_strikes', of: LIVE('o'), at: 'c.at' })} s
      where c.kind = 'agency' and c.offering_id = o.agency_id and c.status = 'closed' and o.settled_on >= s.date)
    else true end`

export const mandateInvariants: readonly Invariant[] = [
  {
    id: 'INV-29',
    scope: 'context',
    says: 'a mandate is of 100 to 1,000,000 dollars, and ends once: at its term, on request, by its limit, or with its agency',
    sql: `with moved as (${MOVED})
          select o.account_id, o.id, o.status, o.settled_reason, o.settled_on, o.expires_on from mandates o
          left join moved m on m.account_id = o.account_id and m.cause_id = o.id::text
          where o.amount not between 10000 and 100000000 or o.amount % 100 <> 0
             or coalesce(m.payments, 0) <> case when o.status = 'settled' and o.settled_payout > 0 then 1 else 0 end
             or (o.settled_reason = 'term' and o.settled_on < o.expires_on)
             or (o.settled_reason = 'limit' and o.limit_percent is null)
             or (o.settled_reason in ('request', 'limit')) <> (coalesce(o.settled_exit_fee, 0) > 0 and o.status = 'settled')
             or (o.settled_reason = 'closed' and not exists (
                   select from offering_changes c where c.kind = 'agency' and c.offering_id = o.agency_id and c.status = 'closed'))`,
  },
  {
    id: 'MANDATE-1',
    scope: 'account',
    says: 'a mandate holds its amount until its strike, and then the units that were posted to it, what it was paid and what was shared',
    sql: `with moved as (${MOVED})
          select o.account_id, o.id, o.status, o.units, m.units as posted_units, o.settled_payout, m.paid, m.held, o.share_paid, m.share
          from mandates o left join moved m on m.account_id = o.account_id and m.cause_id = o.id::text
          where coalesce(m.units, 0) <> o.units or coalesce(m.paid, 0) <> coalesce(o.settled_payout, 0)
             or coalesce(m.held, 0) <> case o.status when 'waiting' then o.amount else 0 end
             or coalesce(m.share, 0) <> o.share_paid
          union all
          select m.account_id, null, 'unknown', 0, m.units, 0, m.paid, m.held, 0, m.share from moved m
          where not exists (select from mandates o where o.account_id = m.account_id and o.id::text = m.cause_id)`,
  },
  {
    id: 'MANDATE-2',
    scope: 'account',
    says: 'what a pool has of a mandate is what its units cost, and of one that ended its exit fee',
    sql: `with moved as (${MOVED})
          select o.account_id, o.id, o.cost, m.pool, o.settled_exit_fee from mandates o
          join moved m on m.account_id = o.account_id and m.cause_id = o.id::text
          where m.pool <> o.cost + coalesce(o.settled_exit_fee, 0)`,
  },
  {
    id: 'MANDATE-3',
    scope: 'context',
    says: 'a mandate began at the first strike whose cut-off came after its hold and ended at one that was not known, its units never rounded up, its fees as printed',
    sql: `with moved as (${MOVED}), dealt as (${DEALT})
          select o.account_id, o.id, o.entered_nav, o.first_on, o.first_nav, o.settled_on, o.settled_nav, known.date as known_on, o.bought from dealt o
          left join lateral ${oldestDealtAt({ table: 'agency_strikes', of: LIVE('o'), at: 'o.ended_at' })} known on o.settled_on is not null
          where (o.status = 'cancelled' and not ${isBeforeCutOff('o.returned_at', 'o.first_on')})
             or (o.entered_nav is not null
               and (o.bought * o.entered_nav::numeric > o.amount * 1e14 or (o.bought + 1) * o.entered_nav::numeric <= o.amount * 1e14
                 or (o.entered_nav, o.entered_fees) is distinct from (o.first_nav, o.first_fees)
                 or (o.renewals = 0 and (o.deal_on, o.expires_on) is distinct from (o.first_on, o.first_on + o.term_days))
                 or (o.settled_on is not null and (
                      o.settled_on < known.date
                      or not exists (select from agency_strikes s where ${LIVE('o')} and s.date = o.settled_on and ${publishedNav('s.nav')} = o.settled_nav)
                      or (o.renewals = 0 and o.settled_value <> trunc(o.bought * o.settled_nav::numeric / 1e14))
                      or o.settled_exit_fee not in (0, ceil(o.settled_value::numeric * ${EXIT_FEE} / ${SCALE_NUMERIC}))
                      or (o.renewals = 0 and o.settled_payout <> o.settled_value - o.settled_exit_fee - o.share_paid)
                      or o.settled_payout > o.settled_value - o.settled_exit_fee))))`,
  },
  {
    id: 'MANDATE-6',
    scope: 'context',
    says: 'an agency’s share is that of the gain above a high-water mark that follows from its strikes, and what ended early had its reason',
    sql: `with recursive moved as (${MOVED}), dealt as (${DEALT}), terms as (${TERMS})
          select o.account_id, o.id, o.status, o.units, t.units as expected_units, o.high_water, t.mark, o.share_paid, t.shared, o.settled_reason from mandates o
          left join terms t on t.account_id = o.account_id and t.id = o.id and t.renewals = o.renewals
          where o.entered_nav is not null and (t.id is null or o.high_water <> t.mark
            or o.expires_on <> t.begins_on + o.term_days or (o.renewals > 0 and o.deal_on <> t.begins_on)
            or case o.status when 'active' then o.units <> t.units or o.share_paid <> t.shared
               else o.settled_value <> ${worthAt('t.units', 'o.settled_nav')}
                 or o.settled_exit_fee <> case when o.settled_reason in ('request', 'limit')
                      then ceil(o.settled_value::numeric * ${EXIT_FEE} / ${SCALE_NUMERIC}) else 0 end
                 or o.share_paid - t.shared <> ${shareOf('(o.settled_value - o.settled_exit_fee)', 't.mark')}
                 or o.settled_payout <> o.settled_value - o.settled_exit_fee - (o.share_paid - t.shared)
                 or not coalesce(${ENDED_FOR_A_REASON}, false) end)`,
  },
  {
    id: 'MANDATE-4',
    scope: 'house',
    says: 'an agency’s value follows from the strike before, the prices that were kept, its trades, the nights and the fee',
    sql: `select agency_id, kind, date, nav, held, expected_held, cash, before_cash, paid, carry, expected_carry from (${STRUCK}) struck
          where nav <> cash + held or abs(held - expected_held) > ${MAX_ROUNDING} or abs(carry - expected_carry) > ${MAX_ROUNDING}
             or cash <> before_cash - paid + carry - (fees - before_fees)
             or abs(fees - before_fees - before_nav::numeric * fee_rate * days / (365 * ${SCALE_NUMERIC})) > 1
          union all
          select agency_id, kind, date, nav, 0, 0, cash, 0, 0, carry, 0 from agency_strikes s
          where not exists (select from agency_strikes b where b.agency_id = s.agency_id and b.kind = s.kind and b.date < s.date)
            and (nav <> ${FIRST_VALUE} or cash <> ${FIRST_VALUE} or jsonb_array_length(positions) > 0)`,
  },
  {
    id: 'MANDATE-5',
    scope: 'house',
    says: 'an agency trades only what was decided on the close before, at the worse side of the day’s open, and a record begins where its backtest ends',
    sql: `select s.agency_id, s.kind, s.date, t.value as trade from agency_strikes s
          cross join lateral jsonb_array_elements(s.trades) t (value)
          left join lateral (select * from agency_strikes b where b.agency_id = s.agency_id and b.kind = s.kind and b.date < s.date
                             order by b.date desc limit 1) b on true
          left join lateral (select m from jsonb_array_elements(s.moves) m where m ->> 'instrumentId' = t.value ->> 'instrumentId') moved on true
          where b.plan is null or moved.m is null or moved.m ->> 'printed' is null
             or not exists (select from jsonb_array_elements(b.plan || b.positions) p where p ->> 'instrumentId' = t.value ->> 'instrumentId')
             or case t.value ->> 'side' when 'buy' then (t.value ->> 'price')::numeric <= (moved.m ->> 'printed')::numeric
                                        else (t.value ->> 'price')::numeric >= (moved.m ->> 'printed')::numeric end
             or (t.value ->> 'spread')::numeric + 1 < (t.value ->> 'value')::numeric
                  * abs((t.value ->> 'price')::numeric - (moved.m ->> 'printed')::numeric) / (moved.m ->> 'printed')::numeric
          union all
          select live.agency_id, 'live', min(live.date), null from agency_strikes live
          where live.kind = 'live' group by live.agency_id
          having min(live.date) < (select max(b.date) from agency_strikes b where b.agency_id = live.agency_id and b.kind = 'backtest')`,
  },
]
