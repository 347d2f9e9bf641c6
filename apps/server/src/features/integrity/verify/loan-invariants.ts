import { levelsOf } from '@rueda/rules/loans/collateral.ts'
import {
  DAYS_TO_DEFAULT,
  type LoanProduct,
  MAX_LATE_SHARE,
  MAX_LOAN,
  MAX_LOAN_ALONE,
  MIN_ACCOUNT_DAYS,
  loanProductList,
  penaltyRateOf,
} from '@rueda/rules/loans/product.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { MESSAGES_KEPT_FOR_MS } from '../../../jobs/purge-expired.ts'
import type { Invariant } from './invariants.ts'
import { DEALT_NAV } from './strike-times.ts'

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

const byProduct = (valueOf: (product: LoanProduct) => bigint | number): string =>
  `case product_id ${loanProductList.map((product) => `when '${product.id}' then ${valueOf(product)}`).join(' ')} end`

/** The date of UTC of a moment. */
const dateOf = (moment: string): string => `date '1970-01-01' + (${moment} / ${DAY_MS})::integer`

/** Late days cost this much at most, interest and penalty together, in units of 10^-8 of a cent. */
const MAX_LATE = `amount * ${MAX_LATE_SHARE}`
/** Each day's share of the principal that was left on it, summed up over the days after the due date, and over those before it. */
const LATE_DAYS = '(amount::numeric * late_days - late_less)'
const DAYS_IN_TIME = `(amount::numeric * days - less - ${LATE_DAYS})`

/** Days by which the count of a loan may be behind that of others: the count of one day is under way, or begins anew after a failure. */
const MAX_DAYS_BEHIND = 2

/**
 * What was paid for shares, as a part of what they can have been worth when the loan was ended: a sale follows within seconds while their market is open,
 * and prices may have risen by a quarter where it was closed.
 */
const [SOLD_AT_ONCE, SOLD_LATER] = ['0.95', '0.8']

/** The message of its end is written in the same commit. */
const BEGUN = `
  select min(m.created_at) as at from messages m
  where m.account_id = l.account_id and m.template = 'loan.defaulted' and m.link = 'loan:' || l.id`

/** Half of the time that messages are kept: a loan that has ended since has its message, however long its sale took. The newest job stands for now. */
const RECENT = `coalesce((select max(due_at) from job_runs), 0) - ${MESSAGES_KEPT_FOR_MS / 2}`

const SOLD_FOR = `
  select min(f.price) * case when min(f.at) <= begun.at + ${MINUTE_MS} then ${SOLD_AT_ONCE} else ${SOLD_LATER} end
  from orders o join fills f on f.account_id = o.account_id and f.order_id = o.id
  where o.account_id = l.account_id and o.pledge_id = p.id`

/** Units at the strike of then, or at the one before where that was struck in the same minute. */
const STRIKE_OF_THEN = `
  select min(${DEALT_NAV}) from fund_orders o join fund_strikes s on s.fund_id = o.fund_id
  where o.account_id = l.account_id and o.id::text = p.ref and s.struck_at <= begun.at and s.date >= (
    select max(b.date) from fund_strikes b where b.fund_id = o.fund_id and b.struck_at <= begun.at - ${MINUTE_MS})`
const LOWEST_STRIKE = `
  select min(s.nav) * ${SOLD_LATER} from fund_orders o join fund_strikes s on s.fund_id = o.fund_id and s.date >= l.lent_from
  where o.account_id = l.account_id and o.id::text = p.ref`

/**
 * Loans that were ended because their collateral was worth too little, with the debt of then, and the value from which on that could not have
 * been. Shares count at what the sale brought, units at their strike, at the lowest since where nobody knows when it was. Where shares were
 * split since, quantities are others.
 */
const FAILED_BY_VALUE = `
  select l.account_id, l.id,
         l.amount + round(l.interest / 100000000::numeric) + round(l.penalty / 100000000::numeric) - coalesce(
           (select sum(r.amount) from loan_repayments r where r.account_id = l.account_id and r.loan_id = l.id and r.status = 'approved'), 0) as debt,
         coalesce((select sum(floor(p.start_quantity * case p.kind
             when 'cash' then ${levelsOf.cash.fail} / 100::numeric
             when 'stock' then ${levelsOf.stock.fail} / 100::numeric * coalesce((${SOLD_FOR}), 0) / 1e14
             else ${levelsOf.fund.fail} / 100::numeric * coalesce((${STRIKE_OF_THEN}), (${LOWEST_STRIKE}), 0) / 1e14 end))
           from loan_pledges p where p.account_id = l.account_id and p.loan_id = l.id and not exists (
             select from entries e where e.account_id = l.account_id and e.journal = 'J97' and e.cause_id like p.ref || ':%')), 0) as above
  from loans l cross join lateral (${BEGUN}) begun where l.default_cause = 'value'`

/** Percent of each kind of collateral that is lent on it. */
const byKind = `case p.kind ${Object.entries(levelsOf)
  .map(([kind, { start }]) => `when '${kind}' then ${start}`)
  .join(' ')} end`

/** What the rules never give by themselves, where the ledger alone shows it: to a new account, and to one whose earlier loan was late or failed. */
const LEFT_TO_STAFF = `
  (select min(lent.at) - min(first.at) from entries first join entries lent on lent.account_id = l.account_id and lent.cause_id = l.id::text and lent.journal = 'J70'
   where first.account_id = l.account_id and first.sequence = 1) < ${MIN_ACCOUNT_DAYS * DAY_MS}
  or exists (select from loans o where o.account_id = l.account_id and o.applied_at < l.applied_at and (o.status = 'defaulted' or o.late > 0))`

const STAFFS_WORD = `
  select from review_cases c where c.account_id = l.account_id and c.kind = 'loan' and c.subject_id = l.id::text
    and c.outcome = 'approved' and c.closed_by is not null`

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
  {
    id: 'LOAN-4',
    scope: 'account',
    says: 'a loan has the published terms of its product and the dates of its payout, and late days cost what they do up to the most there is',
    sql: `select account_id, id, product_id, term_days, daily_rate, penalty_rate, amount from loans
          where amount > ${MAX_LOAN} or (term_days, daily_rate, penalty_rate) is distinct from (${byProduct(({ termDays }) => termDays)},
            ${byProduct(({ dailyRate }) => dailyRate)}, ${byProduct(({ dailyRate }) => penaltyRateOf(dailyRate))})
          union all
          select l.account_id, l.id, 'dates', l.due_on - l.lent_from, null, null, paid.at from loans l left join lateral (
            select min(e.at) as at from entries e
            where e.account_id = l.account_id and e.cause_id = l.id::text and e.cause_kind = 'loan' and e.journal = 'J70') paid on true
          where l.lent_from is distinct from ${dateOf('paid.at')} or l.due_on is distinct from l.lent_from + l.term_days
          union all
          select account_id, id, 'late', late_days::integer, late, penalty, interest from (${COUNTED}) counted
          where late <> least(${MAX_LATE}, (daily_rate + penalty_rate) * ${LATE_DAYS})
             or interest + penalty <> daily_rate * ${DAYS_IN_TIME} + late`,
  },
  {
    id: 'LOAN-5',
    scope: 'context',
    says: 'every day of a loan is counted, a default has its cause, and nothing above what the rules may lend was lent without the word of staff',
    sql: `with counting as (select max(counted_to) as until from loans where status in ('active', 'overdue'))
          select l.account_id, l.id, l.status, 'days' as fault from loans l, counting
          where l.status in ('active', 'overdue') and l.counted_to < counting.until - ${MAX_DAYS_BEHIND}
            and not exists (select from loan_repayments r where r.account_id = l.account_id and r.loan_id = l.id and r.status = 'pending')
          union all
          select l.account_id, l.id, l.status, 'default' from loans l
          where (l.status in ('selling', 'defaulted')) <> (l.default_cause is not null)
             or (l.default_cause = 'time' and l.counted_to <= l.due_on + ${DAYS_TO_DEFAULT})
             or (l.status in ('selling', 'defaulted') and (${BEGUN}) is null and coalesce(l.ended_at > ${RECENT}, true))
          union all
          select account_id, id, 'defaulted', 'value' from (${FAILED_BY_VALUE}) failed where debt < above
          union all
          select l.account_id, l.id, l.status, 'approval' from loans l
          where l.lent_from is not null and (
            (l.amount > ${MAX_LOAN_ALONE} and not exists (
               select from approvals a where a.power = 'loans.approve' and a.subject = 'loan:' || l.id and a.account_id = l.account_id
                 and a.decision = 'approved' and a.checker_person <> a.maker_person and a.checked_hash = a.payload_hash))
            or ((l.queued_at is not null or l.amount > ${MAX_LOAN_ALONE}) and not exists (${STAFFS_WORD})))`,
  },
  {
    id: 'LOAN-6',
    scope: 'context',
    says: 'what was lent was covered when it was asked for, by what was locked before it was paid out, and what rules do not give staff gave',
    sql: `select l.account_id, l.id, l.status, 'collateral' as fault from loans l
          where l.lent_from is not null and l.amount > coalesce((
            select sum(trunc(p.start_value * ${byKind} / 100::numeric)) from loan_pledges p
            where p.account_id = l.account_id and p.loan_id = l.id and (p.kind <> 'cash' or p.start_value = p.start_quantity)), 0)
          union all
          select l.account_id, l.id, l.status, 'lock' from loans l
          where l.lent_from is not null and not exists (
            select from entries lent where lent.account_id = l.account_id and lent.cause_id = l.id::text and lent.journal = 'J70' and lent.at >= l.applied_at
              and (exists (select from entries locked where locked.account_id = l.account_id and locked.cause_id = l.id::text
                           and locked.journal = 'J75' and locked.sequence < lent.sequence)
                or not exists (select from loan_pledges p where p.account_id = l.account_id and p.loan_id = l.id and p.kind <> 'fund')))
          union all
          select l.account_id, l.id, l.status, 'queue' from loans l where (l.findings <> '') <> (l.queued_at is not null)
          union all
          select l.account_id, l.id, l.status, 'staff' from loans l
          where l.lent_from is not null and (
            exists (select from review_cases c where c.account_id = l.account_id and c.kind = 'loan' and c.subject_id = l.id::text
                    and (c.outcome, c.closed_by is not null) is distinct from ('approved', true))
            or ((l.findings <> '' or ${LEFT_TO_STAFF}) and not exists (${STAFFS_WORD})))`,
  },
]
