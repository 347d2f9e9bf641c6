import { stringify } from 'csv-stringify/sync'
import { Zip, ZipDeflate, ZipPassThrough, strToU8 } from 'fflate'
import type { PoolClient } from 'pg'
import { type Classification, columnsOf } from '../../db/classification.ts'
import { filesOf, readFileContent } from '../../storage/files.ts'
import { type SealedColumn, sealedColumns } from '../../vault/sealed-columns.ts'
import type { App } from '../../app.ts'
import { withTickerColumns, withTickers } from './export-tickers.ts'

/**
 * Everything kept about a customer as one zip, written row by row: a CSV for each table, a JSON of all, and the pictures handed in. However
 * long the history is, only a few hundred rows of it are in memory, and other requests are served in between.
 */
type Write = (chunk: Uint8Array) => Promise<void>
/** The customer, the time of the data, and the classes of the database columns. */
type Asked = Readonly<{ accountId: string; exportedAt: number; classification: Classification }>
type Entry = Pick<ZipDeflate, 'push'>
type Deps = Pick<App, 'vault' | 'venue' | 'files'>
type Row = Readonly<Record<string, unknown>>

const OWNER = 'account_id'
const ROWS_AT_ONCE = 500

export async function writeArchive(deps: Deps, reader: PoolClient, asked: Asked, write: Write): Promise<void> {
  const made: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    failure ??= error
    made.push(chunk)
  })
  const passOn = async (): Promise<void> => {
    if (failure !== null) throw failure
    for (const chunk of made.splice(0)) await write(chunk)
  }
  const entry = (name: string, isPacked = false): Entry => {
    const added = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name)
    zip.add(added)
    return added
  }
  for (const table of tablesOf(asked.classification)) await writeTable(deps, reader, asked, table, entry(`${table}.csv`), passOn)
  await writeAll(deps, reader, asked, entry('all.json'), passOn)
  for (const fileId of await filesOf(reader, asked.accountId)) {
    const content = await readFileContent(deps, asked.accountId, fileId)
    // A picture is compressed already.
    if (content !== null) entry(`files/${fileId}.jpg`, true).push(content, true)
    await passOn()
  }
  zip.end()
  await passOn()
}

const shownColumns = (classified: Classification, table: string): readonly string[] =>
  columnsOf(classified, table, ['personal', 'sensitive'])
const tablesOf = (classified: Classification): string[] =>
  Object.keys(classified).filter((name) => columnsOf(classified, name).includes(OWNER) && shownColumns(classified, name).length > 0)

type PassOn = () => Promise<void>

async function writeTable(deps: Deps, reader: PoolClient, asked: Asked, table: string, entry: Entry, passOn: PassOn): Promise<void> {
  const text = (rows: readonly Row[], isFirst: boolean): Uint8Array =>
    strToU8(
      stringify(
        rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)]))),
        {
          header: isFirst,
          columns: [...withTickerColumns(shownColumns(asked.classification, table))],
          escape_formulas: true,
          bom: isFirst,
        },
      ),
    )
  entry.push(text([], true))
  for await (const rows of rowsOf(deps, reader, asked, table)) {
    entry.push(text(rows, false))
    await passOn()
  }
  entry.push(new Uint8Array(), true)
  await passOn()
}

async function writeAll(deps: Deps, reader: PoolClient, asked: Asked, entry: Entry, passOn: PassOn): Promise<void> {
  const { accountId, exportedAt, classification } = asked
  const head = JSON.stringify({ accountId, exportedAt: new Date(exportedAt).toISOString(), venue: deps.venue.label })
  entry.push(strToU8(`${head.slice(0, -1)},"tables":{`))
  for (const [index, table] of tablesOf(classification).entries()) {
    entry.push(strToU8(`${index === 0 ? '' : ','}\n${JSON.stringify(table)}:[`))
    let separator = '\n'
    for await (const rows of rowsOf(deps, reader, asked, table)) {
      entry.push(strToU8(separator + rows.map((row) => JSON.stringify(row)).join(',\n')))
      separator = ',\n'
      await passOn()
    }
    entry.push(strToU8(']'))
  }
  entry.push(strToU8('}}\n'), true)
  await passOn()
}

/** Rows that lie in several places, of which some may have left the tables. */
const IN_THEIR_ORDER: Readonly<Record<string, string>> = {
  entries: 'sequence',
  postings: 'sequence, line',
  fills: 'sequence, order_id',
  share_fills: 'sequence, turn, order_id',
  order_events: 'id',
}

async function* rowsOf(
  { vault, venue }: Deps,
  reader: PoolClient,
  { accountId, classification }: Asked,
  table: string,
): AsyncGenerator<readonly Row[]> {
  const columns = shownColumns(classification, table)
    .map((name) => `"${name}"`)
    .join(', ')
  const order = IN_THEIR_ORDER[table] === undefined ? '' : ` order by ${IN_THEIR_ORDER[table]}`
  await reader.query(`declare exported no scroll cursor for select ${columns} from "${table}" where ${OWNER} = $1${order}`, [accountId])
  for (let isMore = true; isMore;) {
    const { rows } = await reader.query<Row>(`fetch ${ROWS_AT_ONCE} from exported`)
    isMore = rows.length === ROWS_AT_ONCE
    const shown = (row: Row): Row => shownRow(row, (column, bytes) => opened(vault, accountId, { table, column }, bytes))
    if (rows.length > 0) yield rows.map((row) => withTickers(venue, shown(row)))
  }
  await reader.query('close exported')
}

const shownRow = (row: Row, open: (column: string, bytes: Buffer) => unknown): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shownOf(value, (bytes) => open(name, bytes))]))

/** As text that any reader takes: big numbers keep their digits. */
function shownOf(value: unknown, open: (bytes: Buffer) => unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (Buffer.isBuffer(value)) return open(value)
  return Array.isArray(value) ? value.map((each) => shownOf(each, open)) : value
}

/** Opens sealed values for their owner; other bytes are written as hexadecimal digits. */
function opened(vault: Deps['vault'], accountId: string, where: Pick<SealedColumn, 'table' | 'column'>, bytes: Buffer): unknown {
  const column = sealedColumns.find(({ table, column: name }) => table === where.table && name === where.column)
  return column === undefined ? bytes.toString('hex') : (JSON.parse(vault.open(column.placeOf(accountId), bytes).toString()) as unknown)
}

const cellOf = (value: unknown): unknown => (value !== null && typeof value === 'object' ? JSON.stringify(value) : value)
