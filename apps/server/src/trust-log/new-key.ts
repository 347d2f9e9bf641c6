import { signKeyChange } from '@rueda/proof/key-change.ts'
import { noteKey } from '@rueda/proof/note.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Pool, PoolClient } from 'pg'
import { StartRefused } from '../db/start-refused.ts'
import { inTransaction } from '../db/transaction.ts'
import { type KeyPurpose, type LogKey, type Sealing, makeNextKey, openLogKeys } from './log-keys.ts'
import * as store from './log-store.ts'
import { lineOf } from './log.ts'

/**
 * Gives the log another key of a purpose, in two steps (`docs/rules/proof.md` P.21): the key before signs for the new one in an entry, and goes on
 * until whoever follows the log has read it; then it ends.
 */
type Parts = Sealing & Readonly<{ pool: Pool }>
type Asked = Readonly<{ purpose: KeyPurpose; now: Instant }>

/** Makes the next key and has the one before sign for it. Returns what others verify it with. */
export const handOver = (parts: Parts, asked: Asked): Promise<string> =>
  ofLog(parts, asked.now, async (client, log, keys) => {
    const [current, older] = keysOf(keys, asked.purpose)
    if (current === undefined) throw new Error(`the log has no key of ${asked.purpose}`)
    if (older !== undefined)
      throw new StartRefused(`A key of ${asked.purpose} is being handed over already. End the one before first, with --finish.`)
    const { text } = await makeNextKey(client, parts, { ...log, ...asked })
    const change = { origin: log.origin, purpose: asked.purpose, at: asked.now, key: text }
    const old = { key: noteKey(current.signer), secretKey: current.signer.secretKey }
    await store.sayLater(client, lineOf(signKeyChange(change, old)), asked.now)
    return text
  })

/** Ends the keys before the newest one. Returns what the newest is verified with. */
export const finishHandOver = (parts: Parts, { purpose, now }: Asked): Promise<string> =>
  ofLog(parts, now, async (client, log, keys) => {
    const [newest, older] = keysOf(keys, purpose)
    if (newest === undefined || older === undefined) throw new StartRefused(`No key of ${purpose} is being handed over.`)
    const { rowCount } = await client.query(SAID, [log.log, newest.text])
    if (rowCount === 0) throw new StartRefused('The log has not said the new key yet. Start the server, and wait for its next checkpoint.')
    await client.query('update trust_keys set ended_at = $4 where log = $1 and purpose = $2 and key <> $3 and ended_at is null', [
      log.log,
      purpose,
      newest.text,
      now,
    ])
    return newest.text
  })
const SAID = "select from trust_entries where log = $1 and kind = 'key' and entry::jsonb ->> 'key' = $2"

const keysOf = (keys: readonly LogKey[], purpose: KeyPurpose): readonly LogKey[] => keys.filter((key) => key.purpose === purpose)

type Act = (client: PoolClient, log: store.LogState, keys: readonly LogKey[]) => Promise<string>

async function ofLog(parts: Parts, now: Instant, act: Act): Promise<string> {
  const done = await inTransaction(parts.pool, async (client): Promise<Result<string>> => {
    const log = await store.readLog(client)
    if (log === null || log.edge.size === 0) throw new StartRefused('The public log has signed nothing yet. Start the server first.')
    return ok(await act(client, log, await openLogKeys(client, parts, log, now)))
  })
  if (!done.ok) throw new Error('a key is never refused')
  return done.value
}
