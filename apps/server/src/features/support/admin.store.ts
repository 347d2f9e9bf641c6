import type { Language } from '@rueda/contract/codes.ts'
import type { SupportTopic } from '@rueda/rules/support/thread.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'

/** Conversations as the staff read them in SQL. */
export type Conversation = Readonly<{
  case_id: string
  topic: SupportTopic
  status: 'waiting' | 'answered' | 'closed'
  waiting_since: bigint | null
  last_at: bigint
  locale: Language
}>

export type ConversationFilter = Readonly<{
  state: 'waiting' | 'answered' | 'mine' | 'closed'
  topic: SupportTopic | null
  staffId: string
  now: Instant
  limit: number
  offset: number
}>

const FROM = `
  from support_threads t join accounts a using (account_id) join review_cases c on c.kind = 'support' and c.account_id = t.account_id
  where ($1::text is null or t.topic = $1) and `
const wanted = {
  waiting: `c.closed_at is null and t.status = 'waiting' and $2::uuid is not null and $3::bigint > 0`,
  answered: `c.closed_at is null and t.status = 'answered' and $2::uuid is not null and $3::bigint > 0`,
  mine: 'c.closed_at is null and c.claimed_by = $2 and c.claimed_until > $3',
  // A conversation reopened since then is among the open ones.
  closed: `c.closed_at is not null and t.status = 'closed' and $2::uuid is not null and $3::bigint > 0
    and not exists (select from review_cases later where later.kind = 'support' and later.account_id = c.account_id and later.opened_at > c.opened_at)`,
}
const MAX_WAIT_FIRST = 't.waiting_since nulls last, t.last_at, c.case_id'
const order = { waiting: MAX_WAIT_FIRST, answered: MAX_WAIT_FIRST, mine: MAX_WAIT_FIRST, closed: 'c.closed_at desc, c.case_id' }

export async function listConversations(
  reader: Reader,
  { state, topic, staffId, now, limit, offset }: ConversationFilter,
): Promise<Readonly<{ list: readonly Conversation[]; total: number }>> {
  const values = [topic, staffId, now]
  const { rows } = await reader.query<Conversation>(
    `select c.case_id::text, t.topic, t.status, t.waiting_since, t.last_at, a.locale ${FROM} ${wanted[state]}
     order by ${order[state]} limit ${limit} offset ${offset}`,
    values,
  )
  const counted = await reader.query<{ total: bigint }>(`select count(*) as total ${FROM} ${wanted[state]}`, values)
  return { list: rows, total: Number(counted.rows[0]?.total ?? 0n) }
}

type Customer = Readonly<{ email: string | null; locale: Language; kyc_status: string; frozen: boolean; created_at: bigint }>

export async function customerOf(reader: Reader, accountId: string): Promise<Customer> {
  const { rows } = await reader.query<Customer>(
    `select email, locale, kyc_status, state.frozen_at is not null as frozen, a.created_at
     from accounts a left join account_states state using (account_id) where a.account_id = $1`,
    [accountId],
  )
  const [found] = rows
  if (found === undefined) throw new Error(`there is a conversation without its account ${accountId}`)
  return found
}

type Colleague = Readonly<{ staffId: string; name: string }>

const COLLEAGUES = `
  select staff_id::text as "staffId", name from staff
  where ('support' = any(roles) or composed_powers(composed_roles) && '{support.answer}') and disabled_at is null and factor is not null`

export const colleaguesOf = async (reader: Reader, staffId: string): Promise<readonly Colleague[]> =>
  (await reader.query<Colleague>(`${COLLEAGUES} and staff_id <> $1 order by name`, [staffId])).rows

export const colleague = async (reader: Reader, staffId: string): Promise<Colleague | null> =>
  (await reader.query<Colleague>(`${COLLEAGUES} and staff_id = $1`, [staffId])).rows[0] ?? null

type Note = Readonly<{ sealed: Buffer; name: string; at: bigint }>

export const notesOf = async (reader: Reader, accountId: string): Promise<readonly Note[]> =>
  (
    await reader.query<Note>(
      'select n.sealed, s.name, n.at from support_notes n join staff s using (staff_id) where n.account_id = $1 order by n.note_id',
      [accountId],
    )
  ).rows

type NewNote = Readonly<{ accountId: string; noteId: string; staffId: string; sealed: Buffer; now: Instant }>

export async function insertNote(client: PoolClient, { accountId, noteId, staffId, sealed, now }: NewNote): Promise<void> {
  await client.query('insert into support_notes (account_id, note_id, staff_id, sealed, at) values ($1, $2, $3, $4, $5)', [
    ...[accountId, noteId, staffId, sealed, now],
  ])
}
