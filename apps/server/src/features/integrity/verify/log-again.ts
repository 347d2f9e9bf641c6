import { HASH_BYTES, equalBytes, utf8 } from '@rueda/proof/bytes.ts'
import { decodeEntry } from '@rueda/proof/entries.ts'
import { headEntry, labelOf } from '@rueda/proof/head.ts'
import { EMPTY_EDGE, type RightEdge, append, leafHash, rootOfEdge } from '@rueda/proof/merkle.ts'
import { TILE_WIDTH, type Tile, decodeBundle, hashesIn, tilePath } from '@rueda/proof/tiles.ts'
import { openHeadKey } from '../../../trust-log/account-keys.ts'
import { readTileFile } from '../../../trust-log/grow.ts'
import { type LogFiles, openLogFiles } from '../../../trust-log/log-files.ts'
import { folderOfLog } from '../../../trust-log/log-folder.ts'
import type { FileStore } from '../../../storage/store.ts'
import { isPadding } from '../../../trust-log/padding.ts'
import type { Vault } from '../../../vault/vault.ts'
import { mayHaveLeft } from '../../archive/what-left.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { Findings } from './findings.ts'
import { type SignedTree, endedLogs, faultsOfSigned } from './signed-trees.ts'
import type { Snapshots } from './snapshots.ts'

/**
 * TRUST-5: the files of the public log, which lie outside the database and are signed, say what the books say (`docs/rules/proof.md` P.21). Whoever
 * cuts a chain, or rewrites it and everything in the database behind it, does not change what was said of it.
 */
type Parts = Readonly<{
  snapshots: Snapshots
  findings: Findings
  /** Where a run goes on behind the one before; null for one that reads everything. */
  checkpoint: Pick<Checkpoint, 'mark' | 'keepMark'> | null
  /** Opens the keys under which heads are said; without it only their form is looked at. */
  vault: Vault | null
  files: FileStore
  /** As they lay there before the first snapshot. */
  signed: readonly SignedTree[]
}>

type Log = Readonly<{ log: number; origin: string; size: number; isEnded: boolean }>
type LogRow = Readonly<{ log: number; origin: string; size: bigint; root: Buffer | null }>
const LOGS = `
  select l.log, l.origin, l.size, (select c.root from trust_checkpoints c where c.log = l.log and c.size = l.size) as root
  from trust_logs l order by l.log`

export async function verifyLog(parts: Parts): Promise<void> {
  await parts.findings.measure('TRUST-5', async () => {
    const { snapshots, checkpoint } = parts
    const { rows } = await snapshots.query<LogRow>(LOGS)
    const isEnded = await endedLogs(parts)
    const faults: object[] = [...(await faultsOfSigned(parts, isEnded))]
    const known = new Map(readMark(await checkpoint?.mark('log')))
    const reached: (readonly [number, Place])[] = []
    for (const { log, origin, size, root } of rows) {
      const of = { log, origin, size: Number(size), isEnded: isEnded(log) }
      const { faults: found, place } = await compareLog(parts, of, known.get(log) ?? BEGINNING)
      faults.push(...found)
      reached.push([log, place])
      if (root !== null && place.edge.size === of.size && !equalBytes(rootOfEdge(place.edge), root))
        faults.push({ log, fault: `its files do not give the tree of ${size} entries that was signed` })
    }
    if (faults.length === 0) await checkpoint?.keepMark('log', writeMark(reached))
    return faults
  })
}

/** How far a log was compared: the right edge of its tree there, and whether padding of ours was met by then. */
type Place = Readonly<{ edge: RightEdge; hasPadding: boolean }>
const BEGINNING: Place = { edge: EMPTY_EDGE, hasPadding: false }
type Compared = Readonly<{ faults: readonly object[]; place: Place }>

const BUNDLES_AT_ONCE = 16

async function compareLog(parts: Parts, of: Log, from: Place): Promise<Compared> {
  const files = openLogFiles(parts.files, folderOfLog(of.log))
  const faults: object[] = []
  // A log that is shorter than it was is told by its root.
  let { edge, hasPadding } = from.edge.size > of.size ? BEGINNING : from
  /** Of the heads of one moment those that nobody claims, as long as no padding of ours is among them: other padding is of earlier versions. */
  let unclaimed: number[] = []
  const accuse = (entry: number): void => void faults.push({ log: of.log, entry, fault: 'nothing in the database is this entry' })
  while (edge.size < of.size) {
    const end = Math.min(of.size, (Math.floor(edge.size / TILE_WIDTH) + BUNDLES_AT_ONCE) * TILE_WIDTH)
    const entries = await readEntries(files, edge.size, end, of.size)
    // A log ends where its files are lost, and its successor says so; what is left of them must fit all the same.
    if (typeof entries === 'string')
      return { faults: of.isEnded ? faults : [...faults, { log: of.log, fault: entries }], place: { edge, hasPadding } }
    const { known, twice } = await knownEntries(parts, of, edge.size, end)
    for (const entry of twice) faults.push({ log: of.log, entry, fault: 'the database has two entries in one place' })
    for (const [at, entry] of entries.entries()) {
      const index = edge.size + at
      const told = known.get(index)
      if (labelOf(entry) === null) unclaimed = []
      if (told !== undefined) {
        if (!told.isSame(entry)) faults.push({ ...told.of, log: of.log, entry: index, fault: told.fault })
      } else if (labelOf(entry) === null) accuse(index)
      else if (parts.vault === null) continue
      else if (isPadding(parts.vault, of.origin, entry)) {
        hasPadding = true
        unclaimed.forEach(accuse)
        unclaimed = []
      } else if (hasPadding) accuse(index)
      else unclaimed.push(index)
    }
    edge = append(edge, entries.map(leafHash)).edge
  }
  return { faults, place: { edge, hasPadding } }
}

/** The entries of these places as the files have them, or what is wrong with a file. */
async function readEntries(files: LogFiles, start: number, end: number, size: number): Promise<readonly Uint8Array[] | string> {
  const entries: Uint8Array[] = []
  for (let index = Math.floor(start / TILE_WIDTH); index * TILE_WIDTH < end; index += 1) {
    const first = index * TILE_WIDTH
    const tile: Tile = { level: 'entries', index, width: Math.min(TILE_WIDTH, size - first) }
    const bundle = decodeBundle((await readTileFile(tile, files)) ?? new Uint8Array(0))
    if (bundle?.length !== tile.width) return `${tilePath(tile)} is missing or torn`
    entries.push(...bundle.slice(Math.max(0, start - first)))
  }
  return entries
}

type Known = Readonly<{ isSame: (entry: Uint8Array) => boolean; of: object; fault: string }>
type SaidRow = Readonly<{ index: bigint; kind: string; entry: string }>
const SAID =
  'select entry_index as index, kind, left(entry, 65536) as entry from trust_entries where log = $1 and entry_index >= $2 and entry_index < $3'
type HeadRow = Readonly<{ index: bigint; account_id: bigint; sequence: bigint; hash: Buffer | null; sealed: Buffer | null }>
const HEADS = `
  select h.entry_index as index, h.account_id, h.sequence, case when e.hash is null and ${mayHaveLeft('h')} then h.head else e.hash end as hash, k.sealed
  from trust_heads h left join entries e on e.account_id = h.account_id and e.sequence = h.sequence
    left join account_keys k on k.account_id = h.account_id
  where h.log = $1 and h.entry_index >= $2 and h.entry_index < $3`

type KnownEntries = Readonly<{ known: ReadonlyMap<number, Known>; twice: readonly number[] }>

/** What the database has of these places: of a head the entry that it stands for, as it is in the books now. */
async function knownEntries({ snapshots, vault }: Parts, of: Log, from: number, below: number): Promise<KnownEntries> {
  const range = [of.log, from, below]
  const known = new Map<number, Known>()
  const twice: number[] = []
  for (const { index, kind, entry } of (await snapshots.query<SaidRow>(SAID, range)).rows) {
    // The other checks find what was said by its kind.
    const isSame = (bytes: Uint8Array): boolean => equalBytes(bytes, utf8(entry)) && kindIn(bytes) === kind
    known.set(Number(index), { isSame, of: {}, fault: 'the log says something else' })
  }
  for (const row of (await snapshots.query<HeadRow>(HEADS, range)).rows) {
    const told = { account_id: row.account_id, sequence: row.sequence }
    // What was said and a head are in tables of their own: one of them would hide the other.
    if (known.has(Number(row.index))) twice.push(Number(row.index))
    known.set(Number(row.index), { isSame: (bytes) => isHeadOf(row, bytes, of, vault), of: told, fault: 'the log says another entry' })
  }
  return { known, twice }
}

function kindIn(bytes: Uint8Array): string | null {
  const entry = decodeEntry(bytes)
  return entry.ok ? entry.value.kind : null
}

function isHeadOf({ account_id: accountId, sequence, hash, sealed }: HeadRow, bytes: Uint8Array, of: Log, vault: Vault | null): boolean {
  if (hash?.length !== HASH_BYTES || sealed === null || labelOf(bytes) === null) return false
  const key = vault === null ? null : keyOrNull(vault, of, accountId, sealed)
  // Of a key that does not open TRUST-4 tells, and nobody can say what was said under it.
  return key === null || equalBytes(bytes, headEntry(key, { sequence: Number(sequence), head: hash }))
}

function keyOrNull(vault: Vault, of: Log, accountId: bigint, sealed: Buffer): Uint8Array | null {
  try {
    return openHeadKey({ vault }, of, String(accountId), sealed)
  } catch {
    return null
  }
}

type Mark = readonly (readonly [log: number, size: number, edge: string, hasPadding: boolean])[]
const writeMark = (reached: readonly (readonly [number, Place])[]): string =>
  JSON.stringify(
    reached.map(([log, { edge, hasPadding }]) => [
      ...([log, edge.size, Buffer.concat(edge.hashes).toString('base64'), hasPadding] as const),
    ]) satisfies Mark,
  )
const readMark = (mark: string | null | undefined): readonly (readonly [number, Place])[] =>
  (JSON.parse(mark ?? '[]') as Mark).map(([log, size, edge, hasPadding]) => [
    log,
    { edge: { size, hashes: hashesIn(Buffer.from(edge, 'base64')) }, hasPadding },
  ])
