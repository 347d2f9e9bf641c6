import { equalBytes } from '@rueda/proof/bytes.ts'
import { parseCheckpoint } from '@rueda/proof/checkpoint.ts'
import { headEntry } from '@rueda/proof/head.ts'
import { leafHash, verifyInclusion } from '@rueda/proof/merkle.ts'
import { parseNote } from '@rueda/proof/note.ts'
import { parseTlogProof } from '@rueda/proof/tlog-proof.ts'
import { openHeadKey } from '../../trust-log/account-keys.ts'
import type { FileStore } from '../../storage/store.ts'
import type { Queries, Reader } from '../../db/snapshot.ts'
import type { Vault } from '../../vault/vault.ts'
import { type ArchiveFault, faultsOfFile } from './compare-month.ts'
import type { ArchivedPart } from './part.ts'
import { type PartRow, filesOf } from './store.ts'

/**
 * Every file of the archive: it is there and is the one that was written, each part opens and continues the chain of its account, and its proof is of a
 * checkpoint that was signed and has a head of that chain in it. A month that has left without its files is told too.
 */
export type CheckedFiles = Readonly<{ reader: Queries; vault: Vault; files: FileStore }>

export async function fileFaults({ reader, vault, files }: CheckedFiles): Promise<readonly ArchiveFault[]> {
  const faults: ArchiveFault[] = []
  const asked = reader as unknown as Reader
  for (const { month, missing } of (await reader.query<MonthRow>(MONTHS)).rows) {
    if (missing) faults.push({ month, fault: 'it has left the tables, and not all of its files and parts are known' })
    for (const file of await filesOf(asked, month))
      for await (const fault of faultsOfFile({ vault, files }, asked, file, (row, part) => proofFault(reader, vault, row, part)))
        faults.push(fault)
  }
  return faults
}

type MonthRow = Readonly<{ month: string; missing: boolean }>
/** What has left of an account lies in parts of it, and what lies in parts lies in a file. */
const MONTHS = `
  select m.month, exists (select from archive_parts p where p.month = m.month
                            and not exists (select from archive_files f where f.month = p.month and f.number = p.number))
      or exists (select from archived_accounts a where a.month = m.month
                   and not exists (select from archive_parts p where p.account_id = a.account_id and p.month = a.month)) as missing
  from (select month from archive_months where status <> 'writing' union select month from archived_accounts) m order by m.month`

type HeadRow = Readonly<{ log: number; origin: string; root: Buffer | null; sequence: bigint; head: Buffer; sealed: Buffer | null }>
const HEAD = `
  select l.log, l.origin, c.root, h.sequence, h.head, k.sealed from trust_logs l
  join trust_heads h on h.log = l.log and h.account_id = $2 and h.entry_index = $3
  left join trust_checkpoints c on c.log = l.log and c.size = $4 left join account_keys k on k.account_id = h.account_id
  where l.origin = $1`

/** Null for a part without a proof: its account had no head in the log yet, or has none in the log that goes on. */
async function proofFault(reader: Queries, vault: Vault, row: PartRow, { proof, accountId }: ArchivedPart): Promise<string | null> {
  if (proof === null) return null
  const parsed = parseTlogProof(proof)
  const note = parsed.ok ? parseNote(parsed.value.checkpoint) : null
  const checkpoint = note?.ok === true ? parseCheckpoint(note.value.text) : null
  if (!parsed.ok || checkpoint?.ok !== true) return 'its proof cannot be read'
  const { index, proof: hashes, extra } = parsed.value
  const { origin, size, root } = checkpoint.value
  const [said] = (await reader.query<HeadRow>(HEAD, [origin, row.account_id, index, size])).rows
  if (said === undefined || row.sequence === null || said.sequence < row.sequence) return 'its proof is of no head that the log has of it'
  if (said.root === null || !equalBytes(said.root, root)) return 'its proof is of a tree that was never signed'
  if (extra === null || said.sealed === null) return 'its proof has no entry'
  const key = openHeadKey({ vault }, { log: said.log, origin }, accountId, said.sealed)
  const isOfHead = equalBytes(extra, headEntry(key, { sequence: Number(said.sequence), head: new Uint8Array(said.head) }))
  if (!isOfHead || !verifyInclusion({ leaf: leafHash(extra), index, size, proof: hashes, root })) return 'its proof does not hold'
  return said.sequence === row.sequence && row.head?.equals(said.head) !== true ? 'its proof is of another head' : null
}
