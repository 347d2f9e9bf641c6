import type { SupportStatus, SupportTopic } from '@rueda/rules/support/thread.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'

/** Conversations in SQL. A text arrives here sealed and leaves it sealed. */
export type Thread = Readonly<{
  accountId: string
  status: SupportStatus
  topic: SupportTopic | null
  waitingSince: Instant | null
  readThrough: string | null
}>

type ThreadRow = Readonly<{
  status: Exclude<SupportStatus, 'none'>
  topic: SupportTopic
  waiting_since: bigint | null
  read_through: string | null
}>

const THREAD = 'select status, topic, waiting_since, read_through::text from support_threads where account_id = $1'

const threadFrom = (accountId: string, row: ThreadRow | undefined): Thread =>
  row === undefined
    ? { accountId, status: 'none', topic: null, waitingSince: null, readThrough: null }
    : {
        accountId,
        status: row.status,
        topic: row.topic,
        waitingSince: row.waiting_since === null ? null : Number(row.waiting_since),
        readThrough: row.read_through,
      }

export async function threadOf(reader: Reader, accountId: string): Promise<Thread> {
  const { rows } = await reader.query<ThreadRow>(THREAD, [accountId])
  return threadFrom(accountId, rows[0])
}

/** A customer's conversation, locked until the transaction ends; a missing one is locked by its account. */
export async function lockThread(client: PoolClient, accountId: string): Promise<Thread> {
  await client.query('select from accounts where account_id = $1 for update', [accountId])
  return threadOf(client, accountId)
}

type Saving = Readonly<{
  accountId: string
  status: Exclude<SupportStatus, 'none'>
  topic: SupportTopic
  waitingSince: Instant | null
  now: Instant
}>

export async function saveThread(client: PoolClient, { accountId, status, topic, waitingSince, now }: Saving): Promise<void> {
  await client.query(
    `insert into support_threads (account_id, status, topic, waiting_since, last_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id) do update set status = $2, topic = $3, waiting_since = $4, last_at = $5`,
    [accountId, status, topic, waitingSince, now],
  )
}

export type Message = Readonly<{
  id: string
  author: 'customer' | 'staff'
  staffId: string | null
  staffName: string | null
  sealed: Buffer | null
  image: string | null
  record: string | null
  speaksOfSecrets: boolean
  at: Instant
}>

type MessageRow = Readonly<{
  id: string
  author: Message['author']
  staff_id: string | null
  staff_name: string | null
  sealed: Buffer | null
  image: string | null
  record: string | null
  speaks_of_secrets: boolean
  at: bigint
}>

/** The newest messages before one, the oldest first. */
export async function messagesOf(
  reader: Reader,
  accountId: string,
  { before, limit }: Readonly<{ before: string | null; limit: number }>,
): Promise<readonly Message[]> {
  const { rows } = await reader.query<MessageRow>(
    `select id::text, author, m.staff_id::text, s.name as staff_name, sealed, image::text, record, speaks_of_secrets, at
     from support_messages m left join staff s using (staff_id)
     where account_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [accountId, before, limit],
  )
  return rows.toReversed().map(({ staff_id: staffId, staff_name: staffName, speaks_of_secrets: speaksOfSecrets, at, ...row }) => ({
    ...row,
    staffId,
    staffName,
    speaksOfSecrets,
    at: Number(at),
  }))
}

type Inserting = Omit<Message, 'staffName'> & Readonly<{ accountId: string; waited: number | null }>

export async function insertMessage(client: PoolClient, message: Inserting): Promise<void> {
  await client.query(
    `insert into support_messages (account_id, id, author, staff_id, sealed, image, record, speaks_of_secrets, waited, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      message.accountId,
      message.id,
      message.author,
      message.staffId,
      message.sealed,
      message.image,
      message.record,
      message.speaksOfSecrets,
      message.waited,
      message.at,
    ],
  )
}

/** Counts the customer's messages that nobody has answered yet. */
export async function countUnanswered(reader: Reader, accountId: string): Promise<number> {
  const { rows } = await reader.query<{ unanswered: bigint }>(
    `select count(*) as unanswered from support_messages where account_id = $1 and author = 'customer'
       and id > coalesce((select id from support_messages where account_id = $1 and author = 'staff' order by id desc limit 1), $2)`,
    [accountId, BEFORE_ALL],
  )
  return Number(rows[0]?.unanswered ?? 0n)
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** Counts the staff's messages that the customer has not seen. */
export async function countUnread(reader: Reader, { accountId, readThrough }: Pick<Thread, 'accountId' | 'readThrough'>): Promise<number> {
  const { rows } = await reader.query<{ unread: bigint }>(
    `select count(*) as unread from support_messages where account_id = $1 and author = 'staff' and id > $2`,
    [accountId, readThrough ?? BEFORE_ALL],
  )
  return Number(rows[0]?.unread ?? 0n)
}

/** Marks messages as read and never takes it back; a message that is not of this conversation changes nothing. */
export async function markRead(reader: Reader, accountId: string, through: string): Promise<boolean> {
  const { rowCount } = await reader.query(
    `update support_threads set read_through = $2
     where account_id = $1 and (read_through is null or read_through < $2)
       and exists (select from support_messages m where m.account_id = $1 and m.id = $2)`,
    [accountId, through],
  )
  return rowCount === 1
}

/** The median wait for a first answer since then, in milliseconds; null when nobody has waited. */
export async function typicalWait(reader: Reader, since: Instant): Promise<number | null> {
  const { rows } = await reader.query<{ median: number | null }>(
    'select percentile_cont(0.5) within group (order by waited) as median from support_messages where waited is not null and at >= $1',
    [since],
  )
  return rows[0]?.median ?? null
}

/** Conversations that were answered and have been quiet since then. */
export async function quietThreads(reader: Reader, until: Instant, most: number): Promise<readonly string[]> {
  const { rows } = await reader.query<{ account_id: string }>(
    `select account_id::text from support_threads where status = 'answered' and last_at <= $1 order by last_at limit $2`,
    [until, most],
  )
  return rows.map(({ account_id: accountId }) => accountId)
}
