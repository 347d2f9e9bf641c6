import type { Currency, Money } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { CLAIM_MS, type CaseKind, decidesCases } from '@rueda/rules/staff/cases.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import type { Staff } from '../../admin/handler.ts'

/**
 * A case that waits for staff. A feature opens one when a review by the rules alone is not enough, and closes it with whatever ends it: the
 * decision of staff, the rules after all, or the customer who takes it back.
 */
export type ReviewCase = Readonly<{
  accountId: string
  countryCode: string | null
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
}> &
  CaseFacts

/** Facts of a case that a queue shows without opening it. */
export type CaseFacts = Readonly<{
  /** The amount as its customer sees it; null for a case that is not about money. */
  amount: Money | null
  /** In cents of dollars when the case was opened; null where the market had no rate. */
  worth: bigint | null
  /** Reasons why the rules did not decide it alone, in the words of the feature. */
  riskFlags: readonly string[]
}>

type Opening = Readonly<{ kind: CaseKind; accountId: string; subjectId: string; now: Instant; dueAt: Instant }> & Partial<CaseFacts>

/** Opens a case, once: a subject whose case is open keeps it. */
export async function openCase({ ids }: Pick<App, 'ids'>, client: Reader, opening: Opening): Promise<void> {
  const { accountId, kind, subjectId, now, dueAt, amount = null, worth = null, riskFlags = [] } = opening
  await client.query(
    `insert into review_cases (account_id, case_id, kind, subject_id, opened_at, due_at, amount, asset, worth, risk_flags)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (account_id, kind, subject_id) where closed_at is null do nothing`,
    [accountId, ids.next(), kind, subjectId, now, dueAt, amount?.minor, amount?.currency, worth, riskFlags],
  )
}

/** Changes the time by which the open case of a subject is due. */
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
 * The case that somebody is about to decide, locked until the transaction ends: it has to be open, of a kind the caller may decide, and
 * claimed by the caller.
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

/** Claims a case for fifteen minutes; somebody else's claim stands until it lapses. */
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

/** Moves a case to a colleague's claim, for as long as a claim lasts. */
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

/** Ends the claim of a case, so that any colleague may take it. */
export async function releaseCase(client: PoolClient, { accountId, caseId }: ReviewCase): Promise<void> {
  await client.query('update review_cases set claimed_by = null, claimed_until = null where account_id = $1 and case_id = $2', [
    accountId,
    caseId,
  ])
}

async function lockedCase(client: PoolClient, caseId: string, { powers }: Staff): Promise<Result<ReviewCase>> {
  const { rows } = await client.query<CaseRow>(`${FIND_CASES} where c.case_id = $1 for update of c`, [caseId])
  if (rows[0] === undefined) return refuse('object.not_found')
  const found = caseOf(rows[0])
  if (!decidesCases(found.kind, powers)) return refuse('staff.role_missing')
  return found.closedAt === null ? ok(found) : refuse('case.closed')
}

export type CaseRow = Readonly<{
  account_id: string
  country_code: string | null
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
  amount: bigint | null
  asset: Currency | null
  worth: bigint | null
  risk_flags: readonly string[]
}>

export const numberOf = (value: bigint | null): number | null => (value === null ? null : Number(value))

export const caseOf = (row: CaseRow): ReviewCase => ({
  accountId: row.account_id,
  countryCode: row.country_code,
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
  amount: row.amount === null || row.asset === null ? null : { minor: row.amount, currency: row.asset },
  worth: row.worth,
  riskFlags: row.risk_flags,
})

export const FIND_CASES = `
  select c.account_id::text, a.country_code, c.case_id::text, c.kind, c.subject_id, c.opened_at, c.due_at, c.claimed_by::text, s.name as claimed_by_name,
         c.claimed_until, c.closed_at, c.outcome, c.reason_code, c.amount, c.asset, c.worth, c.risk_flags
  from review_cases c left join accounts a using (account_id) left join staff s on s.staff_id = c.claimed_by`
