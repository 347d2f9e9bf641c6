import { type MessageChoices, type MessageTopic, firstChoices, isAlwaysSent } from '@rueda/rules/messages/topics.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'
import { lockAccount } from '../../write-path/lock-account.ts'

/** How messages reach customers, in SQL. */
type ChoicesRow = Readonly<{ muted: readonly MessageTopic[]; mailed: readonly MessageTopic[] }>

export async function choicesOf(reader: Reader, accountId: string): Promise<MessageChoices> {
  const { rows } = await reader.query<ChoicesRow>('select muted, mailed from message_choices where account_id = $1', [accountId])
  return rows[0] ?? firstChoices
}

/** Choices of one customer are made one after the other; null once the account was closed. */
export async function lockChoices(client: PoolClient, accountId: string): Promise<MessageChoices | null> {
  return (await lockAccount(client, accountId)) ? choicesOf(client, accountId) : null
}

export async function keepChoices(client: PoolClient, accountId: string, { muted, mailed }: MessageChoices, now: Instant): Promise<void> {
  await client.query(KEEP, [accountId, muted, mailed, now])
}
const KEEP = `
  insert into message_choices (account_id, muted, mailed, changed_at) values ($1, $2, $3, $4)
  on conflict (account_id) do update set muted = excluded.muted, mailed = excluded.mailed, changed_at = excluded.changed_at`

/** Those of the accounts that get a message of this topic in the app. */
export async function reachedInApp(reader: Reader, accountIds: readonly string[], topic: MessageTopic): Promise<readonly string[]> {
  if (isAlwaysSent(topic, 'app')) return accountIds
  const { rows } = await reader.query<{ account_id: bigint }>(
    'select account_id from message_choices where account_id = any($1) and $2 = any(muted)',
    [accountIds, topic],
  )
  const muted = new Set(rows.map((row) => String(row.account_id)))
  return accountIds.filter((accountId) => !muted.has(accountId))
}
