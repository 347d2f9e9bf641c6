import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { CLAIM_MS, type CaseKind, caseRoles } from '@rueda/rules/staff/cases.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { App } from '../app.ts'
import type { Reader } from '../db/snapshot.ts'
import type { Staff } from '../staff/handler.ts'

/**
 * What waits for staff. A feature opens a case when a review by the rules alone is not enough, and closes it with
 * whatever ends it: the decision of staff, the rules after all, or the customer who takes it back.
 */
export type ReviewCase = Readonly<{
  accountId: string
  caseId: string
  kind: CaseKind
  subjectId: string
  openedAt: Instant
  dueAt: Instant
  claimedBy: string | null
  claimedByName: string | null
  claimedUntil: Instant | null
  closedAt: Instant | null
  outcome: string | null
  reasonCode: string | null
}>

type Opening = Readonly<{ kind: CaseKind; accountId: string; subjectId: string; now: Instant; dueAt: Instant }>

/** Opens a case, once: a subject whose case is open keeps it. */
export async function openCase({ ids }: Pick<App, 'ids'>, client: Reader, opening: Opening): Promise<void> {
  const { accountId, kind, subjectId, now, dueAt } = opening
  await client.query(
    `insert into review_cases (account_id, case_id, kind, subject_id, opened_at, due_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (kind, subject_id) where closed_at is null do nothing`,
    [accountId, ids.next(), kind, subjectId, now, dueAt],
  )
}

/** Gives the open case of a subject another time by which it is due. */
export async function postponeCase(
  client: Reader,
  { kind, subjectId, dueAt }: Readonly<{ kind: CaseKind; subjectId: string; dueAt: Instant }>,
): Promise<void> {
  await client.query('update review_cases set due_at = $3 where kind = $1 and subject_id = $2 and closed_at is null', [
    kind,
    subjectId,
    dueAt,
  ])
}

type Closing = Readonly<{
  kind: CaseKind
  subjectId: string
  /** In the words of the feature: "passed", "failed", "cancelled". */
  outcome: string
  reasonCode?: string | null
  /** Null when no person of the staff decided. */
  staffId?: string | null
  now: Instant
}>

/** Closes the open case of a subject; false when there is none. */
export async function closeCase(client: Reader, closing: Closing): Promise<boolean> {
  const { kind, subjectId, outcome, reasonCode = null, staffId = null, now } = closing
  const { rowCount } = await client.query(
    `update review_cases set closed_at = $3, outcome = $4, reason_code = $5, closed_by = $6 where kind = $1 and subject_id = $2 and closed_at is null`,
    [kind, subjectId, now, outcome, reasonCode, staffId],
  )
  return rowCount === 1
}

/**
 * The case that somebody is about to decide, locked until the transaction ends: it has to be open, of a kind the
 * caller may decide, and in the caller's hand.
 */
export async function claimedCase(
  client: PoolClient,
  caseId: string,
  { staff, now }: Readonly<{ staff: Staff; now: Instant }>,
): Promise<Result<ReviewCase>> {
  const found = await lockedCase(client, caseId, staff)
  if (!found.ok) return found
  const { claimedBy, claimedUntil } = found.value
  if (claimedBy !== staff.staffId || (claimedUntil ?? 0) <= now) return refuse('case.not_claimed')
  return found
}

/** Takes a case in hand for fifteen minutes; somebody else's claim stands until it lapses. */
export async function claimCase(
  client: PoolClient,
  caseId: string,
  { staff, now }: Readonly<{ staff: Staff; now: Instant }>,
): Promise<Result<ReviewCase>> {
  const found = await lockedCase(client, caseId, staff)
  if (!found.ok) return found
  const { claimedBy, claimedByName, claimedUntil } = found.value
  if (claimedBy !== null && claimedBy !== staff.staffId && (claimedUntil ?? 0) > now)
    return refuse('case.claimed', { name: claimedByName, untilTimestamp: claimedUntil })
  return ok(await handOverCase(client, found.value, { staffId: staff.staffId, name: staff.name, now }))
}

/** Puts a case into a colleague's hand, for as long as a claim lasts. */
export async function handOverCase(
  client: PoolClient,
  found: ReviewCase,
  { staffId, name, now }: Readonly<{ staffId: string; name: string; now: Instant }>,
): Promise<ReviewCase> {
  const until = now + CLAIM_MS
  await client.query('update review_cases set claimed_by = $3, claimed_until = $4 where account_id = $1 and case_id = $2', [
    ...[found.accountId, found.caseId, staffId, until],
  ])
  return { ...found, claimedBy: staffId, claimedByName: name, claimedUntil: until }
}

/** Puts a case back for whoever comes next. */
export async function releaseCase(client: PoolClient, { accountId, caseId }: ReviewCase): Promise<void> {
  await client.query('update review_cases set claimed_by = null, claimed_until = null where account_id = $1 and case_id = $2', [
    accountId,
    caseId,
  ])
}

async function lockedCase(client: PoolClient, caseId: string, { roles }: Staff): Promise<Result<ReviewCase>> {
  const { rows } = await client.query<Row>(`${FIND} where c.case_id = $1 for update of c`, [caseId])
  if (rows[0] === undefined) return refuse('object.not_found')
  const found = caseOf(rows[0])
  if (!roles.includes(caseRoles[found.kind])) return refuse('staff.role_missing')
  return found.closedAt === null ? ok(found) : refuse('case.closed')
}

type Row = Readonly<{
  account_id: string
  case_id: string
  kind: CaseKind
  subject_id: string
  opened_at: bigint
  due_at: bigint
  claimed_by: string | null
  claimed_by_name: string | null
  claimed_until: bigint | null
  closed_at: bigint | null
  outcome: string | null
  reason_code: string | null
}>

const numberOf = (value: bigint | null): number | null => (value === null ? null : Number(value))

const caseOf = (row: Row): ReviewCase => ({
  accountId: row.account_id,
  caseId: row.case_id,
  kind: row.kind,
  subjectId: row.subject_id,
  openedAt: Number(row.opened_at),
  dueAt: Number(row.due_at),
  claimedBy: row.claimed_by,
  claimedByName: row.claimed_by_name,
  claimedUntil: numberOf(row.claimed_until),
  closedAt: numberOf(row.closed_at),
  outcome: row.outcome,
  reasonCode: row.reason_code,
})

const FIND = `
  select c.account_id::text, c.case_id::text, c.kind, c.subject_id, c.opened_at, c.due_at, c.claimed_by::text, s.name as claimed_by_name,
         c.claimed_until, c.closed_at, c.outcome, c.reason_code
  from review_cases c left join staff s on s.staff_id = c.claimed_by`

export type CaseFilter = Readonly<{
  kind: CaseKind
  state: 'open' | 'mine' | 'closed'
  staffId: string
  now: Instant
  limit: number
  offset: number
}>

/** The open ones with the most urgent first, the closed ones with the newest. */
export async function listCases(reader: Reader, filter: CaseFilter): Promise<Readonly<{ list: readonly ReviewCase[]; total: number }>> {
  const { kind, state, staffId, now, limit, offset } = filter
  const where = wanted[state]
  const values = state === 'mine' ? [kind, staffId, now] : [kind]
  const { rows } = await reader.query<Row>(`${FIND} where ${where} order by ${order[state]} limit ${limit} offset ${offset}`, values)
  const counted = await reader.query<{ total: bigint }>(`select count(*) as total from review_cases c where ${where}`, values)
  return { list: rows.map(caseOf), total: Number(counted.rows[0]?.total ?? 0n) }
}

/** Cases by their ids. */
export async function casesById(reader: Reader, caseIds: readonly string[]): Promise<ReadonlyMap<string, ReviewCase>> {
  const { rows } = await reader.query<Row>(`${FIND} where c.case_id = any($1::uuid[])`, [caseIds])
  return new Map(rows.map((row) => [row.case_id, caseOf(row)]))
}

const wanted = {
  open: 'c.kind = $1 and c.closed_at is null',
  mine: 'c.kind = $1 and c.closed_at is null and c.claimed_by = $2 and c.claimed_until > $3',
  closed: 'c.kind = $1 and c.closed_at is not null',
}
const order = { open: 'c.due_at, c.case_id', mine: 'c.due_at, c.case_id', closed: 'c.closed_at desc, c.case_id' }

export type CaseCount = Readonly<{ kind: CaseKind; open: number; overdue: number; oldest: Instant | null; lastDone: Instant | null }>

export async function countCases(reader: Reader, kinds: readonly CaseKind[], now: Instant): Promise<readonly CaseCount[]> {
  const { rows } = await reader.query<{ kind: CaseKind; open: bigint; overdue: bigint; oldest: bigint | null; last_done: bigint | null }>(
    COUNT,
    [kinds, now],
  )
  return rows.map((row) => ({
    kind: row.kind,
    open: Number(row.open),
    overdue: Number(row.overdue),
    oldest: numberOf(row.oldest),
    lastDone: numberOf(row.last_done),
  }))
}

const COUNT = `
  select kind, count(c.case_id) filter (where c.closed_at is null) as open,
         count(c.case_id) filter (where c.closed_at is null and c.due_at < $2) as overdue,
         min(c.opened_at) filter (where c.closed_at is null) as oldest, max(c.closed_at) as last_done
  from unnest($1::text[]) as kind left join review_cases c using (kind) group by kind order by array_position($1::text[], kind)`
