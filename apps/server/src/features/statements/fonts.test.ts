import { languages } from '@rueda/contract/codes.ts'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { BODY, BOLD, registerFonts } from './fonts.ts'
import { inLatin } from './pdf-table.ts'
import { charactersOf } from './words.ts'

/** Parts of an embedded font in pdfkit; of Helvetica it knows the widths only. */
type Opened = Readonly<{ _font: Readonly<{ font: Readonly<{ hasGlyphForCodePoint?: (codePoint: number) => boolean }> }> }>

describe.each(languages)('a statement in %s', (language) => {
  it.each([BODY, BOLD])('has a letter in %s for every sign that it can say', (weight) => {
    const document = new PDFDocument()
    registerFonts(document, language)
    document.font(weight)
    const { font } = (document as unknown as Opened)._font
    const missing = [...inLatin(charactersOf(language))].filter((sign) =>
      font.hasGlyphForCodePoint === undefined ? !isInHelvetica(sign) : !font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0),
    )
    expect(missing, 'run node tools/statement-fonts.ts').toEqual([])
  })
})

/** Latin-1 and the few signs that Windows adds. */
const isInHelvetica = (sign: string): boolean => /[\u0020-\u007e\u00a0-\u00ff–—…€’]/u.test(sign)
