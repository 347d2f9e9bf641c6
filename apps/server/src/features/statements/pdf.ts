import { once } from 'node:events'
import type { Statement } from '@rueda/contract/statements.ts'
import type { CashFlow } from '@rueda/contract/wallets.ts'
import { formatDate, formatDateTime } from '@rueda/text/dates.ts'
import { formatMoney } from '@rueda/text/numbers.ts'
import PDFDocument from 'pdfkit'
import { type StatementFile, fileOf } from './files.ts'
import { BODY, BOLD, registerFonts } from './fonts.ts'
import { type Column, type Sheet, drawTable, drawTitle, inLatin } from './pdf-table.ts'
import type { Words } from './words.ts'

/** The statement on paper, in the reader's language. */
const ZONE = 'America/New_York'
const MARGIN = 48

export async function pdfFile(statement: Statement, words: Words): Promise<StatementFile> {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    info: { Title: `Rueda ${statement.month}`, Author: 'Rueda' },
  })
  registerFonts(document, words.language)
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const ended = once(document, 'end')
  draw(document, statement, words)
  numberPages(document, statement, words)
  document.end()
  await ended
  return fileOf(statement, 'pdf', 'application/pdf', Buffer.concat(chunks))
}

function draw(sheet: Sheet, statement: Statement, words: Words): void {
  const { say, fee } = words
  const { movements, corrections, fees, wallets } = statement
  drawHead(sheet, statement, words)
  drawTitle(sheet, say('balances'))
  drawTable(sheet, balanceColumns(words), wallets)
  drawTitle(sheet, say('movements'))
  drawFlows(sheet, movements, words, say('movements.none'))
  drawTitle(sheet, say('corrections'))
  drawFlows(sheet, corrections, words, say('corrections.none'))
  drawTitle(sheet, say('fees'))
  if (fees.length === 0) return drawNote(sheet, say('fees.none'))
  drawTable(
    sheet,
    [
      { title: say('column.kind'), share: 3, text: ({ kind }) => fee(kind) },
      { title: say('column.amount'), share: 2, right: true, text: ({ amount, currency }) => money(words, amount, currency) },
    ],
    fees,
  )
}

const TITLE_SIZE = 20
const TEXT_SIZE = 9

function drawHead(sheet: Sheet, { month, userNo, fromTimestamp, toTimestamp, final }: Statement, { say }: Words): void {
  sheet.font(BOLD).fontSize(TITLE_SIZE).text('Rueda')
  sheet.fontSize(TITLE_SIZE / 2 + 2).text(inLatin(`${say('title')} ${month}`))
  sheet
    .moveDown(0.5)
    .font(BOLD)
    .fontSize(TEXT_SIZE)
    .fillColor('#875300')
    .text(inLatin(say('simulated')))
    .fillColor('black')
  const last = toTimestamp - 1
  const period = `${formatDate(fromTimestamp, ZONE)} – ${formatDate(last, ZONE)}${final === 1 ? '' : ` (${say('open')})`}`
  sheet
    .moveDown(0.5)
    .font(BODY)
    .text(inLatin(`${say('account')}: ${userNo}`))
    .text(inLatin(`${say('period')}: ${period}`))
}

const money = ({ language }: Words, amount: string, currency: string): string => formatMoney(language, amount, currency)

const balanceColumns = (words: Words): Column<Statement['wallets'][number]>[] => [
  { title: words.say('column.wallet'), share: 3, text: (row) => `${words.wallet(row.walletType)} (${row.currency})` },
  { title: words.say('opening'), share: 2, right: true, text: (row) => money(words, row.opening, row.currency) },
  { title: words.say('in'), share: 2, right: true, text: (row) => money(words, row.in, row.currency) },
  { title: words.say('out'), share: 2, right: true, text: (row) => money(words, row.out, row.currency) },
  { title: words.say('closing'), share: 2, right: true, text: (row) => money(words, row.closing, row.currency) },
]

function drawFlows(sheet: Sheet, flows: readonly CashFlow[], words: Words, none: string): void {
  if (flows.length === 0) return drawNote(sheet, none)
  const { say, wallet, kind } = words
  drawTable<CashFlow>(
    sheet,
    [
      { title: say('column.date'), share: 5, text: (flow) => formatDateTime(flow.createTimeTimestamp, ZONE) },
      { title: say('column.wallet'), share: 4, text: (flow) => wallet(flow.walletType) },
      { title: say('column.kind'), share: 5, text: (flow) => kind(flow.bizType) },
      { title: say('column.reference'), share: 5, text: (flow) => flow.bizNo },
      { title: say('column.amount'), share: 5, right: true, text: (flow) => money(words, flow.amount, flow.currency) },
      { title: say('column.balance'), share: 5, right: true, text: (flow) => money(words, flow.balanceAfter, flow.currency) },
    ],
    flows,
  )
}

const drawNote = (sheet: Sheet, text: string): void => void sheet.font(BODY).fontSize(TEXT_SIZE).text(inLatin(text))

/** Called when all pages are there: numbers each "2 / 3", with the kind of money. */
function numberPages(document: PDFKit.PDFDocument, { venue }: Statement, { say }: Words): void {
  const { start, count } = document.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page)
    document.page.margins.bottom = 0
    const footer = `${say('simulated')} · ${venue} · ${page - start + 1} / ${count}`
    document
      .font(BODY)
      .fontSize(TEXT_SIZE - 2)
      .fillColor('#555555')
      .text(inLatin(footer), MARGIN, document.page.height - MARGIN / 2 - TEXT_SIZE, { lineBreak: false })
  }
}
