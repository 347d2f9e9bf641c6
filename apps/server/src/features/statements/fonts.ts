import { fileURLToPath } from 'node:url'
import type { Language } from '@rueda/contract/codes.ts'

/**
 * The letters of a statement on paper. Helvetica, which every reader has, writes Spanish, English and German; the other languages
 * bring a font of their own with the signs that a statement can say, and nothing more (decision 0013).
 */
export const BODY = 'body'
export const BOLD = 'bold'

const file = (name: string): string => fileURLToPath(new URL(`fonts/${name}.ttf`, import.meta.url))

/** Every language whose signs Helvetica lacks has two files: `ja-400.ttf` and `ja-700.ttf`. */
const embedded: ReadonlySet<Language> = new Set(['hi', 'ja', 'th', 'zh-CN', 'zh-TW'])

export function registerFonts(document: PDFKit.PDFDocument, language: Language): void {
  const isEmbedded = embedded.has(language)
  document.registerFont(BODY, isEmbedded ? file(`${language}-400`) : 'Helvetica')
  document.registerFont(BOLD, isEmbedded ? file(`${language}-700`) : 'Helvetica-Bold')
}
