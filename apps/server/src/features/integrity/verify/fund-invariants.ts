import { EARLY_FEE, type Fund, billRates, fundList } from '@rueda/rules/funds/fund.ts'
import type { Invariant } from './invariants.ts'
import { DEALT_NAV, dateInNewYork, isBeforeCutOff, strikeAfter, strikeKnownAt } from './strike-times.ts'

/** Invariants of funds: units, money on hold, money in the funds and what was paid out are what the subscriptions say. */

const MOVED = `
  select account_id, cause_id,
         coalesce(sum(amount) filter (where account = 'U:FUND:' || cause_id), 0) as units,
         coalesce(sum(amount) filter (where account like 'U:%:HOLD'), 0) as held,
         coalesce(sum(amount) filter (where account like 'U:%:CASH' and journal = 'J62'), 0) as paid,
         coalesce(sum(amount) filter (where account like 'H:FUNDPOOL:%' and asset not like 'FUND:%'), 0) as pool,
         coalesce(sum(amount) filter (where account like 'H:FEE:FUND:%' and journal = 'J61'), 0) as fee
  from postings where cause_kind = 'fund' group by 1, 2`

const byFund = (column: string, valueOf: (fund: Fund) => bigint | number | null): string =>
  `case ${column} ${fundList.map((fund) => `when '${fund.id}' then ${valueOf(fund)}`).join(' ')} end`
const SCALE_NUMERIC = '1e8::numeric'

/** Units of 10^-8 by which the last digits may differ: PostgreSQL rounds halves up, and each holding is rounded by itself. */
const MAX_ROUNDING = 16

/** Every strike beside the one before it: the sum of weight × return, from the closes kept with it. */
const STRUCK = `
  select s.fund_id, s.date, s.nav, s.fees, b.nav as before_nav, b.fees as before_fees, s.date - b.date as days,
         (select coalesce(sum((h.value ->> 'weight')::numeric / ${SCALE_NUMERIC} * case
            when h.value -> 'series' ->> 'kind' = 'bills'
              then case h.value -> 'series' ->> 'currency' when 'ARS' then ${billRates.ARS} else ${billRates.USD} end * (s.date - b.date) / 365::numeric
            else coalesce((m.value ->> 'now')::numeric * ${SCALE_NUMERIC} / (m.value ->> 'before')::numeric - ${SCALE_NUMERIC}, 0) end), 0)
          from jsonb_array_elements(b.holdings) with ordinality h (value, place)
          left join jsonb_array_elements(s.moves) with ordinality m (value, place) using (place)) as gain
  from fund_strikes s join lateral (
    select * from fund_strikes b where b.fund_id = s.fund_id and b.date < s.date order by b.date desc limit 1) b on true`

const OF_FUND = 's.fund_id = o.fund_id'
const BOOKED = `
  select account_id, cause_id, max(at) filter (where journal = 'J60') as held_at, max(at) filter (where journal = 'J63') as returned_at
  from entries where cause_kind = 'fund' group by 1, 2`

/** Every payment beside the newest strike that was known for its units, in minor units of what they were worth at each strike since. */
const PAYMENTS = `
  select o.*, p.at, p.units as redeemed, p.amount as proceeds, known.date as known_on from fund_orders o
  join (select account_id, cause_id, sequence, at, -sum(amount) filter (where account = 'U:FUND:' || cause_id) as units,
               coalesce(sum(amount) filter (where account like 'U:%:CASH'), 0) as amount
        from postings where cause_kind = 'fund' and journal = 'J62' group by 1, 2, 3, 4) p on p.account_id = o.account_id and p.cause_id = o.id::text
  left join lateral ${strikeKnownAt({ table: 'fund_strikes', of: OF_FUND, at: 'p.at' })} known on true`
const EARLY = `ceil(worth.value * ${EARLY_FEE} / ${SCALE_NUMERIC})`

export const fundInvariants: readonly Invariant[] = [
  {
    id: 'FUND-4',
    scope: 'house',
    says: 'the value of a unit follows from the strike before, the closes of what was held and the fee',
    sql: `select fund_id, date, nav, before_nav, gain from (${STRUCK}) struck
          where abs(nav - (before_nav * (1 + gain / ${SCALE_NUMERIC})
                - before_nav::numeric * ${byFund('fund_id', ({ managementFee }) => managementFee)} * days / (365 * ${SCALE_NUMERIC}))) > ${MAX_ROUNDING}
             or abs(fees - before_fees - before_nav::numeric * ${byFund('fund_id', ({ managementFee }) => managementFee)} * days / (365 * ${SCALE_NUMERIC})) > 1`,
  },
  {
    id: 'FUND-1',
    scope: 'account',
    says: 'a subscription holds its amount until its strike, and then the units that were posted to it, its fee and what it was paid',
    sql: `with moved as (${MOVED})
          select o.account_id, o.id, o.status, o.units, m.units as posted_units, o.paid, m.paid as posted_paid, m.held, m.fee from fund_orders o
          left join moved m on m.account_id = o.account_id and m.cause_id = o.id::text
          where coalesce(m.units, 0) <> o.units or coalesce(m.paid, 0) <> o.paid
             or coalesce(m.held, 0) <> case o.status when 'confirming' then o.amount else 0 end
             or coalesce(m.fee, 0) <> case when o.bought_nav is null then 0 else o.fee end
          union all
          select m.account_id, null, 'unknown', 0, m.units, 0, m.paid, m.held, m.fee from moved m
          where not exists (select from fund_orders o where o.account_id = m.account_id and o.id::text = m.cause_id)`,
  },
  {
    id: 'FUND-2',
    scope: 'account',
    says: 'what a fund has of a subscription is what its units cost, and more only by fees for leaving early',
    sql: `with moved as (${MOVED})
          select o.account_id, o.id, o.cost, m.pool, o.paid from fund_orders o
          join moved m on m.account_id = o.account_id and m.cause_id = o.id::text
          where m.pool < o.cost or (o.expires_on is null and m.pool <> o.cost) or m.pool - o.cost > o.paid / 90 + o.paid_count`,
  },
  {
    id: 'FUND-3',
    scope: 'account',
    says: 'units were bought for the amount less the fee at the value of their strike, and never rounded up',
    sql: `select o.account_id, o.id, o.amount, o.fee, o.bought_nav, p.units from fund_orders o
          join (select account_id, cause_id, sum(amount) filter (where journal = 'J61' and account like 'U:FUND:%') as units
                from postings where cause_kind = 'fund' group by 1, 2) p on p.account_id = o.account_id and p.cause_id = o.id::text
          where o.bought_nav is not null
            and (p.units * o.bought_nav::numeric > (o.amount - o.fee) * 1e14 or (p.units + 10000) * o.bought_nav::numeric <= (o.amount - o.fee) * 1e14)`,
  },
  {
    id: 'FUND-5',
    scope: 'context',
    says: 'units were bought at the first strike whose cut-off came after the hold, and paid at one that was not known when they were given back',
    sql: `select o.account_id, o.id, o.deal_on, s.date as first_on, o.bought_nav, s.nav, null::bigint as proceeds from fund_orders o
          left join (${BOOKED}) booked on booked.account_id = o.account_id and booked.cause_id = o.id::text
          left join lateral ${strikeAfter({ table: 'fund_strikes', of: OF_FUND, at: 'booked.held_at' })} s on true
          where (o.status = 'cancelled' and not ${isBeforeCutOff('booked.returned_at', 's.date')})
             or (o.bought_nav is not null and ((o.bought_nav, o.bought_fees, o.deal_on) is distinct from (${DEALT_NAV}, s.fees, s.date)
                  or o.expires_on is distinct from s.date + ${byFund('o.fund_id', ({ termDays }) => termDays)}::integer))
          union all
          select p.account_id, p.id, p.deal_on, p.known_on, p.bought_nav, null, p.proceeds from (${PAYMENTS}) p
          where not exists (
            select from fund_strikes s cross join lateral (select trunc(p.redeemed * ${DEALT_NAV}::numeric / 1e14) as value) worth
            where s.fund_id = p.fund_id and s.date > p.deal_on and s.date >= p.known_on and s.date <= ${dateInNewYork('p.at')} and s.struck_at <= p.at
              and p.proceeds in (worth.value - case when s.date < p.expires_on then ${EARLY} else 0 end,
                                 worth.value - case when p.expires_on is null then 0 else ${EARLY} end))`,
  },
]
