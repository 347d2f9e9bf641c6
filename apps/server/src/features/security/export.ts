import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { security } from '@rueda/contract/security.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { stringify } from 'csv-stringify/sync'
import { type Zippable, strToU8, zipSync } from 'fflate'
import { classification, columnsOf } from '../../db/classification.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { TICKET_LIVES_MS, keepExport } from '../../files/exports.ts'
import { filesOf, readFileContent } from '../../files/files.ts'
import { type SealedColumn, sealedColumns } from '../../vault/sealed-columns.ts'
import { createWaitingLine } from '../../waiting-line.ts'
import { BUSY } from '../accounts/busy.ts'
import type { SecurityDeps } from './deps.ts'

/**
 * Everything kept about a customer, as one file for machines: a JSON of all, a CSV for each table, and the pictures handed in. What
 * is in it follows from how the columns are classified. A frozen account gets it too. The answer is a ticket; the file itself comes by that alone.
 */
const EVERY_MS = 10 * MINUTE_MS
const OWNER = 'account_id'

type Row = Readonly<Record<string, unknown>>

export async function exportData(
  deps: SecurityDeps,
  { caller: { accountId, sessionId } }: HandlerRequest<typeof security.exportData>,
): Promise<Result<DataOf<typeof security.exportData>>> {
  const packed = await line(() => pack(deps, { accountId, sessionId }))
  return packed.busy ? BUSY : packed.value
}

/** Pictures are large: one export after the other, so that many at once do not fill the memory. */
const line = createWaitingLine({ atOnce: 1, mostWaiting: 20 })

async function pack(
  deps: SecurityDeps,
  { accountId, sessionId }: Readonly<{ accountId: string; sessionId: string }>,
): Promise<Result<DataOf<typeof security.exportData>>> {
  const now = deps.wallClock.now()
  const { rowCount } = await deps.pool.query(
    'update accounts set exported_at = $2 where account_id = $1 and (exported_at is null or exported_at <= $3)',
    [accountId, now, now - EVERY_MS],
  )
  if (rowCount === 0) return refuse('rate.limited', { retryAfterMs: EVERY_MS })
  const tables = await readTables(deps, accountId)
  const files = Object.entries(tables).map(([table, rows]) => [`${table}.csv`, strToU8(csvOf(table, rows))] as const)
  const all = strToU8(JSON.stringify({ accountId, exportedAt: new Date(now).toISOString(), venue: deps.venue.label, tables }, null, 1))
  const zip = zipSync({ 'all.json': all, ...Object.fromEntries(files), ...(await picturesOf(deps, accountId)) })
  const expiresAt = now + TICKET_LIVES_MS
  const link = await keepExport(deps, { accountId, exportId: deps.ids.next(), sessionId, expiresAt }, zip)
  return ok({ link, bytes: zip.length, expireTimestamp: expiresAt })
}

/** As they are kept, one by one; a picture is compressed already. */
async function picturesOf(deps: SecurityDeps, accountId: string): Promise<Zippable> {
  const pictures: Zippable = {}
  for (const fileId of await filesOf(deps.pool, accountId)) {
    const content = await readFileContent(deps, accountId, fileId)
    if (content !== null) pictures[`files/${fileId}.jpg`] = [content, { level: 0 }]
  }
  return pictures
}

async function readTables({ pool, vault }: SecurityDeps, accountId: string): Promise<Record<string, readonly Row[]>> {
  const tables: Record<string, readonly Row[]> = {}
  for (const table of Object.keys(classification).filter((name) => columnsOf(name).includes(OWNER))) {
    const columns = columnsOf(table, ['personal', 'sensitive'])
    if (columns.length === 0) continue
    const { rows } = await pool.query<Row>(`select ${columns.map((name) => `"${name}"`).join(', ')} from "${table}" where ${OWNER} = $1`, [
      accountId,
    ])
    tables[table] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          shownOf(value, (bytes) => opened(vault, accountId, { table, column: name }, bytes)),
        ]),
      ),
    )
  }
  return tables
}

/** As text that any reader takes: big numbers keep their digits. */
function shownOf(value: unknown, open: (bytes: Buffer) => unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (Buffer.isBuffer(value)) return open(value)
  return Array.isArray(value) ? value.map((each) => shownOf(each, open)) : value
}

/** What lies in the vault is opened for its owner; other bytes have no words. */
function opened(vault: SecurityDeps['vault'], accountId: string, where: Pick<SealedColumn, 'table' | 'column'>, bytes: Buffer): unknown {
  const column = sealedColumns.find(({ table, column: name }) => table === where.table && name === where.column)
  return column === undefined ? bytes.toString('hex') : (JSON.parse(vault.open(column.placeOf(accountId), bytes).toString()) as unknown)
}

const csvOf = (table: string, rows: readonly Row[]): string =>
  stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)]))),
    { header: true, columns: columnsOf(table, ['personal', 'sensitive']), escape_formulas: true, bom: true },
  )

const cellOf = (value: unknown): unknown => (value !== null && typeof value === 'object' ? JSON.stringify(value) : value)
