import { BODY, BOLD } from './fonts.ts'

/** Tables on paper: columns by their share of the width, lines that go on over the next page under the same heads. */
export type Sheet = PDFKit.PDFDocument

export type Column<Row> = Readonly<{
  title: string
  /** Of the width, beside the other columns. */
  share: number
  right?: true
  text: (row: Row) => string
}>

const LINE_PX = 13
const TEXT_SIZE = 7.5
const TITLE_SIZE = 11
const MAX_LINES = 3
const GAP_PX = 6
const RULE_PX = 0.5
const RULE_ABOVE_PX = 1
const ROOM_UNDER_RULE_PX = 3

export function drawTitle(sheet: Sheet, title: string): void {
  if (roomLeft(sheet) < LINE_PX * 4) sheet.addPage()
  sheet.moveDown(1.2).font(BOLD).fontSize(TITLE_SIZE).text(inLatin(title), sheet.page.margins.left).moveDown(0.3)
}

export function drawTable<Row>(sheet: Sheet, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  drawHeads(sheet, columns)
  for (const row of rows) {
    if (roomLeft(sheet) < heightOf(sheet, columns, row)) {
      sheet.addPage()
      drawHeads(sheet, columns)
    }
    drawLine(sheet, columns, { font: BODY, height: heightOf(sheet, columns, row), textOf: ({ text }) => text(row) })
  }
  sheet.x = sheet.page.margins.left
}

function drawHeads<Row>(sheet: Sheet, columns: readonly Column<Row>[]): void {
  drawLine(sheet, columns, { font: BOLD, height: LINE_PX, textOf: ({ title }) => title })
  drawRule(sheet)
  sheet.y += ROOM_UNDER_RULE_PX
}

/** As high as its longest words need, up to three lines: names of wallets and moments with their zone are not cut. */
function heightOf<Row>(sheet: Sheet, columns: readonly Column<Row>[], row: Row): number {
  sheet.font(BODY).fontSize(TEXT_SIZE)
  const heights = columns
    .filter(({ right }) => right !== true)
    .map((column) => sheet.heightOfString(inLatin(column.text(row)), { width: widthOf(sheet, columns, column) - GAP_PX }))
  const further = sheet.currentLineHeight(true)
  const lines = Math.min(MAX_LINES, Math.max(1, Math.round(Math.max(...heights, 0) / further)))
  return LINE_PX + (lines - 1) * further
}

function widthOf<Row>(sheet: Sheet, columns: readonly Column<Row>[], { share }: Column<Row>): number {
  const { left, right } = sheet.page.margins
  return ((sheet.page.width - left - right) * share) / columns.reduce((sum, each) => sum + each.share, 0)
}

type Line<Row> = Readonly<{ font: string; height: number; textOf: (column: Column<Row>) => string }>

function drawLine<Row>(sheet: Sheet, columns: readonly Column<Row>[], { font, height, textOf }: Line<Row>): void {
  const { left } = sheet.page.margins
  const top = sheet.y
  let x = left
  sheet.font(font).fontSize(TEXT_SIZE)
  for (const column of columns) {
    const own = widthOf(sheet, columns, column)
    const text = inLatin(textOf(column))
    // Words may be cut, a figure never: it becomes smaller.
    const size = column.right ? sizeThatFits(sheet, text, own - GAP_PX) : TEXT_SIZE
    sheet.fontSize(size).text(text, x, top, {
      width: own - GAP_PX,
      height,
      align: column.right ? 'right' : 'left',
      ellipsis: true,
      lineBreak: !column.right,
    })
    x += own
  }
  sheet.y = top + height
}

function sizeThatFits(sheet: Sheet, text: string, width: number): number {
  const needed = sheet.fontSize(TEXT_SIZE).widthOfString(text)
  return needed <= width ? TEXT_SIZE : (TEXT_SIZE * width) / needed
}

/** Under the heads, across the page. */
function drawRule(sheet: Sheet): void {
  const { left, right } = sheet.page.margins
  const y = sheet.y - RULE_ABOVE_PX
  sheet
    .moveTo(left, y)
    .lineTo(sheet.page.width - right - GAP_PX, y)
    .lineWidth(RULE_PX)
    .strokeColor('#999999')
    .stroke()
}

export const roomLeft = ({ y, page }: Sheet): number => page.height - page.margins.bottom - y

/** Replaces characters that Latin fonts lack by those that they have. */
export const inLatin = (text: string): string => text.replaceAll('\u{2212}', '-').replaceAll(/[\u{202f}\u{2009}]/gu, '\u{a0}')
