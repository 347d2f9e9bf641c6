import { type LimitName, firstLimits } from '@rueda/rules/terms/limits.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { minorDigits } from '@rueda/rules/money.ts'
import { pairOf } from '@rueda/rules/transfers/exchange.ts'
import { type Rail, currencyOfRail, rails } from '@rueda/rules/withdrawals/rails.ts'
import type { Invariant } from './invariants.ts'

/** Invariants of withdrawals: each moved what its status says and nothing else, and none passed a limit. */
const MOVED = `
  select account_id, cause_id,
         coalesce(sum(amount) filter (where account like 'U:%:CASH'), 0) as cash,
         coalesce(sum(amount) filter (where account like 'U:%:HOLD'), 0) as hold,
         coalesce(sum(amount) filter (where account like 'H:FEE:WD:%'), 0) as fee,
         coalesce(sum(amount) filter (where account like 'H:BANK:%' or account like 'H:CHAIN:%'), 0) as paid
  from postings where cause_kind = 'withdrawal' group by 1, 2`

/** In these states the money has left, or is about to. */
const COUNTS = `('pending', 'sending', 'sent')`

/** The limit under which a withdrawal began. */
const limitOf = (name: LimitName): string => `coalesce(
  (select (t.terms ->> 'limit')::bigint from house_terms t where t.kind = 'moneyLimit' and t.subject = '${name}'
   and t.effective_at <= w.started_at order by t.effective_at desc, t.terms_id desc limit 1), ${firstLimits[name]})`

const limitBroken = (spanMs: number, name: LimitName): string => `
  select w.account_id, w.id, ${spanMs} as span, sum(o.value) as value from withdrawals w
  join withdrawals o on o.account_id = w.account_id and o.started_at <= w.started_at and o.started_at > w.started_at - ${spanMs}
  where w.status in ${COUNTS} and o.status in ${COUNTS} group by w.account_id, w.id, w.started_at having sum(o.value) > ${limitOf(name)}`

const DAYS_OF_A_MONTH = 30

const byRail = (valueOf: (rail: Rail) => string): string =>
  `case w.rail ${Object.values(rails)
    .map((rail) => `when '${rail.id}' then ${valueOf(rail)}`)
    .join(' ')} end`

/** The amount less its fee in minor units of what is paid out, at par and at the rate that was kept. */
const UNITS = `(w.amount - w.fee) * ${byRail((rail) => String(10 ** (minorDigits[rail.pays] - minorDigits[currencyOfRail(rail)])))}::numeric`
const SELLS_BASE = byRail((rail) => String(rail.spread !== null && pairOf(currencyOfRail(rail), rail.pays).base === currencyOfRail(rail)))
const CONVERTED = `${UNITS} * case when ${SELLS_BASE} then w.rate / 1e8::numeric else 1e8::numeric / w.rate end`

export const withdrawalInvariants: readonly Invariant[] = [
  {
    id: 'WITHDRAWAL-1',
    scope: 'account',
    says: 'a withdrawal is on hold until it is decided, paid out less its fee when it was sent, and whole again where it was not',
    sql: `with moved as (${MOVED})
          select w.account_id, w.id, w.status, w.amount, w.fee, w.payout, m.cash, m.hold, m.fee as charged, m.paid from withdrawals w
          left join moved m on m.account_id = w.account_id and m.cause_id = w.id::text
          where coalesce(m.cash, 0) <> case when w.status in ${COUNTS} then -w.amount else 0 end
             or coalesce(m.hold, 0) <> case when w.status in ('pending', 'sending') then w.amount else 0 end
             or coalesce(m.fee, 0) <> case w.status when 'sent' then w.fee else 0 end
             or coalesce(m.paid, 0) <> case w.status when 'sent' then w.payout else 0 end
          union all
          select m.account_id, null, 'unknown', 0, 0, 0, m.cash, m.hold, m.fee, m.paid from moved m
          where not exists (select from withdrawals w where w.account_id = m.account_id and w.id::text = m.cause_id)`,
  },
  {
    id: 'WITHDRAWAL-2',
    scope: 'context',
    says: 'no more was on its way out than a day and a month allow',
    sql: `${limitBroken(DAY_MS, 'withdrawalDay')} union all ${limitBroken(DAYS_OF_A_MONTH * DAY_MS, 'withdrawalMonth')}`,
  },
  {
    id: 'WITHDRAWAL-3',
    scope: 'account',
    says: 'what became of a withdrawal is the end of its timeline',
    sql: `select w.account_id, w.id, w.status from withdrawals w
          where not exists (select from withdrawal_events e where e.account_id = w.account_id and e.withdrawal_id = w.id
                            and e.kind = case w.status when 'pending' then 'requested' when 'sending' then 'approved' else w.status end)`,
  },
  {
    id: 'WITHDRAWAL-4',
    scope: 'context',
    says: 'nothing above what one person may let go was paid without the word of two, for exactly that',
    sql: `select w.account_id, w.id, w.status, w.value from withdrawals w
          where w.status in ('sending', 'sent', 'returned') and w.value > ${limitOf('withdrawalAlone')}
            and not exists (select from approvals a where a.power = 'withdrawals.approve' and a.subject = 'withdrawal:' || w.id
                              and a.account_id = w.account_id and a.decision = 'approved' and a.checker_person <> a.maker_person
                              and a.checked_hash = a.payload_hash)`,
  },
  {
    id: 'WITHDRAWAL-5',
    scope: 'account',
    says: 'a withdrawal of dollars counts in full against the limits, and pays out what its amount less its fee is worth at its rate, below the mid',
    sql: `select w.account_id, w.id, w.rail, w.amount, w.value, w.payout, w.rate, w.mid from withdrawals w
          where (w.wallet, w.pays) is distinct from (${byRail(({ wallet }) => `'${wallet}'`)}, ${byRail(({ pays }) => `'${pays}'`)})
             or (w.rate is null) <> (${byRail(({ spread }) => String(spread === null))})
             or (${byRail((rail) => String(currencyOfRail(rail) === 'USD'))} and w.value <> w.amount)
             or w.payout > case when w.rate is null then ${UNITS} else ${CONVERTED} end
             or (w.rate is not null and case when ${SELLS_BASE} then w.rate >= w.mid else w.rate <= w.mid end)`,
  },
]
