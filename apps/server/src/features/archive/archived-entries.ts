import { createHash } from 'node:crypto'
import { type Entry, GENESIS_HASH, canonicalEntry } from '@rueda/rules/ledger/entry.ts'
import type { Reader } from '../../db/snapshot.ts'
import { ENTRY_COLUMNS, type EntryRecord, readEntry } from '../ledger/entry-rows.ts'

/** Archived rows as entries. */
export async function entriesOf(reader: Reader, rows: readonly string[]): Promise<readonly Entry[]> {
  if (rows.length === 0) return []
  const { rows: records } = await reader.query<EntryRecord>(ENTRIES, [`[${rows.join(',')}]`])
  return records.map(readEntry)
}
const ENTRIES = `select ${ENTRY_COLUMNS} from json_populate_recordset(null::entries, $1::json) e order by e.sequence`

/** A place in a chain: the number of an entry and its hash. */
export type ChainHead = Readonly<{ sequence: number; hash: string }>
export const BEFORE_ALL: ChainHead = { sequence: 0, hash: GENESIS_HASH }

/** The first entry that does not follow the one before it, or does not give its hash; null where the chain holds. */
export function brokenAt(entries: readonly Entry[], before: ChainHead | null): number | null {
  let head = before
  for (const entry of entries) {
    const { hash, ...content } = entry
    const follows = head === null || (entry.sequence === head.sequence + 1 && entry.previousHash === head.hash)
    if (!follows || createHash('sha256').update(canonicalEntry(content)).digest('hex') !== hash) return entry.sequence
    head = { sequence: entry.sequence, hash }
  }
  return null
}
