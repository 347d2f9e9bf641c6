import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { type Plan, type PlanRun, type PlanStatus } from '@rueda/rules/plans/plan.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { type Listed, type Slice, mapListed, readPage } from '../../db/read-page.ts'
import type { Reader } from '../../db/snapshot.ts'
import { callerChecks } from '../../http/session.ts'
import { type PlanRecord, type PlanRunRecord, readPlan, readPlanRun } from './records.ts'

/** The customer's own plan; somebody else's reads as a missing one. */
export async function ownPlan(reader: Reader, accountId: string, id: string): Promise<Plan | null> {
  const { rows } = await reader.query<PlanRecord>('select * from plans where account_id = $1 and id = $2', [accountId, id])
  return rows[0] === undefined ? null : readPlan(rows[0])
}

type PlanFilter = Slice & Readonly<{ statuses: readonly PlanStatus[]; instrumentId: string | null }>

/** Plans that buy come first, then those that are paused, then those that ended. */
export async function plansOf(
  reader: Reader,
  accountId: string,
  { statuses, instrumentId, limit, offset }: PlanFilter,
): Promise<Listed<Plan>> {
  const where = 'account_id = $1 and status = any ($2) and ($3::text is null or instrument_id = $3)'
  const order = "array_position(array['active', 'paused', 'ended'], status), due_on nulls last, started_at desc, id"
  const page = { table: 'plans', where, values: [accountId, statuses, instrumentId], order, limit, offset }
  return mapListed(await readPage<PlanRecord>(reader, page), readPlan)
}

export async function runsOf(reader: Reader, accountId: string, planId: string, slice: Slice): Promise<Listed<PlanRun>> {
  const page = { table: 'plan_runs', where: 'account_id = $1 and plan_id = $2', values: [accountId, planId], order: 'at desc, due_on desc' }
  return mapListed(await readPage<PlanRunRecord>(reader, { ...page, ...slice }), readPlanRun)
}

/** The newest run of each of these plans. */
export async function lastRunsOf(reader: Reader, accountId: string, planIds: readonly string[]): Promise<ReadonlyMap<string, PlanRun>> {
  const { rows } = await reader.query<PlanRunRecord>(
    `select distinct on (plan_id) * from plan_runs where account_id = $1 and plan_id = any ($2) order by plan_id, at desc, due_on desc`,
    [accountId, planIds],
  )
  return new Map(rows.map((row) => [row.plan_id, readPlanRun(row)]))
}

export type Checks = Readonly<{ identified: boolean; lacksTrading: boolean }>
export type DuePlan = Checks &
  Readonly<{ accountId: string; id: string; instrumentId: string; dueOn: CalendarDate; lastRanOn: CalendarDate | null }>
export type DueDividend = Checks &
  Readonly<{ accountId: string; id: string; instrumentId: string; actionId: string; net: bigint; paidAt: Instant }>

type CheckColumns = Readonly<{ account_id: bigint; id: string; instrument_id: string; identified: boolean; lacks_trading: boolean }>
const readDue = (row: CheckColumns) => ({
  accountId: String(row.account_id),
  id: row.id,
  instrumentId: row.instrument_id,
  identified: row.identified,
  lacksTrading: row.lacks_trading,
})

type DueFilter = Readonly<{ market: MarketName; through: CalendarDate; after: DuePlan | null; limit: number }>

/** Plans with a date up to this one, in the order of their dates, after one of them. */
export async function duePlans(reader: Reader, { market, through, after, limit }: DueFilter): Promise<readonly DuePlan[]> {
  const { rows } = await reader.query<CheckColumns & Readonly<{ due_on: CalendarDate; last_ran_on: CalendarDate | null }>>(
    `select p.account_id, p.id, p.instrument_id, p.due_on, p.last_ran_on, ${callerChecks('p.account_id')}
     from plans p where p.status = 'active' and p.due_on <= $1 and p.instrument_id like $2 || ':%'
       and ($3::date is null or (p.due_on, p.account_id, p.id) > ($3, $4, $5))
     order by p.due_on, p.account_id, p.id limit $6`,
    [through, market, after?.dueOn ?? null, after?.accountId ?? null, after?.id ?? null, limit],
  )
  return rows.map((row) => ({ ...readDue(row), dueOn: row.due_on, lastRanOn: row.last_ran_on }))
}

/** Dividends that were paid while a plan reinvested them, and that it has not bought with yet. */
export async function dueDividends(
  reader: Reader,
  { market, since }: Readonly<{ market: MarketName; since: Instant }>,
): Promise<readonly DueDividend[]> {
  const { rows } = await reader.query<CheckColumns & Readonly<{ action_id: string; net: bigint; paid_at: bigint }>>(
    `select p.account_id, p.id, p.instrument_id, d.action_id, d.gross - d.tax as net, e.at as paid_at, ${callerChecks('p.account_id')}
     from plans p
     join entitlements d on d.account_id = p.account_id and d.instrument_id = p.instrument_id
     join entries e on e.account_id = d.account_id and e.cause_kind = 'dividend' and e.cause_id = d.action_id and e.journal = 'J96'
     where p.status = 'active' and p.due_on is null and p.instrument_id like $1 || ':%' and e.at >= greatest(p.started_at, $2) and d.gross > d.tax
       and not exists (select from plan_runs r where r.account_id = p.account_id and r.plan_id = p.id and r.occasion = d.action_id)`,
    [market, since],
  )
  return rows.map((row) => ({ ...readDue(row), actionId: row.action_id, net: row.net, paidAt: Number(row.paid_at) }))
}
