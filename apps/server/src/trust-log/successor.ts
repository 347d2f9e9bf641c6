import { signCheckpoint } from '@rueda/proof/checkpoint.ts'
import { utf8 } from '@rueda/proof/bytes.ts'
import { decodeEntry } from '@rueda/proof/entries.ts'
import { signKeyChange } from '@rueda/proof/key-change.ts'
import { noteKey } from '@rueda/proof/note.ts'
import type { Result } from '@rueda/rules/result.ts'
import { ok } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Pool, PoolClient } from 'pg'
import { StartRefused } from '../db/start-refused.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AccountKeys } from './account-keys.ts'
import { openLogFiles } from './log-files.ts'
import { folderOfLog } from './log-folder.ts'
import type { FileStore } from '../storage/store.ts'
import { openLogKeys } from './log-keys.ts'
import * as store from './log-store.ts'
import { CHECKPOINT_FILE, SUFFIX_DIGITS, checkpointIn, forgetRestored, lineOf } from './log.ts'

type WaitingRow = Readonly<{ id: bigint; entry: string; at: bigint }>
type Parts = AccountKeys & Readonly<{ pool: Pool; dataFolder: string; files: FileStore }>
/** What a successor has behind the origin of the first log: its number and digits that no other one has. */
const SUFFIX = /\/\d+-[0-9a-f]+$/u

type Asked = Readonly<{ reason: string; now: Instant }>

/**
 * Ends the log and begins the next one, which says first where the one before came to, why it ended, and its own keys, signed by those before.
 * Every account's head is said in it anew. Returns its origin.
 */
export async function beginSuccessor(parts: Parts, asked: Asked): Promise<string> {
  const begun = await inTransaction(parts.pool, (client) => succeed(client, parts, asked))
  if (!begun.ok) throw new Error('a successor is never refused')
  forgetRestored(parts.dataFolder)
  return begun.value
}

async function succeed(client: PoolClient, parts: Parts, { reason, now }: Asked): Promise<Result<string>> {
  const ended = await store.readLog(client)
  if (ended === null || ended.edge.size === 0)
    throw new StartRefused('The public log has signed nothing yet, so there is nothing to succeed. Start the server.')
  const oldKeys = await openLogKeys(client, parts, ended, now)
  const checkpoint = await lastWord(
    client,
    parts.files,
    ended,
    oldKeys.flatMap(({ purpose, signer }) => (purpose === 'checkpoints' ? [signer.secretKey] : [])),
  )
  const next = {
    log: ended.log + 1,
    origin: `${ended.origin.replace(SUFFIX, '')}/${ended.log + 1}-${Buffer.from(parts.random.bytes(SUFFIX_DIGITS / 2)).toString('hex')}`,
  }
  // A key that the log before never named can hand over to nobody, and what it was to say of it ends with it.
  const said = await keysSaidIn(client, ended.log)
  await client.query('update trust_logs set ended_at = $2 where log = $1', [ended.log, now])
  await store.beginLog(client, { ...next, at: now })
  // What waited to be said is said in the successor, after its own beginning.
  const waiting = await client.query<WaitingRow>('delete from trust_waiting returning id, entry, at')
  await store.sayLater(client, lineOf({ kind: 'successor', at: now, origin: ended.origin, checkpoint, reason }), now)
  for (const { purpose, text } of await openLogKeys(client, parts, next, now)) {
    const old = oldKeys.find((key) => key.purpose === purpose && said.has(key.text))
    if (old === undefined) throw new Error(`the log before has no key of ${purpose}`)
    const change = { origin: next.origin, purpose, at: now, key: text }
    await store.sayLater(client, lineOf(signKeyChange(change, { key: noteKey(old.signer), secretKey: old.signer.secretKey })), now)
  }
  // In the order in which it was said: what sums up a night comes behind its sums.
  for (const { entry, at } of waiting.rows.toSorted((one, other) => Number(one.id - other.id)))
    if (!countsFromItsMoment(entry)) await store.sayLater(client, entry, Number(at))
  await client.query('update account_keys set logged_sequence = 0')
  return ok(next.origin)
}

async function keysSaidIn(client: PoolClient, log: number): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ key: string }>(
    "select entry::jsonb ->> 'key' as key from trust_entries where log = $1 and kind = 'key'",
    [log],
  )
  return new Set(rows.map(({ key }) => key))
}

/** Behind the successor's beginning it would say a moment that its log had passed; keys and engines are named anew where they are used. */
function countsFromItsMoment(line: string): boolean {
  const entry = decodeEntry(utf8(line))
  return entry.ok && (entry.value.kind === 'key' || entry.value.kind === 'engine')
}

/** The newest checkpoint that people can hold: the file may be newer than a database that was brought back, older, or torn. */
async function lastWord(
  client: PoolClient,
  files: FileStore,
  { log, origin }: store.LogState,
  secretKeys: readonly Uint8Array[],
): Promise<string> {
  const [last] = await store.newestCheckpoints(client, log, 1)
  const bytes = await openLogFiles(files, folderOfLog(log)).read(CHECKPOINT_FILE)
  const file = checkpointIn(bytes)
  if (bytes !== null && file !== null && file !== 'torn' && file.size >= (last?.size ?? 0)) return Buffer.from(bytes).toString('utf8')
  if (last === undefined) throw new StartRefused('The public log has neither a checkpoint nor a row of one.')
  return signCheckpoint({ origin, size: last.size, root: last.root, extensions: [] }, secretKeys)
}
