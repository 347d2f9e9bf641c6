import { signCheckpoint } from '@rueda/proof/checkpoint.ts'
import { type LogEntry, encodeEntry } from '@rueda/proof/entries.ts'
import { rootOfEdge } from '@rueda/proof/merkle.ts'
import { parseNote } from '@rueda/proof/note.ts'
import { type Checkpoint, parseCheckpoint } from '@rueda/proof/checkpoint.ts'
import { equalBytes, fromUtf8, utf8 } from '@rueda/proof/bytes.ts'
import { TILE_WIDTH, parseTilePath, tilePath } from '@rueda/proof/tiles.ts'
import { HOUR_MS, type Instant } from '@rueda/rules/time.ts'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { inSnapshot } from '../db/snapshot.ts'
import { StartRefused } from '../db/start-refused.ts'
import type { Clock } from '../deps.ts'
import { setsOf } from '../in-sets.ts'
import { type AccountKeys, makeMissingKeys, openHeadKey } from './account-keys.ts'
import { sayDaysKey } from './days-key.ts'
import { LogFilesDiffer, expectRoot } from './grow.ts'
import { growthOf } from './growth.ts'
import { type LogFiles, openLogFiles } from './log-files.ts'
import { type KeyPurpose, type LogKey, openLogKeys } from './log-keys.ts'
import * as store from './log-store.ts'
import { folderOfLog, trustFolder } from './log-folder.ts'
import type { FileStore } from '../storage/store.ts'
import { paddingOf } from './padding.ts'
import type { Vault } from '../vault/vault.ts'

/**
 * The public log: what the house said, in a tree that only grows, and its word on it (`docs/rules/proof.md`). A checkpoint is committed in the
 * database first, by comparison with the size before and under the leader's epoch, and signed after that; its files are on the disk before
 * either. So a crash at any moment leaves a log that goes on, and never one with two trees.
 */
export type TrustLog = Readonly<{
  /** Compares the files with the database, makes what a first start needs, and signs what was committed and not signed. */
  open: () => Promise<void>
  /** Says everything that waits, and the heads of the accounts that moved; null where there is nothing to say. */
  checkpoint: () => Promise<SignedCheckpoint | null>
  /** Puts lines of witnesses under a checkpoint, if it is still the newest. */
  addCosignatures: (checkpoint: SignedCheckpoint, lines: readonly string[]) => Promise<void>
  /** Signs nothing any more until the next start: somebody holds more of this log than this data has. */
  halt: (reason: string) => void
  /** The newest signed checkpoint as a note; null before the first. */
  newest: () => SignedCheckpoint | null
  /** A file of the log, by its path under the log's address; null for one that no checkpoint has. */
  read: (path: string) => Promise<Uint8Array | null>
  keys: () => readonly LogKey[]
  /** The key under which this log has the heads of an account. */
  keyOf: (accountId: string, sealed: Uint8Array) => Uint8Array
  origin: () => string
}>

export type SignedCheckpoint = Readonly<{ log: number; size: number; root: Uint8Array; at: Instant; note: string }>

type Parts = AccountKeys &
  Readonly<{
    /** Makes padding that the house knows again. */
    vault: Pick<Vault, 'fingerprint'>
    pool: Pool
    /** Where a restore leaves word. */
    dataFolder: string
    files: FileStore
    /** Where people reach the server, for the origin of its first log; null without a public name. */
    publicUrl: string | null
    wallClock: Clock
    newId: () => string
    log: Pick<Logger, 'error'>
  }>

export const CHECKPOINT_FILE = 'checkpoint'
/** A log that says nothing for longer says that it is there. */
const IDLE_MS = HOUR_MS

export function createTrustLog(parts: Parts): TrustLog {
  const { pool, dataFolder, wallClock } = parts
  let keys: readonly LogKey[] = []
  let origin = ''
  let newest: SignedCheckpoint | null = null
  let epoch = 0n
  let opened = 0
  let running: Promise<unknown> = Promise.resolve()
  let halted: string | null = null

  /** A server that stood still and wakes up puts nothing in the place of what its successor wrote. */
  const expectLeading = (): Promise<unknown> => pool.query('select hold_epoch($1)', [epoch])
  const filesOf = (log: number): LogFiles => openLogFiles(parts.files, folderOfLog(log))
  const sign = async (log: number, checkpoint: store.CheckpointRow): Promise<SignedCheckpoint> => {
    const { size, root, at } = checkpoint
    const note = signCheckpoint({ origin, size, root, extensions: [] }, secretKeys(keys, 'checkpoints'))
    await expectLeading()
    await filesOf(log).replace({ path: CHECKPOINT_FILE, bytes: note })
    newest = { log, size, root, at, note }
    return newest
  }

  const open = async (): Promise<void> => {
    const now = wallClock.now()
    epoch = (await pool.query<{ epoch: bigint }>('select epoch from leadership')).rows[0]?.epoch ?? 0n
    const known = await store.readLog(pool)
    const state = known ?? (await beginFirst(parts, now))
    origin = state.origin
    halted = null
    opened = state.log
    keys = await openLogKeys(pool, parts, state, now)
    if (state.edge.size === 0) await sayKeys(pool, keys, now)
    else expectNotRestored(dataFolder)
    await sayDaysKey(pool, state.log, now, (key, beacon) => lineOf({ kind: 'key', at: now, purpose: 'days', key, beacon, signedBy: null }))
    const isContinued = existsSync(continuedFile(dataFolder))
    await makeMissingKeys(pool, parts, now)
    await expectOneTree(parts, state, isContinued)
    await signCommitted(state)
    forgetRestored(dataFolder)
  }

  /** Signs what was committed; a signature that could not be written was never given to anybody. */
  const signCommitted = async (state: store.LogState): Promise<void> => {
    if (newest?.size === state.edge.size || state.edge.size === 0) return
    const [last] = await store.newestCheckpoints(pool, state.log, 1)
    if (last !== undefined) await sign(state.log, last)
  }

  const checkpoint = async (): Promise<SignedCheckpoint | null> => {
    if (origin === '') throw new Error('the log is not open')
    if (halted !== null) throw new Error(halted)
    const now = wallClock.now()
    await makeMissingKeys(pool, parts, now)
    const { state, ...news } = await readNews(pool)
    if (state.log !== opened) throw new Error('another log has begun')
    await signCommitted(state)
    if (news.waiting.length === 0 && news.moved.length === 0) {
      if (newest !== null && now - newest.at < IDLE_MS) return null
      await store.sayLater(pool, lineOf({ kind: 'alive', at: now }), now)
      return checkpoint()
    }
    const files = filesOf(state.log)
    const growth = await grownBy(parts, state, news, { now, expectLeading })
    if (!(await commit(pool, epoch, growth))) return null
    const signed = await sign(state.log, { size: growth.edge.size, root: growth.root, at: now })
    await dropReplaced(files, growth.oldSize, signed.size)
    return signed
  }

  const cosigned = async ({ log, size }: SignedCheckpoint, lines: readonly string[]): Promise<void> => {
    if (newest?.log !== log || newest.size !== size) return
    const note = withCosignatures(newest.note, lines)
    // A server that no longer leads would put an older checkpoint over a newer one.
    if (note === newest.note || (await store.readLog(pool))?.edge.size !== size) return
    newest = { ...newest, note }
    await filesOf(log).replace({ path: CHECKPOINT_FILE, bytes: note })
  }

  /** One at a time: the next begins with what the one before left. */
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const next = running.then(work)
    running = next.catch(() => undefined)
    return next
  }

  return {
    open,
    checkpoint: () => inTurn(checkpoint),
    addCosignatures: (checkpoint, lines) => inTurn(() => cosigned(checkpoint, lines)),
    halt: (reason) => {
      halted = reason
    },
    newest: () => newest,
    read: (path) => readServed(pool, newest, filesOf, path),
    keys: () => keys,
    keyOf: (accountId, sealed) => openHeadKey(parts, { log: opened, origin }, accountId, sealed),
    origin: () => origin,
  }
}

/** The note with these lines under it, one for each key: a witness that signs again takes the place of its line before. */
function withCosignatures(note: string, lines: readonly string[]): string {
  const before = parseNote(note)
  const added = parseNote(`${before.ok ? before.value.text : ''}\n${lines.join('')}`)
  if (!before.ok || !added.ok) return note
  const all = new Map([...before.value.signatures, ...added.value.signatures].map(({ name, id, line }) => [`${name}+${id}`, line]))
  const signed = `${before.value.text}\n${[...all.values()].join('')}`
  return parseNote(signed).ok ? signed : note
}

const secretKeys = (keys: readonly LogKey[], purpose: KeyPurpose): readonly Uint8Array[] =>
  keys.filter((key) => key.purpose === purpose).map(({ signer }) => signer.secretKey)

/** Enough that two successors of one log never have one origin. */
export const SUFFIX_DIGITS = 12

/** The origin is the house's name at its first start, and stays whatever that name becomes. */
async function beginFirst({ pool, publicUrl, newId, dataFolder }: Parts, at: Instant): Promise<store.LogState> {
  // Data that was brought back from before its log began may have said something since, under the name that it would take again.
  const restored = existsSync(restoredFile(dataFolder)) ? `/${newId().slice(-SUFFIX_DIGITS)}` : ''
  const origin = `${publicUrl === null ? `rueda.invalid/${newId()}` : new URL(publicUrl).host}/trust/log${restored}`
  await store.beginLog(pool, { log: 1, origin, at })
  return { log: 1, origin, edge: { size: 0, hashes: [] } }
}

/** First of all a log says the keys that it is read with; a start that was cut off, or the log before, has said them already. */
async function sayKeys(pool: Pool, keys: readonly LogKey[], at: Instant): Promise<void> {
  if ((await store.readWaiting(pool)).some(({ entry }) => kindOf(entry) === 'key')) return
  for (const { purpose, text } of keys) {
    await store.sayLater(pool, lineOf({ kind: 'key', at, purpose, key: text, beacon: null, signedBy: null }), at)
  }
}

const RESTORED_FILE = 'restored'
export const restoredFile = (dataFolder: string): string => join(trustFolder(dataFolder), RESTORED_FILE)

/** Called by whatever brings data back from a backup: what was said since then is not in it. */
export function markRestored(dataFolder: string, takenAt: string): void {
  mkdirSync(trustFolder(dataFolder), { recursive: true })
  writeFileSync(restoredFile(dataFolder), takenAt, { flush: true })
}

/** The operator says that nothing was said since: the next start goes on, and signs what the backup had last. */
export function continueRestored(dataFolder: string): void {
  if (existsSync(restoredFile(dataFolder))) renameSync(restoredFile(dataFolder), continuedFile(dataFolder))
}
const continuedFile = (dataFolder: string): string => join(trustFolder(dataFolder), 'continued')

export const forgetRestored = (dataFolder: string): void => {
  for (const file of [restoredFile(dataFolder), continuedFile(dataFolder)]) rmSync(file, { force: true })
}

function expectNotRestored(dataFolder: string): void {
  if (!existsSync(restoredFile(dataFolder))) return
  throw new StartRefused(
    `This data was brought back from the backup of ${readFileSync(restoredFile(dataFolder), 'utf8')}, and the public log may have gone on since. ` +
      'If the server it was taken of said nothing after it, run `npm run new-log -- --continue`; otherwise `npm run new-log -- --reason "<why>"` begins ' +
      'a successor, and every customer is told that the log before ended.',
  )
}

const MENDS =
  'Bring back the newest backup of both together. If there is none, begin a successor with `npm run new-log -- --reason "<why>"`: every customer is then told that the log before ended.'

/**
 * The files and the database are of one moment, or the server does not start: a log that was brought back from an old copy would sign a second
 * tree beside one that people hold. A crash leaves at most one checkpoint that was committed and not signed.
 */
async function expectOneTree({ pool, files: kept }: Parts, state: store.LogState, isContinued: boolean): Promise<void> {
  const files = openLogFiles(kept, folderOfLog(state.log))
  const [last, before] = await store.newestCheckpoints(pool, state.log, 2)
  const file = checkpointIn(await files.read(CHECKPOINT_FILE))
  if (file === 'torn') throw new StartRefused(`The public log cannot be read: its checkpoint is torn. ${MENDS}`)
  const signed = file === null ? 0 : file.size
  if (signed > (last?.size ?? 0))
    throw new StartRefused(
      `The database is older than the public log, which has ${signed} entries and should have ${last?.size ?? 0}. ${MENDS}`,
    )
  if (last === undefined) return
  // Before its first checkpoint was signed a log has no such file, and a backup has none.
  if (file === null && before !== undefined && !isContinued)
    throw new StartRefused(
      `The newest checkpoint of the public log is missing, so nobody can say how far it came. Where its files lie in a bucket, set STORE_URL. ${MENDS}`,
    )
  if (file !== null && signed !== last.size && signed !== (before?.size ?? 0))
    throw new StartRefused(`The files of the public log are older than the database: ${signed} of ${last.size} entries. ${MENDS}`)
  if (file !== null && !equalBytes(file.root, signed === last.size ? last.root : (before?.root ?? last.root)))
    throw new StartRefused(`The public log and the database name different trees of ${signed} entries. ${MENDS}`)
  try {
    if (!equalBytes(rootOfEdge(state.edge), last.root)) throw new LogFilesDiffer('the right edge does not give the root')
    await expectRoot(last.root, last.size, files)
  } catch (error) {
    if (error instanceof LogFilesDiffer) throw new StartRefused(`The public log is damaged: ${error.message}. ${MENDS}`)
    throw error
  }
}

/** What the file of a checkpoint names; where it is our own file, its signature says nothing more. */
export function checkpointIn(bytes: Uint8Array | null): Checkpoint | null | 'torn' {
  if (bytes === null) return null
  const note = parseNote(fromUtf8(bytes) ?? '')
  const checkpoint = note.ok ? parseCheckpoint(note.value.text) : note
  return checkpoint.ok ? checkpoint.value : 'torn'
}

type News = Readonly<{ waiting: readonly store.WaitingEntry[]; moved: readonly store.MovedHead[] }>

/** What is to be said, and the log it is said in, as they are at one moment. */
const readNews = (pool: Pool): Promise<News & Readonly<{ state: store.LogState }>> =>
  inSnapshot(pool, async (reader) => {
    const state = await store.readLog(reader)
    if (state === null) throw new Error('the log has ended')
    return { state, waiting: await store.readWaiting(reader), moved: await store.readMoved(reader) }
  })

type Growing = Readonly<{ now: Instant; expectLeading: () => Promise<unknown> }>

/** Writes the files of the tree with these entries, which nobody names yet. */
async function grownBy(
  parts: Parts,
  state: store.LogState,
  { waiting, moved }: News,
  { now, expectLeading }: Growing,
): Promise<store.Growth> {
  const { log, edge } = state
  const heads = await openedHeads(parts, state, moved)
  const padding = heads.length === 0 ? new Uint8Array(0) : await paddingOf(parts, state.origin, heads.length)
  const folder = folderOfLog(log)
  const grown = await growthOf(
    { edge, lines: waiting.map(({ entry }) => entry), heads: heads.map(keyedHead), padding },
    parts.files,
    folder,
  )
  await expectLeading()
  await openLogFiles(parts.files, folder).write(grown.files, expectLeading)
  return {
    ...{ log, oldSize: edge.size, edge: grown.edge, root: grown.root, at: now, waiting: waiting.map(({ id }) => id) },
    said: waiting.map(({ entry }, at) => ({ index: edge.size + at, kind: kindOf(entry), entry })),
    heads: heads.map(({ accountId, sequence, head }, at) => ({ accountId, sequence, head, index: placeAt(grown.places, at) })),
  }
}

function placeAt(places: readonly number[], at: number): number {
  const place = places[at]
  if (place === undefined || place < 0) throw new Error('a head is not in the batch that was made of it')
  return place
}

type OpenedHead = store.MovedHead & Readonly<{ key: Uint8Array }>
const keyedHead = ({ key, sequence, head }: OpenedHead) => ({ key, sequence, head })

/** Opens the accounts' keys, set by set: whoever asks something meanwhile is answered in between. */
async function openedHeads(parts: Parts, of: store.LogState, moved: readonly store.MovedHead[]): Promise<readonly OpenedHead[]> {
  const opened: OpenedHead[] = []
  for (const set of setsOf(moved)) {
    opened.push(...set.flatMap((head) => headIfOpen(parts, of, head)))
    await setImmediate()
  }
  return opened
}

/** A key that does not open silences its own account, and nobody else. */
function headIfOpen(parts: Parts, of: store.LogState, head: store.MovedHead): readonly OpenedHead[] {
  try {
    return [{ ...head, key: openHeadKey(parts, of, String(head.accountId), head.sealed) }]
  } catch (error) {
    parts.log.error({ err: error, accountId: head.accountId }, 'the key of an account does not open, and its head is not said')
    return []
  }
}

/** The entry as the line that is logged. */
export const lineOf = (entry: LogEntry): string => Buffer.from(encodeEntry(entry)).toString('utf8')

const kindOf = (line: string): LogEntry['kind'] => (JSON.parse(line) as LogEntry).kind

async function commit(pool: Pool, epoch: bigint, growth: store.Growth): Promise<boolean> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('begin')
    await client.query('select hold_epoch($1)', [epoch])
    const isGrown = await store.commitGrowth(client, growth)
    await client.query(isGrown ? 'commit' : 'rollback')
    return isGrown
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(failure)
  }
}

/**
 * Only what the newest signed checkpoint has is shown, and of what is partial only what some checkpoint had: what was written ahead of a commit that did
 * not come would tell which entries are padding.
 */
async function readServed(
  pool: Pool,
  newest: SignedCheckpoint | null,
  filesOf: (log: number) => LogFiles,
  path: string,
): Promise<Uint8Array | null> {
  if (newest === null) return null
  if (path === CHECKPOINT_FILE) return utf8(newest.note)
  const tile = parseTilePath(path)
  if (tile === null) return null
  const leaves = tile.level === 'entries' ? 1 : TILE_WIDTH ** tile.level
  const width = tile.index * TILE_WIDTH + tile.width
  if (width > Math.floor(newest.size / leaves)) return null
  const isPartial = tile.width < TILE_WIDTH
  const sizes = { from: width * leaves, below: (width + 1) * leaves }
  return isPartial && !(await store.hadSizeWithin(pool, newest.log, sizes)) ? null : filesOf(newest.log).read(path)
}

/** Partial tiles and bundles that a full one has replaced; whoever asks for one reads the full one (C2SP tlog-tiles). */
async function dropReplaced(files: LogFiles, oldSize: number, size: number): Promise<void> {
  for (const level of ['entries', 0, 1, 2] as const) {
    const per = TILE_WIDTH ** (level === 'entries' ? 1 : level + 1)
    for (let index = Math.floor(oldSize / per); index < Math.floor(size / per); index += 1)
      await files.remove(`${tilePath({ level, index, width: TILE_WIDTH })}.p`)
  }
}
