import type { CashFlow } from '@rueda/contract/wallets.ts'

/**
 * The statement as a file for a spreadsheet (RFC 4180). A cell that a spreadsheet would run as a formula is kept
 * as text by an apostrophe in front; amounts are plain decimals and stay numbers.
 */

const LINE_END = '\r\n'
/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'
const STARTS_FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/
const NEEDS_QUOTES = /[",\r\n]/

export function cell(text: string): string {
  const safe = STARTS_FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const toCsv = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => row.map(cell).join(',') + LINE_END).join('')

type Heading = Readonly<{ mark: string; columns: readonly string[] }>

/** Every export states first what kind of money it shows. */
export const statementCsv = (flows: readonly CashFlow[], heading: Heading): string =>
  toCsv([
    [heading.mark],
    heading.columns,
    ...flows.map((flow) => [
      new Date(flow.createTimeTimestamp).toISOString(),
      flow.walletType,
      flow.bizType,
      flow.bizNo,
      flow.amount,
      flow.balanceAfter,
      flow.currency,
      flow.remark,
    ]),
  ])
