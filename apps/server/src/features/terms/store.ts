import type { WireTermsChange } from '@rueda/contract/admin/terms.ts'
import type { ActReason } from '@rueda/rules/staff/reasons.ts'
import type { TermsChange } from '@rueda/rules/terms/terms.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'
import { termsJson } from './book.ts'

/** The changes of the terms, in SQL. */
type Kept = Readonly<{
  change: TermsChange
  reason: ActReason
  note: string | undefined
  at: Instant
  staffId: string
  approvalId: string
}>

export async function insertTerms(client: PoolClient, { change, reason, note, at, staffId, approvalId }: Kept): Promise<void> {
  const { termsId, kind, subject, effectiveAt } = change
  await client.query(
    `insert into house_terms (terms_id, kind, subject, terms, effective_at, reason, note, at, staff_id, approval_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [termsId, kind, subject, JSON.stringify(termsJson(change)), effectiveAt, reason, note ?? null, at, staffId, approvalId],
  )
}

type Row = Readonly<{
  terms_id: string
  kind: TermsChange['kind']
  subject: string
  terms: Record<string, string | null>
  effective_at: bigint
  reason: ActReason
  note: string | null
  at: bigint
  by: string
  asked_by: string
}>
const MAX_SHOWN = 50

export async function newestTerms(
  reader: Reader,
  now: (change: Readonly<{ kind: TermsChange['kind']; subject: string }>) => Instant,
): Promise<WireTermsChange[]> {
  const { rows } = await reader.query<Row>(NEWEST)
  return rows.map((row) => ({
    ...{ id: row.terms_id, kind: row.kind, subject: row.subject, terms: row.terms, reason: row.reason, note: row.note },
    ...{ by: row.by, askedBy: row.asked_by, timestamp: Number(row.at), effectiveTimestamp: Number(row.effective_at) },
    inForce: Number(row.effective_at) <= now(row) ? 1 : 0,
  }))
}

const NEWEST = `
  select t.terms_id::text, t.kind, t.subject, t.terms, t.effective_at, t.reason, t.note, t.at, s.name as by, m.name as asked_by
  from house_terms t join staff s using (staff_id) join approvals a using (approval_id) join staff m on m.staff_id = a.maker
  order by t.at desc, t.terms_id desc limit ${MAX_SHOWN}`
