import { notBefore } from '../../../venue/executed-on.ts'
import type { Invariant } from './invariants.ts'

/** What the checks hold of the versions of the commissions beside FEE-1 (`docs/rules/fees.md` N.1). */
export const feeInvariants: readonly Invariant[] = [
  {
    id: 'FEE-2',
    scope: 'account',
    says: 'the volume of a month that decides a step is the sum of its trades that were booked when it was counted',
    sql: `select v.account_id, v.market, v.month, v.volume, f.traded from trading_volumes v
          cross join lateral (
            select coalesce(sum(case when v.market = 'FUT' then f.quantity else f.notional end), 0) as traded from fills f
            where f.account_id = v.account_id and split_part(f.instrument_id, ':', 1) = v.market and to_char(f.trade_date, 'YYYY-MM') = v.month
              and exists (select from entries e where e.account_id = f.account_id and e.cause_kind = 'order' and e.cause_id = f.order_id::text
                            and e.cause_step = f.sequence and e.journal in ('J32', 'J33', 'J40', 'J42') and e.at <= v.counted_at)) f
          where v.volume <> f.traded
            and not exists (select from archived_holdings h where h.account_id = v.account_id and split_part(h.instrument_id, ':', 1) = v.market
                              and h.until > ${notBefore("(v.month || '-01')")})`,
  },
  {
    id: 'FEE-3',
    scope: 'house',
    says: 'the versions of the commissions follow one another, each from the beginning of its day in New York',
    sql: `select version, first_day from (
            select v.*, lag(version, 1, 1) over w as before, lag(first_day) over w as day_before, lag(starts_at, 1, 0::bigint) over w as start_before
            from fee_versions v window w as (order by version)) v
          where version <> before + 1 or first_day <= day_before or starts_at <= start_before
             or to_char(to_timestamp(starts_at / 1000) at time zone 'America/New_York', 'YYYY-MM-DD HH24:MI') <> to_char(first_day, 'YYYY-MM-DD') || ' 00:00'`,
  },
]
