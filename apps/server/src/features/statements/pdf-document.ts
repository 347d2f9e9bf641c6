import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import { BODY, BOLD, registerFonts } from './fonts.ts'
import { type PaperProof, paperText } from '@rueda/proof/paper.ts'
import { type Sheet, drawTitle, inLatin, roomLeft } from './pdf-table.ts'
import { QR_PX, drawQr } from './qr-code.ts'
import type { Words } from './words.ts'

/** What the house's documents on paper have in common: the sheet, its head, and the foot with the kind of money on every page. */
const MARGIN = 48
const TITLE_SIZE = 20
export const TEXT_SIZE = 9

type Document = Readonly<{ title: string; venue: string; draw: (sheet: Sheet) => void }>

export async function paper({ title, venue, draw }: Document, words: Words): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: MARGIN, bufferPages: true, info: { Title: title, Author: 'Rueda' } })
  registerFonts(document, words.language)
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const ended = once(document, 'end')
  draw(document)
  numberPages(document, venue, words)
  document.end()
  await ended
  return Buffer.concat(chunks)
}

/** The house, what the document is, the kind of money in it, and lines that say whose it is. */
export function drawHead(sheet: Sheet, { say }: Words, title: string, lines: readonly string[]): void {
  sheet.font(BOLD).fontSize(TITLE_SIZE).fillColor('black').text('Rueda')
  sheet.fontSize(TITLE_SIZE / 2 + 2).text(inLatin(title))
  sheet
    .moveDown(0.5)
    .font(BOLD)
    .fontSize(TEXT_SIZE)
    .fillColor('#875300')
    .text(inLatin(say('simulated')))
    .fillColor('black')
  sheet.moveDown(0.5).font(BODY)
  for (const line of lines) sheet.text(inLatin(line))
}

/** As wide as the page, or as is said. */
export const drawNote = (sheet: Sheet, text: string, options: Readonly<{ width?: number }> = {}): void =>
  void sheet.font(BODY).fontSize(TEXT_SIZE).text(inLatin(text), options)

/** Short enough to be read out, and long enough that nobody finds another with the same. */
const HEAD_DIGITS = 16

/** What the document is checked by: the hash of its data, and the head of the account's chain that they stand on. */
export function drawProof(sheet: Sheet, proof: PaperProof | null, { say }: Words): void {
  if (proof === null) return
  const { hash, sequence, head, origin, entry } = proof
  const { left, right } = sheet.page.margins
  if (roomLeft(sheet) < ROOM_FOR_PROOF_PX) sheet.addPage()
  drawTitle(sheet, say('proof.title'))
  const top = sheet.y
  const width = sheet.page.width - left - right - QR_PX - QR_GAP_PX
  drawNote(sheet, `SHA-256: ${hash}`, { width })
  drawNote(sheet, `${say('confirmation.entry')}: ${sequence} · ${head.slice(0, HEAD_DIGITS)}`, { width })
  drawNote(sheet, entry === null ? say('proof.waits') : `${say('proof.logged')}: ${origin} · ${entry}`, { width })
  drawNote(sheet, say('proof.how'), { width })
  drawNote(sheet, say('proof.scan'), { width })
  const below = sheet.y
  drawQr(sheet, paperText(proof), { x: sheet.page.width - right - QR_PX, y: top })
  sheet.x = left
  sheet.y = Math.max(below, top + QR_PX)
}
/** The title, and the code beside the lines. */
const ROOM_FOR_PROOF_PX = QR_PX + 40
const QR_GAP_PX = 16

/** Called when all pages are there: numbers each "2 / 3", with the kind of money. */
function numberPages(document: PDFKit.PDFDocument, venue: string, { say }: Words): void {
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
