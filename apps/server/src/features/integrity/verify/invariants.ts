import type { CheckId } from '@rueda/contract/admin/checks.ts'
import { minorDigits } from '@rueda/rules/money.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import { POSTED, hasLeft, positionHasLeft } from '../../archive/what-left.ts'
import { closedDayInvariants } from './closed-day-invariants.ts'
import { auditInvariants } from './audit-invariants.ts'
import { blockInvariants } from './block-invariants.ts'
import { causeInvariants } from './cause-invariants.ts'
import { practiceInvariants } from './practice-invariants.ts'
import { corporateInvariants } from './corporate-invariants.ts'
import { depositInvariants } from './deposit-invariants.ts'
import { executionInvariants } from './execution-invariants.ts'
import { fractionInvariants } from './fraction-invariants.ts'
import { fundInvariants } from './fund-invariants.ts'
import { mandateInvariants } from './mandate-invariants.ts'
import { noArbitrageInvariants } from './no-arbitrage-invariants.ts'
import { messageInvariants } from './message-invariants.ts'
import { miningInvariants } from './mining-invariants.ts'
import { loanInvariants } from './loan-invariants.ts'
import { marginInvariants } from './margin-invariants.ts'
import { feeInvariants } from './fee-invariants.ts'
import { roleInvariants } from './role-invariants.ts'
import { planInvariants } from './plan-invariants.ts'
import { OPEN } from './open-orders.ts'
import { offeringInvariants } from './offering-invariants.ts'
import { robotInvariants } from './robot-invariants.ts'
import { reversalInvariants } from './reversal-invariants.ts'
import { placingInvariants } from './placing-invariants.ts'
import { subscriptionInvariants } from './subscription-invariants.ts'
import { trustInvariants } from './trust-invariants.ts'
import { withdrawalInvariants } from './withdrawal-invariants.ts'
import { HOLDS } from '../../wallets/holds.ts'
import { FILLS_WITH_WALLETS, WAITS } from '../../orders/waiting-fills.ts'
import { chargesOfRow } from '../../orders/charge-columns.ts'

/**
 * Invariants of the ledger, each as one query that returns the rows that break it (`docs/rules/invariants.md` 5). Numbers are those of the
 * list there; those of a later release are not listed yet.
 */
export type Invariant = Readonly<{
  id: CheckId
  says: string
  /**
   * Rows that the query covers, and so how it is run. `account`: the rows of one account alone, so that an account whose rows are unchanged
   * since it held is not checked again. `context`: rows of one account beside others of the brokerage; slice by slice in every run.
   * `house`: rows of several accounts at once; over everything in every run.
   */
  scope: 'account' | 'context' | 'house'
  /** Constraints and indexes that refuse exactly this: the check finds only changes made past them. */
  repeats?: readonly string[]
  sql: string
}>

const SCALE_DIGITS = 8
/** Units of 10^-8 in a minor unit of the wallet's currency. */
const unitsPerMinor = (wallet: string): string =>
  `case ${wallet} ${Object.entries(walletCurrencies)
    .map(([name, currency]) => `when '${name}' then ${10 ** (SCALE_DIGITS - minorDigits[currency])}`)
    .join(' ')} end`

export const invariants: readonly Invariant[] = [
  {
    id: 'INV-00',
    scope: 'account',
    says: 'everything belongs to the books of a customer',
    sql: `select kind, account_id from (
            select distinct 'entry' as kind, account_id from entries union all select distinct 'order', account_id from orders
            union all select distinct 'fill', account_id from fills union all select distinct 'position', account_id from positions
            union all select distinct 'margin position', account_id from margin_positions) owned
          where not exists (select from account_states state where state.account_id = owned.account_id)`,
  },
  {
    id: 'INV-01',
    scope: 'account',
    repeats: ['entry_has_lines', 'entry_is_balanced'],
    says: 'every entry has at least two lines and adds up to zero per asset',
    sql: `select account_id, sequence, asset, sum(amount) as off_by from postings group by account_id, sequence, asset having sum(amount) <> 0
          union all select account_id, sequence, 'lines', cardinality(accounts) from entries where cardinality(accounts) < 2`,
  },
  {
    id: 'INV-02',
    scope: 'account',
    repeats: ['entry_is_balanced'],
    says: 'all postings add up to zero per asset',
    sql: 'select asset, sum(amount) as off_by from postings group by asset having sum(amount) <> 0',
  },
  {
    id: 'INV-03',
    scope: 'account',
    says: 'no line is zero and every entry names its cause',
    sql: `select account_id, sequence from entries where 0 = any (amounts) or cause_id = '' or cause_kind = ''`,
  },
  {
    id: 'INV-04',
    scope: 'account',
    says: 'no amount is beyond 10^15',
    sql: 'select account_id, sequence, amount from postings where abs(amount) > 1000000000000000',
  },
  {
    id: 'INV-05',
    scope: 'account',
    says: 'a chain has no gap and its time never goes back',
    // What has left leaves gaps up to where it ended, and is counted.
    sql: `select account_id, sequence, before, at, before_at from (
            select account_id, sequence, at, lag(sequence, 1, 0::bigint) over w as before, lag(at, 1, 0::bigint) over w as before_at
            from entries window w as (partition by account_id order by sequence)) chain
          where at < before_at or sequence <= before or (sequence > before + 1
            and sequence > coalesce((select max(a.sequence) from archived_accounts a where a.account_id = chain.account_id), 0) + 1)
          union all
          select state.account_id, state.sequence, count(e.sequence), state.last_at, max(e.at) from account_states state left join entries e using (account_id)
          group by state.account_id, state.sequence, state.last_at having state.sequence <> count(e.sequence)
            + coalesce((select sum(a.entries) from archived_accounts a where a.account_id = state.account_id), 0) or state.last_at < coalesce(max(e.at), 0)`,
  },
  {
    id: 'INV-08',
    scope: 'account',
    says: 'one event posts one step once',
    sql: 'select account_id, cause_kind, cause_id, cause_step, journal, count(*) from entries group by 1, 2, 3, 4, 5 having count(*) > 1',
  },
  {
    id: 'INV-09',
    scope: 'account',
    says: 'a wallet holds the sum of its postings, part by part',
    sql: `select w.account_id, w.type, part.name, part.shown, coalesce(p.posted, 0) as posted
          from wallets w cross join lateral (values ('CASH', w.cash), ('HOLD', w.hold), ('MARGIN', w.margin)) as part (name, shown)
          left join (select account_id, split_part(account, ':', 2) as type, split_part(account, ':', 3) as name, sum(amount) as posted
                     from ${POSTED} posted where account like 'U:%' group by 1, 2, 3) p
            on p.account_id = w.account_id and p.type = w.type and p.name = part.name
          where part.shown <> coalesce(p.posted, 0)
          union all
          select p.account_id, split_part(p.account, ':', 2), p.account, 0, sum(p.amount) from ${POSTED} p
          where p.account like 'U:%' and split_part(p.account, ':', 3) in ('CASH', 'HOLD', 'MARGIN')
            and not exists (select from wallets w where w.account_id = p.account_id and w.type = split_part(p.account, ':', 2)) group by 1, 2, 3`,
  },
  {
    id: 'INV-10',
    scope: 'account',
    says: 'what a wallet holds is what orders, transfers, withdrawals, subscriptions, mandates, applications, repayments and collateral hold',
    sql: `select w.account_id, w.type, w.hold, coalesce(o.held, 0) as held from wallets w
          left join (select account_id, wallet, sum(held) as held from (${HOLDS}) held group by 1, 2) o
            on o.account_id = w.account_id and o.wallet = w.type
          where w.hold <> coalesce(o.held, 0)`,
  },
  {
    id: 'INV-11',
    scope: 'account',
    repeats: ['wallets_cash_check', 'wallets_hold_check', 'wallets_margin_check', 'wallets_unsettled_check'],
    says: 'nothing of a customer is below zero',
    sql: 'select account_id, type from wallets where cash < 0 or hold < 0 or margin < 0 or unsettled < 0',
  },
  {
    id: 'INV-12',
    scope: 'account',
    says: 'an ended order holds nothing, and shares on sell orders are what those orders hold',
    sql: `select account_id, id::text, held_cash, held_quantity from orders where status not in ${OPEN} and (held_cash <> 0 or held_quantity <> 0)
          union all
          select p.account_id, p.instrument_id, p.held, coalesce(o.held, 0) from positions p
          left join (select account_id, instrument_id, sum(held_quantity) as held from orders where status in ${OPEN} group by 1, 2) o
            on o.account_id = p.account_id and o.instrument_id = p.instrument_id
          where p.closed_at is null and p.held <> coalesce(o.held, 0)`,
  },
  {
    id: 'INV-13',
    scope: 'account',
    says: 'what a purchase held was captured or released, once',
    sql: `select account_id, id, hold_at_start, filled_notional + ${chargesOfRow('orders')} as captured, held_cash from orders
          where side = 'buy' and margin_action is null and status in ${OPEN} and hold_at_start <> filled_notional + ${chargesOfRow('orders')} + held_cash
          union all
          select o.account_id, o.id, o.hold_at_start, 0, coalesce(sum(p.amount), 0)::bigint from orders o
          left join postings p on p.account_id = o.account_id and p.cause_kind = 'order' and p.cause_id = o.id::text and p.account = 'U:' || o.wallet || ':HOLD'
          where (o.side = 'buy' or o.margin_action = 'open') and o.status not in ${OPEN} group by o.account_id, o.id, o.hold_at_start having coalesce(sum(p.amount), 0) <> 0`,
  },
  {
    id: 'INV-14',
    scope: 'account',
    says: 'a transfer between wallets takes out of one what it puts into the other',
    sql: `select account_id, sequence, sum(amount) as off_by from postings where journal = 'J20' group by account_id, sequence
          having sum(amount) <> 0 or count(*) filter (where account not like 'U:%') > 0`,
  },
  {
    id: 'INV-14b',
    scope: 'account',
    says: 'a transfer moved what it says: all of it when done, what did not go back when called back or failed, on hold until then',
    sql: `with moved as (
            select account_id, cause_id, split_part(account, ':', 2) as wallet,
                   sum(amount) filter (where account like '%:CASH') as cash, sum(amount) filter (where account like '%:HOLD') as hold
            from postings where cause_kind = 'transfer' and account like 'U:%' group by 1, 2, 3)
          select t.account_id, t.id, t.status, t.amount, t.received, f.cash, f.hold, r.cash as arrived from transfers t
          left join moved f on f.account_id = t.account_id and f.cause_id = t.id::text and f.wallet = t.from_wallet
          left join moved r on r.account_id = t.account_id and r.cause_id = t.id::text and r.wallet = t.to_wallet
          where coalesce(f.cash, 0) <> coalesce(t.returned, 0) - t.amount
             or coalesce(f.hold, 0) <> case t.status when 'pending' then t.amount else 0 end
             or coalesce(r.cash, 0) <> case t.status when 'done' then t.received else 0 end or coalesce(r.hold, 0) <> 0`,
  },
  {
    id: 'INV-14c',
    scope: 'account',
    says: 'the exchange desk has what customers gave it less what it gave them, currency by currency',
    sql: `with desk as (select account_id, asset as currency, sum(amount) as held from postings where account like 'H:FX:%' and cause_kind not in ('deposit', 'withdrawal') group by 1, 2),
               exchanged as (
                 select t.account_id, w.currency, sum(t.change) as held from (
                   select account_id, from_wallet as wallet, amount as change from transfers where status = 'done' and rate is not null
                   union all select account_id, to_wallet, -received from transfers where status = 'done' and rate is not null
                   union all select account_id, from_wallet, amount - returned from transfers where returned is not null) t
                 join wallets w on w.account_id = t.account_id and w.type = t.wallet group by 1, 2)
          select account_id, currency, desk.held, exchanged.held as expected from desk full join exchanged using (account_id, currency)
          where coalesce(desk.held, 0) <> coalesce(exchanged.held, 0)`,
  },
  {
    id: 'INV-15',
    scope: 'account',
    repeats: ['entry_is_balanced'],
    says: 'customers hold what came in, less fees, taxes and what the market has',
    sql: `select asset, sum(amount) filter (where account like 'U:%') as customers, -sum(amount) filter (where account like 'H:%') as house
          from postings where asset in ('USD', 'ARS', 'TWD') group by asset
          having coalesce(sum(amount) filter (where account like 'U:%'), 0) <> -coalesce(sum(amount) filter (where account like 'H:%'), 0)`,
  },
  {
    id: 'INV-16',
    scope: 'account',
    says: 'the fees booked are the fees on the orders',
    sql: `select o.account_id, o.id, ${chargesOfRow('o')} as on_order, coalesce(p.booked, 0) as booked from orders o
          left join (select account_id, cause_id, sum(amount) as booked from postings
                     where cause_kind = 'order' and journal <> 'J45' and (account like 'H:FEE:%' or account like 'H:TAX:%') group by 1, 2) p
            on p.account_id = o.account_id and p.cause_id = o.id::text
          where ${chargesOfRow('o')} <> coalesce(p.booked, 0) and not ${hasLeft('o')}`,
  },
  {
    id: 'INV-19',
    scope: 'account',
    says: 'an order is in a state of the table, the state fits its fills, and it opens and ends once',
    sql: `select account_id, id, status, filled_quantity, quantity from orders
          where status not in ('held', 'queued', 'working', 'partial', 'filled', 'cancelled', 'expired')
             or (status = 'filled') <> (filled_quantity = quantity)
             or (status in ('held', 'queued', 'working') and filled_quantity <> 0)
             or (status = 'partial' and filled_quantity = 0)
          union all
          select o.account_id, o.id, o.status, o.filled_quantity, o.quantity from orders o
          left join (select account_id, order_id, count(*) filter (where kind = 'ended') as ended, count(*) filter (where kind = 'opened') as opened
                     from order_events group by 1, 2) e on e.account_id = o.account_id and e.order_id = o.id
          where not ${hasLeft('o')}
            and (coalesce(e.ended, 0) <> case when o.status in ('cancelled', 'expired') then 1 else 0 end or coalesce(e.opened, 0) > 1)`,
  },
  {
    id: 'INV-20',
    scope: 'account',
    says: 'filled and remaining are what was ordered, and the fills add up to it',
    sql: `select o.account_id, o.id, o.filled_quantity, coalesce(sum(f.quantity), 0) as filled, o.filled_notional, coalesce(sum(f.notional), 0) as notional
          from orders o left join fills f on f.account_id = o.account_id and f.order_id = o.id where not ${hasLeft('o')}
          group by o.account_id, o.id, o.filled_quantity, o.filled_notional
          having o.filled_quantity <> coalesce(sum(f.quantity), 0) or o.filled_notional <> coalesce(sum(f.notional), 0)`,
  },
  {
    id: 'INV-21',
    scope: 'account',
    says: 'every fill has one entry with both its legs, the money one way and the shares the other, and every such entry has its fill',
    sql: `with booked as (
            select account_id, cause_id, cause_step, sequence, journal, coalesce(sum(amount) filter (where account like 'H:SETTLE:%'), 0) as money,
                   sum(amount) filter (where account = 'H:SETTLESEC:' || asset ) as shares,
                   max(asset) filter (where account like 'H:SETTLESEC:%') as instrument_id
            from postings where cause_kind = 'order' and journal in ('J32', 'J33') group by 1, 2, 3, 4, 5),
               traded as (select *, case side when 'buy' then 'J32' else 'J33' end as journal, case side when 'buy' then 1 else -1 end as sign
                          from fills where position_id is null)
          select coalesce(f.account_id, b.account_id) as account_id, f.order_id, f.sequence, f.quantity, f.notional, b.sequence as entry, b.money, b.shares
          from traded f full join booked b on b.account_id = f.account_id and b.cause_id = f.order_id::text and b.cause_step = f.sequence and b.journal = f.journal
          where f.account_id is null or b.account_id is null or b.money <> f.sign * f.notional or coalesce(b.shares, 0) <> -f.sign * f.quantity
             or b.instrument_id <> f.instrument_id`,
  },
  {
    id: 'INV-22',
    scope: 'account',
    says: 'no fill is of an unknown order or beyond the last trade date of its order',
    sql: `select f.account_id, f.order_id, f.sequence, f.trade_date from fills f left join orders o on o.account_id = f.account_id and o.id = f.order_id
          where o.id is null or f.trade_date > o.last_trade_date`,
  },
  {
    id: 'INV-23',
    scope: 'account',
    says: 'no fill is worse than its order allows, and one with a limit allows its limit',
    sql: `select f.account_id, f.order_id, f.sequence, f.price, o.worst_price from fills f join orders o on o.account_id = f.account_id and o.id = f.order_id
          left join lateral (
            select max(previous_worst) as highest, min(previous_worst) as lowest from order_events e
            where e.account_id = o.account_id and e.order_id = o.id and e.kind = 'amended') amended on true
          where case o.side when 'buy' then f.price > greatest(o.worst_price, amended.highest) else f.price < least(o.worst_price, amended.lowest) end
          union all
          select o.account_id, o.id, null, o.limit_price, o.worst_price from orders o
          where o.type in ('limit', 'stopLimit') and o.limit_price is distinct from o.worst_price`,
  },
  {
    id: 'INV-25',
    scope: 'account',
    says: 'what is held is what was bought less what was sold, changed by splits, and the same in the ledger',
    sql: `with held as (select account_id, instrument_id, sum(free) as free, sum(held) as held, sum(locked) as locked from positions group by 1, 2),
               traded as (select account_id, instrument_id, sum(case side when 'buy' then quantity else -quantity end) as quantity from share_fills group by 1, 2),
               split as (select account_id, asset as instrument_id, sum(amount) as change from postings
                         where journal = 'J97' and account like 'U:SEC%' group by 1, 2),
               posted as (select account_id, asset as instrument_id,
                            sum(amount) filter (where account like 'U:SEC:%') as free, sum(amount) filter (where account like 'U:SECHOLD:%') as held,
                            sum(amount) filter (where account like 'U:SECLOCK:%') as locked
                          from ${POSTED} posted where account like 'U:SEC%' group by 1, 2)
          select account_id, instrument_id, h.free, h.held, t.quantity, p.free as posted_free, p.held as posted_held
          from held h full join traded t using (account_id, instrument_id) full join posted p using (account_id, instrument_id)
            full join split s using (account_id, instrument_id)
          where coalesce(h.free + h.held + h.locked, 0) <> coalesce(t.quantity, 0) + coalesce(s.change, 0)
             or coalesce(h.free, 0) <> coalesce(p.free, 0) or coalesce(h.held, 0) <> coalesce(p.held, 0)
             or coalesce(h.locked, 0) <> coalesce(p.locked, 0)`,
  },
  {
    id: 'INV-26',
    scope: 'account',
    says: 'realised results are those of the fills',
    // INV-40 recomputes what the fraction of a split brought beyond its cost.
    sql: `select account_id, instrument_id, sum(realised) as shown from positions p
          where not ${positionHasLeft('p')} and not exists (select from postings l where l.account_id = p.account_id and l.journal = 'J97'
                            and l.cause_id like p.instrument_id || ':%' and l.account like 'U:%:CASH') group by 1, 2
          except select account_id, instrument_id, coalesce(sum(realised), 0) from share_fills group by 1, 2`,
  },
  {
    id: 'INV-27',
    scope: 'account',
    says: 'an order moved price × quantity, rounded once',
    sql: `select o.account_id, o.id, o.filled_value, o.filled_notional, sum(f.price::numeric * f.quantity / 100000000) as exact
          from orders o join fills f on f.account_id = o.account_id and f.order_id = o.id
          where o.margin_action is null group by o.account_id, o.id, o.filled_value, o.filled_notional, o.wallet
          having o.filled_value <> sum(f.price::numeric * f.quantity / 100000000) or o.filled_notional <> round(o.filled_value::numeric / ${unitsPerMinor('o.wallet')})`,
  },
  ...corporateInvariants,
  {
    id: 'INV-37',
    scope: 'context',
    says: 'no session lives on past its end or of an account without books',
    sql: `select s.account_id, s.session_id from sessions s left join account_states state using (account_id)
          where state.account_id is null or (s.ended_at is not null and s.last_use_at > s.ended_at + 60000)`,
  },
  {
    id: 'INV-35',
    scope: 'context',
    says: 'a stored answer belongs to an account',
    sql: 'select i.account_id, i.path, i.key from idempotency i left join account_states state using (account_id) where state.account_id is null',
  },
  {
    id: 'SETTLE',
    scope: 'account',
    says: 'unsettled proceeds are those of sales that have not settled',
    sql: `select w.account_id, w.unsettled, coalesce(s.waiting, 0) as waiting from wallets w
          left join (select f.account_id, o.wallet, sum(f.notional - ${chargesOfRow('f')}) as waiting
                     from ${FILLS_WITH_WALLETS} where f.side = 'sell' and ${WAITS} group by 1, 2) s on s.account_id = w.account_id and s.wallet = w.type
          where w.unsettled <> coalesce(s.waiting, 0)`,
  },
  {
    id: 'STREET',
    scope: 'account',
    says: 'the street side is empty of everything that has settled',
    sql: `with street as (select account_id, sum(amount) as open from ${POSTED} posted where account like 'H:SETTLE:%' group by 1),
               waiting as (select f.account_id, sum(case f.side when 'buy' then f.notional else -f.notional end) as open from ${FILLS_WITH_WALLETS}
                           where ${WAITS} group by 1)
          select account_id, street.open, waiting.open as expected from street full join waiting using (account_id)
          where coalesce(street.open, 0) <> coalesce(waiting.open, 0)`,
  },
  ...messageInvariants,
  ...executionInvariants,
  ...noArbitrageInvariants,
  ...marginInvariants,
  ...depositInvariants,
  ...withdrawalInvariants,
  ...fundInvariants,
  ...mandateInvariants,
  ...offeringInvariants,
  ...robotInvariants,
  ...loanInvariants,
  ...fractionInvariants,
  ...blockInvariants,
  ...planInvariants,
  ...feeInvariants,
  ...roleInvariants,
  ...trustInvariants,
  ...practiceInvariants,
  ...causeInvariants,
  ...auditInvariants,
  ...subscriptionInvariants,
  ...placingInvariants,
  ...reversalInvariants,
  ...miningInvariants,
  ...closedDayInvariants,
]
