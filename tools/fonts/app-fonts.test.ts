import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { writtenSigns } from './app-signs.ts'
import { WEIGHTS, scriptLanguages } from './noto.ts'

/** Parts of an opened font in pdfkit, which reads these as well as those of PDF documents. */
type Opened = Readonly<{ _font: Readonly<{ font: Readonly<{ hasGlyphForCodePoint: (codePoint: number) => boolean }> }> }>

describe.each(scriptLanguages)('the app in %s', (language) => {
  it.each(Object.keys(WEIGHTS))('has a letter of weight %s for every sign of its texts', (weight) => {
    const document = new PDFDocument()
    document.font(join(root, 'packages/ui/src/look/fonts', `${language}-${weight}.woff2`))
    const { font } = (document as unknown as Opened)._font
    const signs = writtenSigns(language)
    expect(signs.length).toBeGreaterThan(40)
    expect(
      signs.filter((sign) => !font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)),
      'run node tools/app-fonts.ts',
    ).toEqual([])
  })
})
