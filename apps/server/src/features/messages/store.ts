import type { Message } from '@rueda/rules/messages/message.ts'
import { type MessageGroup, type MessageType, messageGroups } from '@rueda/rules/messages/types.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { Reader } from '../../db/snapshot.ts'

/** Messages in SQL. They are written with their events; here they are read, and marked as read. */
type MessageRecord = Readonly<{
  account_id: bigint
  id: string
  template: Message['template']
  facts: Message['facts']
  link: Message['link']
  created_at: bigint
  read_at: bigint | null
}>

const COLUMNS = 'account_id, id::text, template, facts, link, created_at, read_at'

const fromRow = (row: MessageRecord): Message =>
  ({
    id: row.id,
    accountId: String(row.account_id),
    template: row.template,
    facts: row.facts,
    link: row.link,
    createdAt: Number(row.created_at),
    readAt: row.read_at === null ? null : Number(row.read_at),
  }) as Message

export type MessageFilter = Readonly<{
  isRead: boolean | null
  type: MessageType | null
  group: MessageGroup | null
  limit: number
  offset: number
}>

/** The newest first: ids sort by the time they were made. */
export async function list(
  reader: Reader,
  accountId: string,
  { isRead, type, group, limit, offset }: MessageFilter,
): Promise<Readonly<{ messages: readonly Message[]; total: number }>> {
  const values = [accountId, isRead, type, group === null ? null : messageGroups[group]]
  const { rows } = await reader.query<MessageRecord>({ name: 'messages-page', text: PAGE, values: [...values, limit, offset] })
  const counted = await reader.query<{ total: bigint }>({ name: 'messages-counted', text: COUNTED, values })
  return { messages: rows.map(fromRow), total: Number(counted.rows[0]?.total ?? 0n) }
}

const WANTED = `
  where account_id = $1 and ($2::boolean is null or (read_at is not null) = $2)
    and ($3::text is null or type = $3) and ($4::text[] is null or type = any($4))`
const PAGE = `select ${COLUMNS} from messages ${WANTED} order by messages.id desc limit $5 offset $6`
const COUNTED = `select count(*) as total from messages ${WANTED}`

export async function countUnread(reader: Reader, accountId: string): Promise<number> {
  const { rows } = await reader.query<{ unread: bigint }>({ name: 'messages-unread', text: UNREAD, values: [accountId] })
  return Number(rows[0]?.unread ?? 0n)
}

const UNREAD = 'select count(*) as unread from messages where account_id = $1 and read_at is null'

/** The customer's own message; somebody else's reads as a missing one. */
export async function own(pool: Pool, accountId: string, id: string): Promise<Message | null> {
  const { rows } = await pool.query<MessageRecord>(`select ${COLUMNS} from messages where account_id = $1 and id = $2`, [accountId, id])
  return rows[0] === undefined ? null : fromRow(rows[0])
}

/** Returns the number that became read; `ids` null stands for all of them. */
export async function markRead(pool: Pool, accountId: string, ids: readonly string[] | null, now: Instant): Promise<number> {
  const { rowCount } = await pool.query(
    'update messages set read_at = $3 where account_id = $1 and read_at is null and ($2::uuid[] is null or id = any($2))',
    [accountId, ids, now],
  )
  return rowCount ?? 0
}
