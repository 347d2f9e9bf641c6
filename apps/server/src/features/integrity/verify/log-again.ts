import { headLabel } from '@rueda/proof/account-key.ts'
import { equalBytes, utf8 } from '@rueda/proof/bytes.ts'
import { headEntry, labelOf } from '@rueda/proof/head.ts'
import { EMPTY_EDGE, type RightEdge, append, leafHash, rootOfEdge } from '@rueda/proof/merkle.ts'
import { TILE_WIDTH, type Tile, decodeBundle, hashesIn, tilePath } from '@rueda/proof/tiles.ts'
import { openHeadKey } from '../../../trust-log/account-keys.ts'
import { readTileFile } from '../../../trust-log/grow.ts'
import { type LogFiles, openLogFiles } from '../../../trust-log/log-files.ts'
import { logFolder } from '../../../trust-log/log-folder.ts'
import type { Vault } from '../../../vault/vault.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { Findings } from './findings.ts'
import { type SignedTree, faultsOfSigned } from './signed-trees.ts'
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
  dataFolder: string
  /** As they lay on the disk before the first snapshot. */
  signed: readonly SignedTree[]
}>

type Log = Readonly<{ log: number; origin: string; size: number; isEnded: boolean }>
type LogRow = Readonly<{ log: number; origin: string; size: bigint; root: Buffer | null; isEnded: boolean }>
const LOGS = `
  select l.log, l.origin, l.size, l.ended_at is not null as "isEnded", (select c.root from trust_checkpoints c where c.log = l.log and c.size = l.size) as root
  from trust_logs l order by l.log`

export async function verifyLog(parts: Parts): Promise<void> {
  await parts.findings.measure('TRUST-5', async () => {
    const { snapshots, checkpoint } = parts
    const { rows } = await snapshots.query<LogRow>(LOGS)
    const faults: object[] = [...(await faultsOfSigned(snapshots, parts.vault, parts.signed))]
    const read = new Map(readMark(await checkpoint?.mark('log')))
    const edges: (readonly [number, RightEdge])[] = []
    for (const { log, origin, size, root, isEnded } of rows) {
      const compared = await compareLog(parts, { log, origin, size: Number(size), isEnded }, read.get(log) ?? EMPTY_EDGE)
      faults.push(...compared.faults)
      edges.push([log, compared.edge])
      if (root !== null && compared.edge.size === Number(size) && !equalBytes(rootOfEdge(compared.edge), root))
        faults.push({ log, fault: `its files do not give the tree of ${size} entries that was signed` })
    }
    if (faults.length === 0) await checkpoint?.keepMark('log', writeMark(edges))
    return faults
  })
}

type Compared = Readonly<{ faults: readonly object[]; edge: RightEdge }>

const BUNDLES_AT_ONCE = 16
/** Padding and what else nobody claims: looked up when there are so many, and at the end. */
const MAX_UNCLAIMED = 200_000

async function compareLog(parts: Parts, of: Log, from: RightEdge): Promise<Compared> {
  const files = openLogFiles(logFolder(parts.dataFolder, of.log))
  const faults: object[] = []
  // A log that is shorter than it was is told by its root.
  let edge = from.size > of.size ? EMPTY_EDGE : from
  let unclaimed = new Set<string>()
  while (edge.size < of.size) {
    const end = Math.min(of.size, (Math.floor(edge.size / TILE_WIDTH) + BUNDLES_AT_ONCE) * TILE_WIDTH)
    const entries = await readEntries(files, edge.size, end, of.size)
    // A log ends where its files are lost, and its successor says so; what is left of them must fit all the same.
    if (typeof entries === 'string') return { faults: of.isEnded ? faults : [...faults, { log: of.log, fault: entries }], edge }
    const known = await knownEntries(parts, of, edge.size, end)
    for (const [at, entry] of entries.entries()) {
      const index = edge.size + at
      const told = known.get(index)
      const label = labelOf(entry)
      if (told === undefined && label !== null) {
        // A label is looked for among those of every entry that there is, which only a run over everything can.
        if (parts.checkpoint === null) unclaimed.add(textOf(label))
      } else if (told === undefined) faults.push({ log: of.log, entry: index, fault: 'the database does not have this entry' })
      else if (!told.isSame(entry)) faults.push({ ...told.of, log: of.log, entry: index, fault: told.fault })
    }
    edge = append(edge, entries.map(leafHash)).edge
    if (unclaimed.size >= MAX_UNCLAIMED || edge.size === of.size) {
      faults.push(...(await unknownHeads(parts, of, unclaimed)))
      unclaimed = new Set()
    }
  }
  return { faults, edge }
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
type SaidRow = Readonly<{ index: bigint; entry: string }>
const SAID = 'select entry_index as index, entry from trust_entries where log = $1 and entry_index >= $2 and entry_index < $3'
type HeadRow = Readonly<{ index: bigint; account_id: bigint; sequence: bigint; hash: Buffer | null; sealed: Buffer | null }>
const HEADS = `
  select h.entry_index as index, h.account_id, h.sequence, e.hash, k.sealed
  from trust_heads h left join entries e on e.account_id = h.account_id and e.sequence = h.sequence
    left join account_keys k on k.account_id = h.account_id
  where h.log = $1 and h.entry_index >= $2 and h.entry_index < $3`

/** What the database has of these places: of a head the entry that it stands for, as it is in the books now. */
async function knownEntries({ snapshots, vault }: Parts, of: Log, from: number, below: number): Promise<ReadonlyMap<number, Known>> {
  const range = [of.log, from, below]
  const known = new Map<number, Known>()
  for (const { index, entry } of (await snapshots.query<SaidRow>(SAID, range)).rows)
    known.set(Number(index), { isSame: (bytes) => equalBytes(bytes, utf8(entry)), of: {}, fault: 'the log says something else' })
  for (const row of (await snapshots.query<HeadRow>(HEADS, range)).rows) {
    const told = { account_id: row.account_id, sequence: row.sequence }
    known.set(Number(row.index), { isSame: (bytes) => isHeadOf(row, bytes, of, vault), of: told, fault: 'the log says another entry' })
  }
  return known
}

function isHeadOf({ account_id: accountId, sequence, hash, sealed }: HeadRow, bytes: Uint8Array, of: Log, vault: Vault | null): boolean {
  if (hash === null || labelOf(bytes) === null) return false
  if (vault === null) return true
  const key = keyOrNull(vault, of, accountId, sealed)
  return key !== null && equalBytes(bytes, headEntry(key, { sequence: Number(sequence), head: hash }))
}

function keyOrNull(vault: Vault, of: Log, accountId: bigint, sealed: Buffer | null): Uint8Array | null {
  try {
    return sealed === null ? null : openHeadKey({ vault }, of, String(accountId), sealed)
  } catch {
    return null
  }
}

/** A chain that was cut goes on under its labels; so many of them are looked for. */
const AHEAD = 64
const ACCOUNTS_AT_ONCE = 500
type ChainRow = Readonly<{ account_id: bigint; sequence: bigint; sealed: Buffer; said: readonly string[] | null }>
const CHAINS = `
  select k.account_id, s.sequence, k.sealed,
    (select array_agg(h.sequence::text) from trust_heads h where h.account_id = k.account_id and h.log = $2) as said
  from account_keys k join account_states s using (account_id) where k.account_id > $1 order by k.account_id limit ${ACCOUNTS_AT_ONCE}`

/** Heads that the log has of entries of which the database does not know it: their rows were taken out, or the entries themselves. */
async function unknownHeads({ snapshots, vault }: Parts, of: Log, unclaimed: ReadonlySet<string>): Promise<readonly object[]> {
  if (vault === null || unclaimed.size === 0) return []
  const faults: object[] = []
  for (let above = -1n; ;) {
    const { rows } = await snapshots.query<ChainRow>(CHAINS, [above, of.log])
    for (const { account_id: accountId, sequence: last, sealed, said } of rows) {
      above = accountId
      const key = keyOrNull(vault, of, accountId, sealed)
      if (key === null) continue
      const known = new Set(said)
      for (let sequence = 1; sequence <= Number(last) + AHEAD; sequence += 1)
        if (!known.has(String(sequence)) && unclaimed.has(textOf(headLabel(key, sequence))))
          faults.push({ account_id: accountId, sequence, log: of.log, fault: 'the log has an entry that the database does not know of' })
    }
    if (rows.length < ACCOUNTS_AT_ONCE) return faults
  }
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/** How far each log was compared, and the right edge of its tree there. */
type Mark = readonly (readonly [log: number, size: number, edge: string])[]
const writeMark = (edges: readonly (readonly [number, RightEdge])[]): string =>
  JSON.stringify(edges.map(([log, { size, hashes }]) => [log, size, Buffer.concat(hashes).toString('base64')]) satisfies Mark)
const readMark = (mark: string | null | undefined): readonly (readonly [number, RightEdge])[] =>
  (JSON.parse(mark ?? '[]') as Mark).map(([log, size, edge]) => [log, { size, hashes: hashesIn(Buffer.from(edge, 'base64')) }])
