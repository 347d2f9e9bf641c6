import { readdir } from 'node:fs/promises'
import { equalBytes, fromUtf8 } from '@rueda/proof/bytes.ts'
import { noteKey, noteVerifier, openNote } from '@rueda/proof/note.ts'
import { trustKeyPlace } from '../../../vault/sealed-columns.ts'
import type { Vault } from '../../../vault/vault.ts'
import { CHECKPOINT_FILE, checkpointIn } from '../../../trust-log/log.ts'
import { openLogFiles } from '../../../trust-log/log-files.ts'
import { logFolder, trustFolder } from '../../../trust-log/log-folder.ts'
import type { Snapshots } from './snapshots.ts'

/** The newest signed checkpoint of a log as it lies on the disk. */
export type SignedTree = Readonly<{ log: number; note: Uint8Array }>

/** Read before the database is: what was signed then, every later snapshot has. */
export async function readSignedTrees(dataFolder: string): Promise<readonly SignedTree[]> {
  const names = await readdir(trustFolder(dataFolder)).catch(() => [])
  const trees: SignedTree[] = []
  for (const log of names.filter((name) => /^[1-9]\d*$/u.test(name)).map(Number)) {
    const note = await openLogFiles(logFolder(dataFolder, log)).read(CHECKPOINT_FILE)
    if (note !== null) trees.push({ log, note })
  }
  return trees
}

type TreeRow = Readonly<{ origin: string; size: bigint; root: Buffer; isEnded: boolean }>
const TREE = `
  select l.origin, l.size, c.root, l.ended_at is not null as "isEnded" from trust_logs l left join trust_checkpoints c on c.log = l.log and c.size = $2 where l.log = $1`

/** What speaks against signed checkpoints: they are not of this house's keys, or of no tree that the database had. */
export async function faultsOfSigned(
  snapshots: Snapshots,
  vault: Pick<Vault, 'open'> | null,
  signed: readonly SignedTree[],
): Promise<readonly object[]> {
  const faults: object[] = []
  for (const { log, note } of signed) {
    const fault = await faultOf(snapshots, vault, { log, note })
    if (fault !== null) faults.push({ log, fault })
  }
  return faults
}

async function faultOf(snapshots: Snapshots, vault: Pick<Vault, 'open'> | null, { log, note }: SignedTree): Promise<string | null> {
  const checkpoint = checkpointIn(note)
  if (checkpoint === 'torn' || checkpoint === null) return 'its signed checkpoint is torn'
  const { origin, size, root } = checkpoint
  const [known] = (await snapshots.query<TreeRow>(TREE, [log, size])).rows
  if (known === undefined || known.origin !== origin) return 'its signed checkpoint is of a log that the database does not have'
  // Of a log that had to end because the database was an older one more was said than that one knows; its successor tells everybody.
  if (size > Number(known.size)) return known.isEnded ? null : `${size} entries of it were signed, and the database has ${known.size}`
  if (known.root === null || !equalBytes(known.root, root)) return `the signed tree of ${size} entries is none that the database had`
  if (vault !== null && !(await isOurs(snapshots, vault, { log, origin, note }))) return 'its checkpoint is signed by no key of this house'
  return null
}

type KeyRow = Readonly<{ name: string; sealed: Buffer }>
const KEYS = "select name, sealed from trust_keys where log = $1 and purpose = 'checkpoints'"

/** The keys are taken from the vault, because rows of public ones can be written by whoever writes the others. */
async function isOurs(
  snapshots: Snapshots,
  vault: Pick<Vault, 'open'>,
  { log, origin, note }: SignedTree & Readonly<{ origin: string }>,
): Promise<boolean> {
  const { rows } = await snapshots.query<KeyRow>(KEYS, [log])
  const verifiers = rows.flatMap(({ name, sealed }) => {
    try {
      return [noteVerifier(noteKey({ name: origin, secretKey: new Uint8Array(vault.open(trustKeyPlace(name), sealed)) }))]
    } catch {
      return []
    }
  })
  return openNote(fromUtf8(note) ?? '', verifiers).ok
}
