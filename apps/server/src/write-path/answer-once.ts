import type { Result } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../db/snapshot.ts'
import type { Idempotency } from '../http/handler.ts'
import { answered, keyOf } from './idempotency.ts'

type Asked = Readonly<{ accountId: string; idempotency: Idempotency; now: Instant; claim?: () => Promise<void> }>

/**
 * Answers a repeated request as the write path does, for work that moves no money: the answer is kept in the transaction of
 * its effect. Of two at once one waits: they are called under a lock of the customer's account, or bring a claim of it, without which is
 * looked first, so that a repetition holds up nothing.
 */
export async function answerOnce<Data>(
  client: PoolClient,
  { accountId, idempotency, now, claim }: Asked,
  work: () => Promise<Result<Data>>,
): Promise<Result<Data>> {
  const { path, bodyHash } = idempotency
  const key = keyOf(idempotency)
  const find = async (): Promise<Result<Data> | null> => {
    const { rows } = await client.query<{ body_hash: string; answer: Data; at: bigint }>(FIND, [accountId, path, key])
    const [row] = rows
    const stored = row && { accountId, path, key, bodyHash: row.body_hash, answer: row.answer, at: Number(row.at) }
    return answered(stored, idempotency, now) as Result<Data> | null
  }
  let repeated = await find()
  if (repeated === null && claim !== undefined) {
    await claim()
    repeated = await find()
  }
  if (repeated !== null) return repeated
  const result = await work()
  if (result.ok) await client.query(KEEP, [accountId, path, key, bodyHash, JSON.stringify(result.value), now])
  return result
}

/** Returns true when an answer is kept for this very request. */
export async function isAnswered(reader: Reader, accountId: string, idempotency: Idempotency): Promise<boolean> {
  const { rows } = await reader.query<{ body_hash: string }>(FIND, [accountId, idempotency.path, keyOf(idempotency)])
  return rows[0]?.body_hash === idempotency.bodyHash
}

const FIND = 'select body_hash, answer, at from idempotency where account_id = $1 and path = $2 and key = $3'
const KEEP = `
  insert into idempotency (account_id, path, key, body_hash, answer, at) values ($1, $2, $3, $4, $5, $6)
  on conflict (account_id, path, key) do update set body_hash = excluded.body_hash, answer = excluded.answer, at = excluded.at`
