import type { KycReason, KycStatus } from '@rueda/rules/kyc/identity.ts'
import type { ReviewInputs } from '@rueda/rules/kyc/inputs.ts'
import type { CheckName, Finding } from '@rueda/rules/kyc/review.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'

/** Cases of identity in SQL. What a case says of a person is sealed; here only its envelope is read. */
export type KycCase = Readonly<{
  accountId: string
  caseId: string
  status: Exclude<KycStatus, 'none'>
  type: 'idcard' | 'passport'
  countryCode: string
  person: Buffer
  document: Buffer
  fingerprint: Buffer
  expiresOn: CalendarDate | null
  frontImage: string | null
  backImage: string | null
  holdImage: string | null
  attempt: number
  submittedAt: Instant
  reviewAt: Instant
  queuedAt: Instant | null
  decidedAt: Instant | null
  reason: KycReason | null
}>

type CaseRow = Readonly<{
  account_id: string
  case_id: string
  status: KycCase['status']
  document_type: KycCase['type']
  country_code: string
  person: Buffer
  document: Buffer
  document_fingerprint: Buffer
  expires_on: CalendarDate | null
  front_image: string | null
  back_image: string | null
  hold_image: string | null
  attempt: number
  submitted_at: bigint
  review_at: bigint
  queued_at: bigint | null
  decided_at: bigint | null
  reason: KycReason | null
}>

const COLUMNS = `
  account_id::text, case_id::text, status, document_type, country_code, person, document, document_fingerprint, expires_on,
  front_image::text, back_image::text, hold_image::text, attempt, submitted_at, review_at, queued_at, decided_at, reason`

const momentOf = (value: bigint | null): Instant | null => (value === null ? null : Number(value))

const fromRow = (row: CaseRow): KycCase => ({
  accountId: row.account_id,
  caseId: row.case_id,
  status: row.status,
  type: row.document_type,
  countryCode: row.country_code,
  person: row.person,
  document: row.document,
  fingerprint: row.document_fingerprint,
  expiresOn: row.expires_on,
  frontImage: row.front_image,
  backImage: row.back_image,
  holdImage: row.hold_image,
  attempt: row.attempt,
  submittedAt: Number(row.submitted_at),
  reviewAt: Number(row.review_at),
  queuedAt: momentOf(row.queued_at),
  decidedAt: momentOf(row.decided_at),
  reason: row.reason,
})

export type Standing = Readonly<{ status: KycStatus; reason: KycReason | null }>

/** The customer's identity status, locked until the transaction ends. */
export async function lockStanding(client: PoolClient, accountId: string): Promise<Standing | null> {
  const { rows } = await client.query<Standing>(
    'select kyc_status as status, kyc_reason as reason from accounts where account_id = $1 for update',
    [accountId],
  )
  return rows[0] ?? null
}

export async function standingOf(reader: Reader, accountId: string): Promise<Standing | null> {
  const { rows } = await reader.query<Standing>('select kyc_status as status, kyc_reason as reason from accounts where account_id = $1', [
    accountId,
  ])
  return rows[0] ?? null
}

export async function casesOf(reader: Reader, accountId: string): Promise<KycCase[]> {
  const { rows } = await reader.query<CaseRow>(
    `select ${COLUMNS} from kyc_cases where account_id = $1 order by submitted_at desc, case_id desc`,
    [accountId],
  )
  return rows.map(fromRow)
}

export async function insertCase(client: PoolClient, kycCase: KycCase): Promise<void> {
  await client.query(INSERT, [
    kycCase.accountId,
    kycCase.caseId,
    kycCase.status,
    kycCase.type,
    kycCase.countryCode,
    kycCase.person,
    kycCase.document,
    kycCase.fingerprint,
    kycCase.expiresOn,
    kycCase.frontImage,
    kycCase.backImage,
    kycCase.holdImage,
    kycCase.attempt,
    kycCase.submittedAt,
    kycCase.reviewAt,
    kycCase.queuedAt,
  ])
}

const INSERT = `
  insert into kyc_cases (account_id, case_id, status, document_type, country_code, person, document, document_fingerprint, expires_on,
                         front_image, back_image, hold_image, attempt, submitted_at, review_at, queued_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`

type Decision = Readonly<{ accountId: string; caseId: string; status: 'passed' | 'failed'; reason: KycReason | null; now: Instant }>

/** Ends a case; the customer's status follows from it. */
export async function decideCase(client: PoolClient, { accountId, caseId, status, reason, now }: Decision): Promise<void> {
  await client.query('update kyc_cases set status = $3, reason = $4, decided_at = $5 where account_id = $1 and case_id = $2', [
    accountId,
    caseId,
    status,
    reason,
    now,
  ])
  await setStanding(client, { accountId, status, reason, now })
}

export async function setStanding(
  client: PoolClient,
  { accountId, status, reason, now }: Standing & Readonly<{ accountId: string; now: Instant }>,
): Promise<void> {
  await client.query('update accounts set kyc_status = $2, kyc_reason = $3, kyc_changed_at = $4 where account_id = $1', [
    accountId,
    status,
    reason,
    now,
  ])
}

export async function queueCase(client: PoolClient, { accountId, caseId }: KycCase, now: Instant): Promise<void> {
  await client.query('update kyc_cases set queued_at = $3 where account_id = $1 and case_id = $2', [accountId, caseId, now])
}

type Look = Readonly<{
  accountId: string
  caseId: string
  reviewId: string
  decidedBy: string
  ruleVersion: string
  outcome: 'pass' | 'fail' | 'uncertain'
  reason: KycReason | null
  findings: Readonly<Record<string, Finding>>
  inputs: ReviewInputs
  now: Instant
}>

/** Records a review: what was looked at and the outcome. */
export async function insertReview(client: PoolClient, look: Look): Promise<void> {
  await client.query(
    `insert into kyc_reviews (account_id, case_id, review_id, decided_by, rule_version, outcome, reason, findings, inputs, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      look.accountId,
      look.caseId,
      look.reviewId,
      look.decidedBy,
      look.ruleVersion,
      look.outcome,
      look.reason,
      JSON.stringify(look.findings),
      JSON.stringify(look.inputs),
      look.now,
    ],
  )
}

type LookRow = Readonly<{
  decided_by: string
  rule_version: string
  outcome: Look['outcome']
  reason: KycReason | null
  findings: Partial<Record<CheckName, Finding>>
  inputs: ReviewInputs | null
  at: bigint
}>

/** Every review of a case, the first one first. */
export async function looksAt(reader: Reader, { accountId, caseId }: KycCase) {
  const { rows } = await reader.query<LookRow>(
    `select decided_by, rule_version, outcome, reason, findings, inputs, at from kyc_reviews
     where account_id = $1 and case_id = $2 order by at, review_id`,
    [accountId, caseId],
  )
  return rows.map(({ decided_by: decidedBy, rule_version: ruleVersion, at, ...look }) => ({
    ...look,
    decidedBy,
    ruleVersion,
    timestamp: Number(at),
  }))
}

type CaseName = Readonly<{ accountId: string; caseId: string }>

/** Cases whose automatic review is due. */
export async function dueCases(reader: Reader, now: Instant, limit: number): Promise<CaseName[]> {
  const { rows } = await reader.query<{ account_id: string; case_id: string }>(
    `select account_id::text, case_id::text from kyc_cases where status = 'pending' and queued_at is null and review_at <= $1
     order by review_at limit $2`,
    [now, limit],
  )
  return rows.map((row) => ({ accountId: row.account_id, caseId: row.case_id }))
}

/** Customers identified by a document that has expired. */
export async function endedDocuments(reader: Reader, today: CalendarDate, limit: number): Promise<CaseName[]> {
  const { rows } = await reader.query<{ account_id: string; case_id: string }>(
    `select kyc_cases.account_id::text, case_id::text from kyc_cases join accounts using (account_id)
     where status = 'passed' and expires_on <= $1 and kyc_status = 'passed'
       and submitted_at = (select max(newest.submitted_at) from kyc_cases newest where newest.account_id = kyc_cases.account_id)
     limit $2`,
    [today, limit],
  )
  return rows.map((row) => ({ accountId: row.account_id, caseId: row.case_id }))
}

/** True when the paper identifies, or is about to identify, somebody else. One transaction at a time checks the same paper. */
export async function isUsedElsewhere(client: PoolClient, accountId: string, fingerprint: Buffer): Promise<boolean> {
  await client.query('select pg_advisory_xact_lock($1)', [fingerprint.readBigInt64BE()])
  const { rowCount } = await client.query(
    `select from kyc_cases join accounts using (account_id)
     where document_fingerprint = $2 and account_id <> $1 and status in ('pending', 'passed') and kyc_status in ('pending', 'passed') limit 1`,
    [accountId, fingerprint],
  )
  return rowCount !== 0
}

/** The fewest of 256 bits in which the outline of one of these pictures differs from a picture of anybody else's papers. */
export async function nearestElsewhere(reader: Reader, accountId: string, prints: readonly string[]): Promise<number | null> {
  const { rows } = await reader.query<{ nearest: number | null }>(
    `select min(bit_count(files.print # asked.print))::integer as nearest
     from unnest($2::text[]) given, lateral (select given::bit(256) as print) asked, kyc_cases
     join files on files.account_id = kyc_cases.account_id and files.file_id in (front_image, back_image)
     where kyc_cases.account_id <> $1`,
    [accountId, prints],
  )
  return rows[0]?.nearest ?? null
}
