import { NEGOTIATION_MS, QUOTE_LIFE_MS } from '@rueda/rules/blocks/price.ts'
import type { Invariant } from './invariants.ts'

/** What the ledger's checks hold of blocks and of the shares they lock (`docs/rules/block-trades.md` E.4). */
export const blockInvariants: readonly Invariant[] = [
  {
    id: 'BLOCK-1',
    scope: 'account',
    says: 'what is locked of a position is the sum of its open locks, of the shares of robots and of what it covers of loans, and the same in the ledger',
    sql: `with locks as (select account_id, instrument_id, sum(quantity) as quantity from (
                 select account_id, instrument_id, quantity from share_locks where unlocked_at is null
                 union all select account_id, instrument_id, quantity from robot_slots where quantity > 0
                 union all select account_id, ref, quantity from loan_pledges where kind = 'stock') locked group by 1, 2),
               held as (select account_id, instrument_id, sum(locked) as locked from positions group by 1, 2),
               posted as (select account_id, asset as instrument_id, sum(amount) as quantity from postings where account like 'U:SECLOCK:%' group by 1, 2)
          select account_id, instrument_id, l.quantity, h.locked, p.quantity as posted
          from locks l full join held h using (account_id, instrument_id) full join posted p using (account_id, instrument_id)
          where coalesce(l.quantity, 0) <> coalesce(h.locked, 0) or coalesce(p.quantity, 0) <> coalesce(h.locked, 0)`,
  },
  {
    id: 'BLOCK-2',
    scope: 'account',
    says: 'what a block has bought was locked for the trading days it was agreed on, and besides shares of placings nothing else was',
    sql: `select coalesce(b.account_id, l.account_id) as account_id, coalesce(b.id, l.id) as id, b.block_lock_days, b.trade_date, l.unlocks_on
          from (select o.*, f.trade_date from orders o join fills f on f.account_id = o.account_id and f.order_id = o.id
                where o.block_lock_days > 0 and o.side = 'buy') b
          full join (select * from share_locks l
                     where not exists (select from subscriptions s where s.account_id = l.account_id and s.id = l.id)) l
            on l.account_id = b.account_id and l.id = b.id
          where b.id is null or l.id is null or l.instrument_id <> b.instrument_id or l.unlocks_on < b.trade_date + b.block_lock_days`,
  },
  {
    id: 'BLOCK-3',
    scope: 'context',
    says: 'a block was executed whole in one piece of ten thousand shares at least, in its time, and a firm one at the price that was quoted',
    sql: `select o.account_id, o.id, o.quantity, f.quantity as filled, f.price, o.limit_price, q.price as quoted, f.at
          from orders o join fills f on f.account_id = o.account_id and f.order_id = o.id
          left join block_quotes q on q.account_id = o.account_id and q.id = o.id
          where o.block_firm is not null
            and (f.quantity <> o.quantity or o.quantity < 1000000000000 or f.at >= o.accepted_at + ${NEGOTIATION_MS}
              or (o.block_firm and f.price <> o.limit_price)
              or (q.id is not null and ((q.instrument_id, q.side, q.quantity, q.price) <> (o.instrument_id, o.side, o.quantity, f.price)
                or o.accepted_at >= q.expires_at or q.expires_at > q.quoted_at + ${QUOTE_LIFE_MS})))`,
  },
]
