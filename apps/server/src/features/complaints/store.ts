import type { Language } from '@rueda/contract/codes.ts'
import type { ComplaintOutcome, ComplaintStatus } from '@rueda/rules/complaints/complaint.ts'
import type { SupportTopic } from '@rueda/rules/support/thread.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Slice } from '../../db/read-page.ts'
import type { Reader } from '../../db/snapshot.ts'

/** Complaints in SQL. A text arrives here sealed and leaves it sealed. */
export type Complaint = Readonly<{
  accountId: string
  id: string
  number: string
  topic: SupportTopic
  record: string | null
  status: ComplaintStatus
  sealed: Buffer
  filedAt: Instant
  acknowledgeBy: Instant
  answerBy: Instant
  acknowledgedAt: Instant | null
  answeredAt: Instant | null
  withdrawnAt: Instant | null
  outcome: ComplaintOutcome | null
  answer: Buffer | null
}>

type Row = Readonly<{
  account_id: string
  complaint_id: string
  number: string
  topic: SupportTopic
  record: string | null
  status: ComplaintStatus
  sealed: Buffer
  filed_at: bigint
  acknowledge_by: bigint
  answer_by: bigint
  acknowledged_at: bigint | null
  answered_at: bigint | null
  withdrawn_at: bigint | null
  outcome: ComplaintOutcome | null
  answer: Buffer | null
}>

const FIND = `
  select account_id::text, complaint_id::text, number, topic, record, status, sealed, filed_at, acknowledge_by, answer_by, acknowledged_at,
         answered_at, withdrawn_at, outcome, answer
  from complaints where account_id = $1`

const momentOf = (value: bigint | null): Instant | null => (value === null ? null : Number(value))

const complaintOf = (row: Row): Complaint => ({
  accountId: row.account_id,
  id: row.complaint_id,
  number: row.number,
  topic: row.topic,
  record: row.record,
  status: row.status,
  sealed: row.sealed,
  filedAt: Number(row.filed_at),
  acknowledgeBy: Number(row.acknowledge_by),
  answerBy: Number(row.answer_by),
  acknowledgedAt: momentOf(row.acknowledged_at),
  answeredAt: momentOf(row.answered_at),
  withdrawnAt: momentOf(row.withdrawn_at),
  outcome: row.outcome,
  answer: row.answer,
})

/** The customer's own, the newest first. */
export async function complaintsOf(
  reader: Reader,
  accountId: string,
  { limit, offset }: Slice,
): Promise<Readonly<{ list: readonly Complaint[]; total: number }>> {
  const { rows } = await reader.query<Row>(`${FIND} order by complaint_id desc limit $2 offset $3`, [accountId, limit, offset])
  const counted = await reader.query<{ total: bigint }>('select count(*) as total from complaints where account_id = $1', [accountId])
  return { list: rows.map(complaintOf), total: Number(counted.rows[0]?.total ?? 0n) }
}

/** One of the customer's; somebody else's reads as a missing one. */
export async function complaintOfAccount(reader: Reader, accountId: string, id: string): Promise<Complaint | null> {
  const { rows } = await reader.query<Row>(`${FIND} and complaint_id = $2`, [accountId, id])
  return rows[0] === undefined ? null : complaintOf(rows[0])
}

/** The topic of the conversation that a complaint is made of; null where there is none. */
export async function topicOf(reader: Reader, accountId: string): Promise<SupportTopic | null> {
  const { rows } = await reader.query<{ topic: SupportTopic }>('select topic from support_threads where account_id = $1', [accountId])
  return rows[0]?.topic ?? null
}

type Filed = Pick<Complaint, 'accountId' | 'id' | 'number' | 'topic' | 'record' | 'sealed' | 'filedAt' | 'acknowledgeBy' | 'answerBy'>

export const insertComplaint = (client: PoolClient, filed: Filed): Promise<unknown> =>
  client.query(
    `insert into complaints (account_id, complaint_id, number, topic, record, status, sealed, filed_at, acknowledge_by, answer_by)
     values ($1, $2, $3, $4, $5, 'received', $6, $7, $8, $9)`,
    [
      ...[filed.accountId, filed.id, filed.number, filed.topic, filed.record],
      ...[filed.sealed, filed.filedAt, filed.acknowledgeBy, filed.answerBy],
    ],
  )

type At = Readonly<{ accountId: string; id: string; now: Instant }>

export const withdraw = (client: PoolClient, { accountId, id, now }: At): Promise<unknown> =>
  client.query(`update complaints set status = 'withdrawn', withdrawn_at = $3 where account_id = $1 and complaint_id = $2`, [
    ...[accountId, id, now],
  ])

export const acknowledge = (client: PoolClient, { accountId, id, now }: At): Promise<unknown> =>
  client.query(`update complaints set status = 'acknowledged', acknowledged_at = $3 where account_id = $1 and complaint_id = $2`, [
    ...[accountId, id, now],
  ])

type Answering = At & Readonly<{ outcome: ComplaintOutcome; language: Language; sealed: Buffer }>

export const answer = (client: PoolClient, { accountId, id, now, outcome, language, sealed }: Answering): Promise<unknown> =>
  client.query(
    `update complaints set status = 'answered', answered_at = $3, outcome = $4, answer_language = $5, answer = $6
     where account_id = $1 and complaint_id = $2`,
    [accountId, id, now, outcome, language, sealed],
  )

/** The answer as it is written by now. */
export type AnswerDraft = Readonly<{
  version: number
  outcome: ComplaintOutcome
  language: Language
  sealed: Buffer
  staffName: string
  at: Instant
}>

export async function newestDraft(reader: Reader, accountId: string, id: string): Promise<AnswerDraft | null> {
  const { rows } = await reader.query<Omit<AnswerDraft, 'at'> & { at: bigint }>(
    `select version, outcome, language, sealed, s.name as "staffName", at from complaint_drafts join staff s using (staff_id)
     where account_id = $1 and complaint_id = $2 order by version desc limit 1`,
    [accountId, id],
  )
  return rows[0] === undefined ? null : { ...rows[0], at: Number(rows[0].at) }
}

type NewDraft = Omit<AnswerDraft, 'staffName'> & Readonly<{ accountId: string; id: string; staffId: string }>

export const insertDraft = (client: PoolClient, draft: NewDraft): Promise<unknown> =>
  client.query(
    `insert into complaint_drafts (account_id, complaint_id, version, outcome, language, sealed, staff_id, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [draft.accountId, draft.id, draft.version, draft.outcome, draft.language, draft.sealed, draft.staffId, draft.at],
  )

/** The language a customer reads. */
export async function localeOf(reader: Reader, accountId: string): Promise<Language> {
  const { rows } = await reader.query<{ locale: Language }>('select locale from accounts where account_id = $1', [accountId])
  const [found] = rows
  if (found === undefined) throw new Error(`there is a complaint without its account ${accountId}`)
  return found.locale
}
