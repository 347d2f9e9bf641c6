import type { Invariant } from './invariants.ts'

/** The orders' own terms beside each fill. */
const OF_ORDER = 'orders o on o.account_id = f.account_id and o.id = f.order_id'

/** The other side of a trade may have left with its owner's holding, when this one stayed. */
const OTHER_HAS_LEFT = `exists (select from archived_holdings h
  where h.account_id = f.match_account_id and h.instrument_id = f.instrument_id and f.at < h.until)`

/**
 * Invariants of executions at their moment (`docs/rules/invariants.md` INV-21, INV-22; `docs/rules/matching.md` P.1). The venue records
 * with each how the market stood; halts by staff are in a table of their own, so that the venue is not its own witness there.
 */
export const executionInvariants: readonly Invariant[] = [
  {
    id: 'INV-21b',
    says: 'a trade between customers is booked on both sides or on neither: same instrument, price, quantity and moment, opposite sides, two accounts',
    scope: 'house',
    sql: `select f.account_id, f.order_id, f.sequence, f.match_number, other.account_id as other_account_id, other.sequence as other_sequence
          from fills f left join fills other on other.match_number = f.match_number and (other.account_id, other.order_id, other.sequence) <> (f.account_id, f.order_id, f.sequence)
          where f.match_number is not null
            and case when other.account_id is null then not ${OTHER_HAS_LEFT} else other.account_id = f.account_id or other.side = f.side
              or (other.instrument_id, other.price, other.quantity, other.at, other.trade_date) <> (f.instrument_id, f.price, f.quantity, f.at, f.trade_date)
              or (other.account_id, other.order_id) <> (f.match_account_id, f.match_order_id)
              or (other.match_low, other.match_high, other.match_in_call) <> (f.match_low, f.match_high, f.match_in_call)
              or least(f.sequence, other.sequence) <> f.match_number end
          union all
          select min(account_id), null, null, match_number, null, null from fills where match_number is not null group by match_number having count(*) > 2`,
  },
  {
    id: 'INV-21c',
    says: 'customers trade with each other inside the quote of the moment, and in a call inside its collar',
    scope: 'account',
    sql: `select account_id, order_id, sequence, price, match_low, match_high from fills
          where match_number is not null and (price < match_low or price > match_high)`,
  },
  {
    id: 'INV-22b',
    says: 'no fill is outside its session or in a halt: before and after the regular hours only what was ordered for them, or at the closing price',
    scope: 'account',
    sql: `select f.account_id, f.order_id, f.sequence, f.market_phase, o.time_in_force from fills f join ${OF_ORDER}
          where f.market_phase not in ('OPEN', 'AUCTION')
            and not (f.market_phase in ('PRE', 'POST') and (o.time_in_force = 'EXT' or f.at_fixed_price))`,
  },
  {
    id: 'INV-22c',
    says: 'nothing is filled while staff have stopped it',
    scope: 'context',
    sql: `select f.account_id, f.order_id, f.sequence, f.at, s.stop_id from trading_stops s
          join fills f on f.at > s.from_at and f.at < coalesce(s.lifted_at, 9223372036854775807)
            and case s.scope when 'all' then true when 'market' then split_part(f.instrument_id, ':', 1) = s.target else f.instrument_id = s.target end
          where s.kind = 'halt'`,
  },
  {
    id: 'INV-22d',
    says: 'no fill is beyond the limits of its day',
    scope: 'account',
    sql: 'select account_id, order_id, sequence, price, band_low, band_high from fills where price < band_low or price > band_high',
  },
]
