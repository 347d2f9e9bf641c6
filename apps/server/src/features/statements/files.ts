import { stringify } from 'csv-stringify/sync'
import type { Statement } from '@rueda/contract/statements.ts'
import type { CashFlow } from '@rueda/contract/wallets.ts'
import type { Words } from './words.ts'

export type StatementFile = Readonly<{ fileName: string; mediaType: string; content: string }>

/** A file of whatever a document is of. */
export const documentOf = (name: string, mediaType: string, content: Buffer): StatementFile => ({
  fileName: `rueda-${name}`,
  mediaType,
  content: content.toString('base64'),
})

export const fileOf = ({ month, userNo }: Statement, ending: string, mediaType: string, content: Buffer): StatementFile =>
  documentOf(`${userNo}-${month}.${ending}`, mediaType, content)

export const jsonFile = (statement: Statement): StatementFile =>
  fileOf(statement, 'json', 'application/json', Buffer.from(`${JSON.stringify(statement, null, 2)}\n`))

/** The note of another movement is a wallet or a channel. */
export const isOfInstrument = ({ orderId, quantity }: CashFlow): boolean => orderId !== null || quantity !== null

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\u{feff}'

/** For a spreadsheet (RFC 4180): what kind of money this is, and then a line for everything, each of its section. Nothing in it is a customer's own text. */
export function csvFile(statement: Statement, words: Words): StatementFile {
  const { wallets, holdings, movements, corrections, fees, month } = statement
  const { say, wallet, kind, fee, holding } = words
  const flowLine = (section: string) => (flow: CashFlow) => [
    ...[section, new Date(flow.createTimeTimestamp).toISOString(), wallet(flow.walletType), kind(flow.bizType), flow.bizNo],
    ...[flow.amount, flow.balanceAfter, flow.currency, isOfInstrument(flow) ? flow.remark : '', flow.quantity ?? ''],
  ]
  const balanceLine = (section: string, amount: (row: Statement['wallets'][number]) => string) => (row: Statement['wallets'][number]) => [
    section,
    month,
    wallet(row.walletType),
    '',
    '',
    amount(row),
    '',
    row.currency,
    '',
    '',
  ]
  const holdingLine = (key: 'opening' | 'closing') => (row: Statement['holdings'][number]) => [
    `${say('holdings')}: ${say(key)}`,
    ...[month, '', '', '', '', '', '', holding(row), row[key]],
  ]
  const lines = [
    [say('simulated'), statement.venue],
    [
      ...['section', 'date', 'wallet', 'kind', 'reference', 'amount', 'balance', 'currency'].map((column) => say(`column.${column}`)),
      ...[say('confirmation.instrument'), say('confirmation.quantity')],
    ],
    ...wallets.map(balanceLine(say('opening'), ({ opening }) => opening)),
    ...holdings.map(holdingLine('opening')),
    ...movements.map(flowLine(say('movements'))),
    ...corrections.map(flowLine(say('corrections'))),
    ...wallets.map(balanceLine(say('closing'), ({ closing }) => closing)),
    ...holdings.map(holdingLine('closing')),
    ...fees.map((each) => [say('fees'), month, '', fee(each.kind), '', each.amount, '', each.currency, '', '']),
  ]
  const text = BYTE_ORDER_MARK + stringify(lines, { record_delimiter: 'windows' })
  return fileOf(statement, 'csv', 'text/csv;charset=utf-8', Buffer.from(text))
}
