import type { Plan, PlanRun, PlanSkip, PlanStatus, Rhythm } from '@rueda/rules/plans/plan.ts'
import { isOpenPlan } from '@rueda/rules/plans/plan.ts'
import { planKind, planRunKind } from '@rueda/rules/plans/records.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import { type TableParts, heldByKey, loadingOf, lookup, lookupOfAccount, storedKind } from '../../write-path/record-kind.ts'

type RecurringColumns =
  | Readonly<{
      amount: bigint
      givers: string
      rhythm: Rhythm
      day: number
      first_date: CalendarDate
      due_on: CalendarDate
      skips_in_row: number
    }>
  | Readonly<{ amount: null }>

export type PlanRecord = RecurringColumns &
  Readonly<{
    account_id: bigint
    id: string
    number: string
    instrument_id: string
    wallet: WalletType
    status: PlanStatus
    paused_by: Plan['pausedBy']
    last_ran_on: CalendarDate | null
    started_at: bigint
    changed_at: bigint
  }>

export const readPlan = (row: PlanRecord): Plan => ({
  id: row.id,
  number: row.number,
  accountId: String(row.account_id),
  instrumentId: row.instrument_id,
  wallet: row.wallet,
  recurring:
    row.amount === null
      ? null
      : {
          amount: row.amount,
          givers: row.givers.split(' ').filter((word) => word !== '') as WalletType[],
          rhythm: row.rhythm,
          day: row.day,
          firstDate: row.first_date,
          dueOn: row.due_on,
          skipsInRow: row.skips_in_row,
        },
  status: row.status,
  pausedBy: row.paused_by,
  lastRanOn: row.last_ran_on,
  startedAt: Number(row.started_at),
  changedAt: Number(row.changed_at),
})

const planTable: TableParts<Plan> = {
  key: [
    ['account_id', 'bigint', (plan) => plan.accountId],
    ['id', 'uuid', (plan) => plan.id],
  ],
  fixed: [
    ['number', 'text', (plan) => plan.number],
    ['instrument_id', 'text', (plan) => plan.instrumentId],
    ['wallet', 'text', (plan) => plan.wallet],
    ['started_at', 'bigint', (plan) => plan.startedAt],
  ],
  changing: [
    ['amount', 'bigint', ({ recurring }) => recurring?.amount ?? null],
    ['givers', 'text', ({ recurring }) => recurring?.givers.join(' ') ?? null],
    ['rhythm', 'text', ({ recurring }) => recurring?.rhythm ?? null],
    ['day', 'int', ({ recurring }) => recurring?.day ?? null],
    ['first_date', 'date', ({ recurring }) => recurring?.firstDate ?? null],
    ['due_on', 'date', ({ recurring }) => recurring?.dueOn ?? null],
    ['skips_in_row', 'int', ({ recurring }) => recurring?.skipsInRow ?? null],
    ['status', 'text', (plan) => plan.status],
    ['paused_by', 'text', (plan) => plan.pausedBy],
    ['last_ran_on', 'date', (plan) => plan.lastRanOn],
    ['changed_at', 'bigint', (plan) => plan.changedAt],
  ],
}

const READ_PLANS = `
  select p.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, id)
  cross join lateral (select * from plans where account_id = asked.account_id and id = asked.id limit 1) p`
const READ_OPEN_PLANS = `select * from plans where account_id = any($1::bigint[]) and status <> 'ended'`

const loading = loadingOf(planKind, readPlan)
export const plansById = lookup('read-plans', READ_PLANS, loading, heldByKey(planKind))
export const openPlansOf = lookupOfAccount('read-open-plans', READ_OPEN_PLANS, loading)

export const plans = storedKind(planKind, {
  table: 'plans',
  isKept: isOpenPlan,
  parts: planTable,
  classes: {
    personal:
      'account_id id number instrument_id wallet amount givers rhythm day first_date due_on skips_in_row status paused_by last_ran_on started_at changed_at',
  },
})

export type PlanRunRecord = Readonly<{
  account_id: bigint
  id: string
  plan_id: string
  instrument_id: string
  occasion: string
  due_on: CalendarDate
  ran_on: CalendarDate
  amount: bigint
  order_id: string | null
  skipped: PlanSkip | null
  at: bigint
}>

export const readPlanRun = (row: PlanRunRecord): PlanRun => ({
  id: row.id,
  accountId: String(row.account_id),
  planId: row.plan_id,
  instrumentId: row.instrument_id,
  occasion: row.occasion,
  dueOn: row.due_on,
  ranOn: row.ran_on,
  amount: row.amount,
  orderId: row.order_id,
  skipped: row.skipped,
  at: Number(row.at),
})

const planRunTable: TableParts<PlanRun> = {
  key: [
    ['account_id', 'bigint', (run) => run.accountId],
    ['id', 'text', (run) => run.id],
  ],
  fixed: [
    ['plan_id', 'uuid', (run) => run.planId],
    ['instrument_id', 'text', (run) => run.instrumentId],
    ['occasion', 'text', (run) => run.occasion],
    ['due_on', 'date', (run) => run.dueOn],
    ['ran_on', 'date', (run) => run.ranOn],
    ['amount', 'bigint', (run) => run.amount],
    ['order_id', 'uuid', (run) => run.orderId],
    ['skipped', 'text', (run) => run.skipped],
    ['at', 'bigint', (run) => run.at],
  ],
  changing: [],
}

const READ_RUNS = `
  select r.* from unnest($1::bigint[], $2::text[]) as asked (account_id, id)
  cross join lateral (select * from plan_runs where account_id = asked.account_id and id = asked.id limit 1) r`
export const planRunsById = lookup('read-plan-runs', READ_RUNS, loadingOf(planRunKind, readPlanRun), heldByKey(planRunKind))

export const planRuns = storedKind(planRunKind, {
  table: 'plan_runs',
  parts: planRunTable,
  classes: { personal: 'account_id id plan_id instrument_id occasion due_on ran_on amount order_id skipped at' },
})
