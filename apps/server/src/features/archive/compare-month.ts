import type { UtcMonth } from '@rueda/rules/months.ts'
import type { Pool } from 'pg'
import type { Reader } from '../../db/snapshot.ts'
import type { FileStore } from '../../storage/store.ts'
import type { Vault } from '../../vault/vault.ts'
import { BEFORE_ALL, brokenAt, entriesOf } from './archived-entries.ts'
import { archiveKey } from '../../storage/keys.ts'
import { type ArchivedPart, type ArchivedTable, archivedTables, hashOf, openPart } from './part.ts'
import { type FileRow, type PartRow, countsOf, filesOf, headBefore, partsOfFile, rowsOf } from './store.ts'

/**
 * Reads the files of a month back and holds them to their hashes, to the parts that the database knows, to the chains of the accounts and, as long as
 * the month lies in the tables, to their rows. Everything that differs is named.
 */
export type ArchiveFault = Readonly<{ month: UtcMonth; number?: number; accountId?: string; fault: string }>
export type Comparing = Readonly<{ vault: Pick<Vault, 'open'>; files: FileStore }>

export async function faultsOfWritten(comparing: Comparing & Readonly<{ pool: Pool }>, month: UtcMonth): Promise<readonly ArchiveFault[]> {
  const { pool } = comparing
  const faults: ArchiveFault[] = []
  const seen: Record<ArchivedTable, number> = { entries: 0, fills: 0, order_events: 0 }
  for (const file of await filesOf(pool, month)) {
    for (const part of await partsOfFile(pool, file)) for (const table of archivedTables) seen[table] += part[table]
    for await (const fault of faultsOfFile(comparing, pool, file, (part, opened) => differenceFromTables(pool, part, opened)))
      faults.push(fault)
  }
  const there = await countsOf(pool, month)
  for (const table of archivedTables)
    if (there[table] !== seen[table]) faults.push({ month, fault: `has ${seen[table]} of ${there[table]} rows of ${table}` })
  return faults
}

type LookFurther = (row: PartRow, part: ArchivedPart) => Promise<string | null>

/** What is wrong with a file and its parts; whoever asks may look further into each part that opens. */
export async function* faultsOfFile(
  comparing: Comparing,
  reader: Reader,
  file: FileRow,
  further: LookFurther = () => Promise.resolve(null),
): AsyncGenerator<ArchiveFault> {
  const { month, number } = file
  const content = await comparing.files.get(archiveKey(file))
  if (content === null) {
    yield { month, number, fault: 'the file is missing' }
    return
  }
  if (!hashOf(content).equals(file.hash)) yield { month, number, fault: 'the file is not the one that was written' }
  for (const row of await partsOfFile(reader, file)) {
    const fault = await faultOfPart(comparing, reader, { row, content, further })
    if (fault !== null) yield { month, number, accountId: String(row.account_id), fault }
  }
}

type Looked = Readonly<{ row: PartRow; content: Buffer; further: LookFurther }>

async function faultOfPart({ vault }: Comparing, reader: Reader, { row, content, further }: Looked): Promise<string | null> {
  const accountId = String(row.account_id)
  const from = Number(row.place)
  let part: ArchivedPart
  try {
    part = openPart(vault, { accountId, month: row.month }, { head: row.sealed, body: content.subarray(from, from + Number(row.bytes)) })
  } catch {
    return 'its part does not open'
  }
  for (const table of archivedTables) if (part.rows[table].length !== row[table]) return `its part has not as many ${table} as was said`
  const entries = await entriesOf(reader, part.rows.entries)
  const broken = brokenAt(entries, (await headBefore(reader, accountId, row.month)) ?? BEFORE_ALL)
  if (broken !== null) return `its chain breaks at entry ${broken}`
  if ((entries.at(-1)?.hash ?? null) !== (row.head?.toString('hex') ?? null)) return 'its chain does not end with the head that was said'
  return further(row, part)
}

async function differenceFromTables(reader: Reader, row: PartRow, part: ArchivedPart): Promise<string | null> {
  const there = await rowsOf(reader, String(row.account_id), row.month)
  const differs = archivedTables.find((table) => there[table].join('\n') !== part.rows[table].join('\n'))
  return differs === undefined ? null : `its ${differs} are not those of the table`
}
