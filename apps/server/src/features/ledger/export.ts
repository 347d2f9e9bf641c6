import type { LedgerEntry } from '@rueda/contract/admin/ledger.ts'
import { stringify } from 'csv-stringify/sync'
import type { Reader } from '../../db/snapshot.ts'
import { type ExportOrigin, exportWatermark, masked } from '../../admin/export-watermark.ts'
import { ledgerPage } from './pages.ts'
import type { LedgerFilter } from './store.ts'

export const MAX_ENTRIES = 5_000
const A_PAGE = 500
/** Limit of pages, so that a search for rare entries ends. */
const MAX_PAGES = 50

export type LedgerFile = Readonly<{ fileName: string; content: string; entries: number; isCut: 0 | 1 }>

/** Entries as a file that names on every line who exported it, and not whose account it is. */
export async function exportLedger(reader: Reader, filter: LedgerFilter, origin: ExportOrigin, most = MAX_ENTRIES): Promise<LedgerFile> {
  const found: LedgerEntry[] = []
  let after: string | null | undefined
  for (let page = 0; page < MAX_PAGES && after !== null && found.length < most; page += 1) {
    const { list, next } = await ledgerPage(reader, filter, after, Math.min(A_PAGE, most))
    found.push(...list)
    after = next
  }
  const { now } = origin
  const mark = exportWatermark(origin)
  const isCut = after !== null
  const head = [
    ['Rueda: ledger, simulated money. Confidential: for the person named on every line.'],
    [isCut ? `The newest ${found.length} entries; there are more.` : `${found.length} entries, all of them.`],
    ['time', 'account', 'sequence', 'journal', 'cause', 'line', 'asset', 'debit', 'credit', 'balance', 'hash', 'verifies', 'taken by'],
  ]
  const content = stringify([...head, ...found.flatMap((entry) => linesOf(entry, mark))], { record_delimiter: 'windows' })
  return { fileName: `rueda-ledger-${new Date(now).toISOString().slice(0, 10)}.csv`, content, entries: found.length, isCut: isCut ? 1 : 0 }
}

const linesOf = (entry: LedgerEntry, mark: string): string[][] =>
  entry.lines.map(({ account, asset, debit, credit, balanceAfter }) => [
    ...[new Date(entry.timestamp).toISOString(), masked(entry.accountId), String(entry.sequence), entry.journal],
    // The cause's number is known to the customer and could lead to their identity.
    ...[
      entry.causeKind,
      account,
      asset,
      debit ?? '',
      credit ?? '',
      balanceAfter ?? '',
      entry.hash,
      entry.isVerified === 1 ? 'yes' : 'NO',
      mark,
    ],
  ])
