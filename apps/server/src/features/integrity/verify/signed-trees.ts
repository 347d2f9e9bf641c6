import { equalBytes, fromUtf8 } from '@rueda/proof/bytes.ts'
import { decodeEntry } from '@rueda/proof/entries.ts'
import { noteKey, noteVerifier, openNote } from '@rueda/proof/note.ts'
import { TILE_WIDTH, decodeBundle } from '@rueda/proof/tiles.ts'
import { readTileFile } from '../../../trust-log/grow.ts'
import { CHECKPOINT_FILE, checkpointIn } from '../../../trust-log/log.ts'
import { openLogFiles } from '../../../trust-log/log-files.ts'
import { folderOfLog } from '../../../trust-log/log-folder.ts'
import { TRUST_FOLDER } from '../../../storage/keys.ts'
import type { FileStore } from '../../../storage/store.ts'
import { trustKeyPlace } from '../../../vault/sealed-columns.ts'
import type { Vault } from '../../../vault/vault.ts'
import type { Snapshots } from './snapshots.ts'

/** The newest signed checkpoint of a log as its files have it. */
export type SignedTree = Readonly<{ log: number; note: Uint8Array }>

/** Read before the database is: what was signed then, every later snapshot has. */
export async function readSignedTrees(files: FileStore): Promise<readonly SignedTree[]> {
  const names = await files.folders(TRUST_FOLDER)
  const trees: SignedTree[] = []
  for (const log of names.filter((name) => /^[1-9]\d*$/u.test(name)).map(Number)) {
    const note = await openLogFiles(files, folderOfLog(log)).read(CHECKPOINT_FILE)
    if (note !== null) trees.push({ log, note })
  }
  return trees
}

type Parts = Readonly<{ snapshots: Snapshots; vault: Pick<Vault, 'open'> | null; files: FileStore; signed: readonly SignedTree[] }>
type IsEnded = (log: number) => boolean

/**
 * Which logs have ended. The database says so, and is not believed: only a successor that is signed by this house, and says first that it is one,
 * ends what was before it. Without the vault there is nothing else to ask.
 */
export async function endedLogs({ snapshots, vault, files, signed }: Parts): Promise<IsEnded> {
  if (vault === null) {
    const { rows } = await snapshots.query<{ log: number }>('select log from trust_logs where ended_at is not null')
    const ended = new Set(rows.map(({ log }) => log))
    return (log) => ended.has(log)
  }
  let newest = 0
  for (const tree of signed)
    if (tree.log > newest && (await isSuccessor(files, tree)) && (await isOurs(snapshots, vault, tree))) newest = tree.log
  return (log) => log < newest
}

async function isSuccessor(files: FileStore, { log, note }: SignedTree): Promise<boolean> {
  const checkpoint = checkpointIn(note)
  if (checkpoint === null || checkpoint === 'torn') return false
  const first = { level: 'entries', index: 0, width: Math.min(TILE_WIDTH, checkpoint.size) } as const
  const bundle = await readTileFile(first, openLogFiles(files, folderOfLog(log)))
  const entry = bundle === null ? undefined : decodeBundle(bundle)?.[0]
  const read = entry === undefined ? null : decodeEntry(entry)
  return read?.ok === true && read.value.kind === 'successor'
}

type TreeRow = Readonly<{ origin: string; size: bigint; root: Buffer | null }>
const TREE = `
  select l.origin, l.size, c.root from trust_logs l left join trust_checkpoints c on c.log = l.log and c.size = $2 where l.log = $1`

/**
 * What speaks against signed checkpoints: they are not of this house's keys, or of no tree that the database had. Of a log that ended because its
 * file was torn, or its database another one, the successor has told everybody.
 */
export async function faultsOfSigned({ snapshots, vault, signed }: Parts, isEnded: IsEnded): Promise<readonly object[]> {
  const faults: object[] = []
  for (const tree of signed.filter(({ log }) => !isEnded(log))) {
    const fault = await faultOf(snapshots, vault, tree)
    if (fault !== null) faults.push({ log: tree.log, fault })
  }
  return faults
}

async function faultOf(snapshots: Snapshots, vault: Pick<Vault, 'open'> | null, tree: SignedTree): Promise<string | null> {
  const checkpoint = checkpointIn(tree.note)
  if (checkpoint === 'torn' || checkpoint === null) return 'its signed checkpoint is torn'
  const { origin, size, root } = checkpoint
  const [known] = (await snapshots.query<TreeRow>(TREE, [tree.log, size])).rows
  if (known === undefined || known.origin !== origin) return 'its signed checkpoint is of a log that the database does not have'
  if (size > Number(known.size)) return `${size} entries of it were signed, and the database has ${known.size}`
  if (known.root === null || !equalBytes(known.root, root)) return `the signed tree of ${size} entries is none that the database had`
  if (vault !== null && !(await isOurs(snapshots, vault, tree))) return 'its checkpoint is signed by no key of this house'
  return null
}

type KeyRow = Readonly<{ name: string; sealed: Buffer }>
const KEYS = "select name, sealed from trust_keys where log = $1 and purpose = 'checkpoints'"

/** The keys are taken from the vault, because rows of public ones can be written by whoever writes the others. */
async function isOurs(snapshots: Snapshots, vault: Pick<Vault, 'open'>, { log, note }: SignedTree): Promise<boolean> {
  const checkpoint = checkpointIn(note)
  if (checkpoint === null || checkpoint === 'torn') return false
  const { rows } = await snapshots.query<KeyRow>(KEYS, [log])
  const verifiers = rows.flatMap(({ name, sealed }) => {
    try {
      return [noteVerifier(noteKey({ name: checkpoint.origin, secretKey: new Uint8Array(vault.open(trustKeyPlace(name), sealed)) }))]
    } catch {
      return []
    }
  })
  return openNote(fromUtf8(note) ?? '', verifiers).ok
}
