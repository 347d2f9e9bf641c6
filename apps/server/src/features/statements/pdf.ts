import type { Statement } from '@rueda/contract/statements.ts'
import type { CashFlow } from '@rueda/contract/wallets.ts'
import { formatDate, formatDeadline, formatMonth } from '@rueda/text/dates.ts'
import { formatMoney, formatQuantity } from '@rueda/text/numbers.ts'
import { type StatementFile, fileOf, isOfInstrument } from './files.ts'
import type { PaperProof } from '@rueda/proof/paper.ts'
import { drawHead, drawNote, drawProof, paper } from './pdf-document.ts'
import { type Column, type Sheet, drawTable, drawTitle } from './pdf-table.ts'
import type { Words } from './words.ts'

/** The statement on paper, in the reader's language. */
const ZONE = 'America/New_York'

export async function pdfFile(statement: Statement, proof: PaperProof | null, words: Words): Promise<StatementFile> {
  const { month, venue } = statement
  const bytes = await paper({ title: `Rueda ${month}`, venue, draw: (sheet) => draw(sheet, statement, proof, words) }, words)
  return fileOf(statement, 'pdf', 'application/pdf', bytes)
}

function draw(sheet: Sheet, statement: Statement, proof: PaperProof | null, words: Words): void {
  const { say } = words
  const { movements, corrections, fees, holdings, wallets } = statement
  drawWhose(sheet, statement, words)
  drawTitle(sheet, say('balances'))
  drawTable(sheet, balanceColumns(words), wallets)
  drawTitle(sheet, say('holdings'))
  if (holdings.length === 0) drawNote(sheet, say('holdings.none'))
  else drawTable(sheet, holdingColumns(words), holdings)
  drawTitle(sheet, say('movements'))
  drawFlows(sheet, movements, words, say('movements.none'))
  drawTitle(sheet, say('corrections'))
  drawFlows(sheet, corrections, words, say('corrections.none'))
  drawTitle(sheet, say('fees'))
  if (fees.length === 0) drawNote(sheet, say('fees.none'))
  else drawFees(sheet, fees, words)
  drawProof(sheet, proof, words)
}

function drawFees(sheet: Sheet, fees: Statement['fees'], words: Words): void {
  const { say, fee } = words
  drawTable(
    sheet,
    [
      { title: say('column.kind'), share: 3, text: ({ kind }) => fee(kind) },
      { title: say('column.amount'), share: 2, right: true, text: ({ amount, currency }) => money(words, amount, currency) },
    ],
    fees,
  )
}

function drawWhose(sheet: Sheet, { month, userNo, fromTimestamp, toTimestamp, final }: Statement, words: Words): void {
  const { say } = words
  const last = toTimestamp - 1
  const period = `${formatDate(fromTimestamp, ZONE)} – ${formatDate(last, ZONE)}${final === 1 ? '' : ` (${say('open')})`}`
  drawHead(sheet, words, `${say('title')} · ${formatMonth(words.language, month)}`, [
    `${say('account')}: ${userNo}`,
    `${say('period')}: ${period}`,
  ])
}

const money = ({ language }: Words, amount: string, currency: string): string => formatMoney(language, amount, currency)

const balanceColumns = (words: Words): Column<Statement['wallets'][number]>[] => [
  { title: words.say('column.wallet'), share: 3, text: (row) => `${words.wallet(row.walletType)} (${row.currency})` },
  { title: words.say('opening'), share: 2, right: true, text: (row) => money(words, row.opening, row.currency) },
  { title: words.say('in'), share: 2, right: true, text: (row) => money(words, row.in, row.currency) },
  { title: words.say('out'), share: 2, right: true, text: (row) => money(words, row.out, row.currency) },
  { title: words.say('closing'), share: 2, right: true, text: (row) => money(words, row.closing, row.currency) },
]

const holdingColumns = (words: Words): Column<Statement['holdings'][number]>[] => [
  { title: words.say('confirmation.instrument'), share: 5, text: (row) => words.holding(row) },
  ...(['opening', 'in', 'out', 'closing'] as const).map((key) => ({
    ...{ title: words.say(key), share: 2, right: true as const },
    text: (row: Statement['holdings'][number]) => formatQuantity(words.language, row[key]),
  })),
]

/** An execution names what was traded, and how much of it where shares came or went. */
function subjectOf({ language, kind }: Words, flow: CashFlow): string {
  const { bizType, remark, quantity } = flow
  const traded = quantity === null ? remark : `${formatQuantity(language, quantity)} ${remark}`
  return isOfInstrument(flow) ? `${kind(bizType)} · ${traded}` : kind(bizType)
}

function drawFlows(sheet: Sheet, flows: readonly CashFlow[], words: Words, none: string): void {
  if (flows.length === 0) return drawNote(sheet, none)
  const { say, wallet } = words
  drawTable<CashFlow>(
    sheet,
    [
      { title: say('column.date'), share: 6, text: (flow) => formatDeadline(flow.createTimeTimestamp, ZONE) },
      { title: say('column.wallet'), share: 4, text: (flow) => wallet(flow.walletType) },
      { title: say('column.kind'), share: 5, text: (flow) => subjectOf(words, flow) },
      { title: say('column.reference'), share: 6, text: (flow) => flow.bizNo },
      {
        title: say('column.amount'),
        share: 4,
        right: true,
        text: (flow) => formatMoney(words.language, flow.amount, flow.currency, { sign: 'change' }),
      },
      { title: say('column.balance'), share: 5, right: true, text: (flow) => money(words, flow.balanceAfter, flow.currency) },
    ],
    flows,
  )
}
