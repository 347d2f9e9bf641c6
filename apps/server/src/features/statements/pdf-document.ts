import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import { BODY, BOLD, registerFonts } from './fonts.ts'
import type { PaperProof } from '../../trust-log/documents.ts'
import { type Sheet, drawTitle, inLatin } from './pdf-table.ts'
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

export const drawNote = (sheet: Sheet, text: string): void => void sheet.font(BODY).fontSize(TEXT_SIZE).text(inLatin(text))

/** Short enough to be read out, and long enough that nobody finds another with the same. */
const HEAD_DIGITS = 16

/** What the document is checked by: the hash of its data, and the head of the account's chain that they stand on. */
export function drawProof(sheet: Sheet, proof: PaperProof | null, { say }: Words): void {
  if (proof === null) return
  const { hash, sequence, head, origin, entry } = proof
  drawTitle(sheet, say('proof.title'))
  drawNote(sheet, `SHA-256: ${hash}`)
  drawNote(sheet, `${say('confirmation.entry')}: ${sequence} · ${head.slice(0, HEAD_DIGITS)}`)
  drawNote(sheet, entry === null ? say('proof.waits') : `${say('proof.logged')}: ${origin} · ${entry}`)
  drawNote(sheet, say('proof.how'))
}

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
