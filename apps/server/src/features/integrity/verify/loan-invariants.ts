import type { Invariant } from './invariants.ts'

/** What the ledger's checks hold of loans, of what covers them, and of what is paid on them (`docs/rules/loans.md` E.6). */
const OPEN = `('pending', 'active', 'overdue', 'selling')`

/**
 * The days that cost something, each on what was left of the loan on it: of everything from the first day on, less what every repayment has
 * taken out from the day on which it was counted.
 */
const COUNTED = `
  select l.*, l.counted_to - l.lent_from as days, greatest(0, l.counted_to - l.due_on) as late_days,
         coalesce(r.less, 0) as less, coalesce(r.late_less, 0) as late_less
  from loans l left join lateral (
    select sum(p.principal * (l.counted_to - greatest(p.counted_on, l.lent_from + 1))) as less,
           sum(p.principal * greatest(0, l.counted_to - greatest(p.counted_on, l.due_on))) as late_less
    from loan_repayments p where p.account_id = l.account_id and p.loan_id = l.id and p.status = 'approved') r on true
  where l.lent_from is not null`

export const loanInvariants: readonly Invariant[] = [
  {
    id: 'INV-33',
    scope: 'account',
    says: 'what is owed of a loan is what was lent with every day of interest and penalty, less what was paid, and the same in the ledger',
    sql: `with counted as (${COUNTED}),
               posted as (select account_id, substr(account, 8) as id, -sum(amount) as debt from postings where account like 'U:LOAN:%' group by 1, 2)
          select account_id, id, l.debt, p.debt as posted from loans l full join
            (select account_id, id::uuid as id, debt from posted) p using (account_id, id)
          where coalesce(l.debt, 0) <> coalesce(p.debt, 0)
          union all
          select account_id, id, debt, principal from loans
          where debt <> principal + round(interest / 100000000::numeric) - interest_paid + round(penalty / 100000000::numeric) - penalty_paid
            and abs(debt - (principal + interest / 100000000::numeric - interest_paid + penalty / 100000000::numeric - penalty_paid)) > 1
          union all
          select account_id, id, interest, (daily_rate * (amount::numeric * days - less))::bigint from counted
          where late < amount * 20000000 and interest <> daily_rate * (amount::numeric * days - less)
          union all
          select account_id, id, penalty, (penalty_rate * (amount::numeric * late_days - late_less))::bigint from counted
          where late < amount * 20000000 and penalty <> penalty_rate * (amount::numeric * late_days - late_less)`,
  },
  {
    id: 'LOAN-1',
    scope: 'account',
    says: 'every loan that is paid out was paid out once, and what it took back is its repayments, its collateral, and what the house bore',
    sql: `with moved as (
            select account_id, cause_id,
                   coalesce(sum(amount) filter (where journal = 'J70' and account = 'U:US_WALLET:CASH'), 0) as lent,
                   coalesce(sum(amount) filter (where account like 'H:LOANBOOK:%' and asset = 'USD'), 0) as book,
                   coalesce(sum(amount) filter (where account like 'H:INTINC:%' and asset = 'USD'), 0) as interest,
                   coalesce(sum(amount) filter (where account like 'H:PENINC:%' and asset = 'USD'), 0) as penalty,
                   coalesce(-sum(amount) filter (where account like 'H:INSURANCE:%'), 0) as borne
            from postings where cause_kind = 'loan' group by 1, 2)
          select account_id, l.id, l.status, l.amount, m.lent, m.book, m.interest, m.penalty, m.borne
          from loans l full join (select account_id, cause_id::uuid as id, lent, book, interest, penalty, borne from moved) m using (account_id, id)
          where l.id is null or coalesce(m.lent, 0) <> case when l.lent_from is null then 0 else l.amount end
             or -coalesce(m.book, 0) <> l.principal
             or coalesce(m.interest, 0) > l.interest_paid or coalesce(m.penalty, 0) > l.penalty_paid
             or coalesce(m.borne, 0) > l.written_off
             or l.interest_paid + l.penalty_paid - coalesce(m.interest + m.penalty, 0) <> l.written_off - coalesce(m.borne, 0)`,
  },
  {
    id: 'LOAN-2',
    scope: 'account',
    says: 'what covers a loan is locked once, and free when the loan has ended',
    sql: `select p.account_id, p.id, p.kind, p.quantity from loan_pledges p join loans l on l.account_id = p.account_id and l.id = p.loan_id
          where p.quantity > 0 and l.status not in ${OPEN}
          union all
          select account_id, o.id, 'fund', o.pledged from fund_orders o left join
            (select account_id, ref, sum(quantity) as quantity from loan_pledges where kind = 'fund' group by 1, 2) p using (account_id)
          where p.ref = o.id::text and o.pledged <> p.quantity
          union all
          select o.account_id, o.id, 'fund', o.pledged from fund_orders o
          where o.pledged > 0 and not exists (select from loan_pledges p where p.account_id = o.account_id and p.kind = 'fund' and p.ref = o.id::text)`,
  },
  {
    id: 'LOAN-3',
    scope: 'account',
    says: 'a repayment was taken once for its parts, or given back whole',
    sql: `select r.account_id, r.id, r.status, r.amount, l.status from loan_repayments r
          join loans l on l.account_id = r.account_id and l.id = r.loan_id
          where r.status = 'pending' and l.status not in ('active', 'overdue')
          union all
          select l.account_id, l.id, 'approved', coalesce(r.amount, 0), coalesce(p.amount, 0)::text from loans l
          left join (select account_id, loan_id, sum(amount) as amount from loan_repayments where status = 'approved' group by 1, 2) r
            on r.account_id = l.account_id and r.loan_id = l.id
          left join (select account_id, cause_id, -sum(amount) as amount from postings where journal = 'J72b' and account like 'U:%:HOLD' group by 1, 2) p
            on p.account_id = l.account_id and p.cause_id = l.id::text
          where coalesce(r.amount, 0) <> coalesce(p.amount, 0)`,
  },
]
