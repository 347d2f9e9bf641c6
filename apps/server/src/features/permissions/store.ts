import type { PermissionReason, PermissionStatus, PermissionType } from '@rueda/rules/permissions/permission.ts'
import type { PermissionVerdict } from '@rueda/rules/permissions/review.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'

/** Permissions in SQL. An institution's details of itself are stored here sealed. */
export type Permission = Readonly<{
  accountId: string
  type: PermissionType
  status: PermissionStatus
  reason: PermissionReason | null
  sealed: Buffer | null
  document: string | null
  isQuizPassed: boolean | null
  appliedAt: Instant
  queuedAt: Instant | null
  decidedAt: Instant | null
  lowSince: Instant | null
}>

type Row = Readonly<{
  account_id: string
  type: PermissionType
  status: PermissionStatus
  reason: PermissionReason | null
  sealed: Buffer | null
  document: string | null
  quiz_passed: boolean | null
  applied_at: bigint
  queued_at: bigint | null
  decided_at: bigint | null
  low_since: bigint | null
}>

const COLUMNS = 'account_id::text, type, status, reason, sealed, document::text, quiz_passed, applied_at, queued_at, decided_at, low_since'
const moment = (at: bigint | null): Instant | null => (at === null ? null : Number(at))

const fromRow = (row: Row): Permission => ({
  accountId: row.account_id,
  type: row.type,
  status: row.status,
  reason: row.reason,
  sealed: row.sealed,
  document: row.document,
  isQuizPassed: row.quiz_passed,
  appliedAt: Number(row.applied_at),
  queuedAt: moment(row.queued_at),
  decidedAt: moment(row.decided_at),
  lowSince: moment(row.low_since),
})

export async function permissionsOf(reader: Reader, accountId: string): Promise<readonly Permission[]> {
  const { rows } = await reader.query<Row>(`select ${COLUMNS} from permissions where account_id = $1`, [accountId])
  return rows.map(fromRow)
}

export type Applicant = Readonly<{ isIdentified: boolean; isFrozen: boolean; openedAt: Instant }>

/** The applicant for a permission, as staff and rules look at them. */
export async function applicantOf(reader: Reader, accountId: string): Promise<Applicant | null> {
  const { rows } = await reader.query<{ identified: boolean; frozen: boolean; created_at: bigint }>(
    `select kyc_status = 'passed' as identified, state.frozen_at is not null as frozen, created_at
     from accounts a left join account_states state using (account_id) where a.account_id = $1`,
    [accountId],
  )
  const [row] = rows
  return row === undefined ? null : { isIdentified: row.identified, isFrozen: row.frozen, openedAt: Number(row.created_at) }
}

/** One customer's permissions change one after the other. */
export async function lockPermissions(client: PoolClient, accountId: string): Promise<readonly Permission[]> {
  await client.query('select from accounts where account_id = $1 for update', [accountId])
  return permissionsOf(client, accountId)
}

type Applying = Readonly<{
  accountId: string
  type: PermissionType
  sealed: Buffer | null
  document: string | null
  isQuizPassed: boolean | null
  reviewAt: Instant
  now: Instant
}>

export async function saveApplication(client: PoolClient, asked: Applying): Promise<void> {
  await client.query(
    `insert into permissions (account_id, type, status, sealed, document, quiz_passed, applied_at, review_at)
     values ($1, $2, 'review', $3, $4, $5, $6, $7)
     on conflict (account_id, type) do update
     set status = 'review', reason = null, sealed = $3, document = $4, quiz_passed = $5, applied_at = $6, review_at = $7,
         queued_at = null, decided_at = null, low_since = null, checked_at = null`,
    [asked.accountId, asked.type, asked.sealed, asked.document, asked.isQuizPassed, asked.now, asked.reviewAt],
  )
}

type Named = Pick<Permission, 'accountId' | 'type'>
type Deciding = Named & Readonly<{ status: Exclude<PermissionStatus, 'review'>; reason: PermissionReason | null; now: Instant }>

export async function decide(client: PoolClient, { accountId, type, status, reason, now }: Deciding): Promise<void> {
  await client.query(
    `update permissions set status = $3, reason = $4, decided_at = $5, low_since = null, checked_at = $5 where account_id = $1 and type = $2`,
    [accountId, type, status, reason, now],
  )
}

export async function markQueued(client: PoolClient, { accountId, type }: Named, now: Instant): Promise<void> {
  await client.query('update permissions set queued_at = $3 where account_id = $1 and type = $2', [accountId, type, now])
}

export async function markChecked(client: PoolClient, { accountId, type }: Named, lowSince: Instant | null, now: Instant): Promise<void> {
  await client.query('update permissions set low_since = $3, checked_at = $4 where account_id = $1 and type = $2', [
    ...[accountId, type, lowSince, now],
  ])
}

type Look = Named &
  Readonly<{
    reviewId: string
    decidedBy: string
    ruleVersion: string
    outcome: PermissionVerdict['outcome'] | 'lost' | 'revoked'
    reason: PermissionReason | null
    findings: PermissionVerdict['findings']
    now: Instant
  }>

/** Records a review: what was looked at and the outcome. */
export async function insertReview(client: PoolClient, look: Look): Promise<void> {
  await client.query(
    `insert into permission_reviews (account_id, type, review_id, decided_by, rule_version, outcome, reason, findings, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[look.accountId, look.type, look.reviewId, look.decidedBy, look.ruleVersion, look.outcome, look.reason],
      ...[JSON.stringify(look.findings), look.now],
    ],
  )
}

/** Applications whose automatic review is due. */
export const dueApplications = (reader: Reader, now: Instant, most: number): Promise<readonly Permission[]> =>
  list(reader, `status = 'review' and queued_at is null and review_at <= $1 order by review_at limit $2`, [now, most])

/** Permissions not looked at since that time, and those whose identity is gone, which do not wait. */
export const permissionsToCheck = (reader: Reader, checkedBefore: Instant, most: number): Promise<readonly Permission[]> =>
  list(
    reader,
    `status = 'open' and (checked_at <= $1 or not exists (
       select from accounts a where a.account_id = permissions.account_id and a.kyc_status = 'passed')) order by checked_at limit $2`,
    [checkedBefore, most],
  )

export const permissionsIn = (
  reader: Reader,
  status: PermissionStatus,
  { limit, offset }: Readonly<{ limit: number; offset: number }>,
): Promise<readonly Permission[]> =>
  list(reader, 'status = $1 order by applied_at desc, account_id, type limit $2 offset $3', [status, limit, offset])

export async function countIn(reader: Reader, status: PermissionStatus): Promise<number> {
  const { rows } = await reader.query<{ total: bigint }>('select count(*) as total from permissions where status = $1', [status])
  return Number(rows[0]?.total ?? 0n)
}

const list = async (reader: Reader, which: string, values: readonly unknown[]): Promise<readonly Permission[]> =>
  (await reader.query<Row>(`select ${COLUMNS} from permissions where ${which}`, [...values])).rows.map(fromRow)
