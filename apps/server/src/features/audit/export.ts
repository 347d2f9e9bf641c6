import type { AuditRow } from '@rueda/contract/admin/audit.ts'
import { stringify } from 'csv-stringify/sync'
import { type ExportOrigin, exportWatermark, masked } from '../../admin/export-watermark.ts'

export const MAX_ROWS = 5_000

/** Rows as a file that names on every line who exported it, and not whose account it is. Colleagues' notes are left out. */
export function exportAudit(rows: readonly AuditRow[], total: number, origin: ExportOrigin) {
  const mark = exportWatermark(origin)
  const isCut = total > rows.length
  const head = [
    ['Rueda: audit log. Confidential: for the person named on every line.'],
    [isCut ? `The newest ${rows.length} rows; there are more.` : `${rows.length} rows, all of them.`],
    ['time', 'row', 'who', 'role', 'power', 'account', 'about', 'reason', 'address', 'request', 'hash', 'taken by'],
  ]
  const lines = rows.map((row) => [
    ...[new Date(row.timestamp).toISOString(), String(row.sequence), row.staffName, row.role, row.power],
    ...[row.accountId === null ? '' : masked(row.accountId), withoutNumbers(row.subject ?? ''), row.reason],
    ...[row.address, row.requestId, row.hash, mark],
  ])
  const content = stringify([...head, ...lines], { record_delimiter: 'windows', escape_formulas: true })
  const day = new Date(origin.now).toISOString().slice(0, 10)
  return { fileName: `rueda-audit-${day}.csv`, content, entries: rows.length, isCut: isCut ? (1 as const) : (0 as const) }
}

/** Masks account numbers, which the subject of a row may contain. */
const withoutNumbers = (subject: string): string => subject.replaceAll(/(?<![0-9a-f-])\d{7,18}(?![0-9a-f-])/gu, masked)
