import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'
import type { ScriptLanguage } from './noto.ts'

/** What people type themselves in alphabets and syllabaries is drawn whole; of Han characters there are those of our texts. */
const BLOCKS: Readonly<Record<ScriptLanguage, readonly (readonly [first: number, last: number])[]>> = {
  'hi': [[0x09_00, 0x09_7f]],
  'ja': [
    [0x30_00, 0x30_ff],
    [0xff_01, 0xff_9f],
  ],
  'th': [[0x0e_01, 0x0e_5b]],
  'zh-CN': [
    [0x30_00, 0x30_1f],
    [0xff_01, 0xff_5e],
  ],
  'zh-TW': [
    [0x30_00, 0x30_1f],
    [0xff_01, 0xff_5e],
  ],
}

/** Letters before these are drawn by the font of every language. */
const FIRST_SIGN = 0x09_00

/** Every sign of the app's texts in a language that its own script's font has to draw, with what the system writes into them: large numbers and countries. */
export function writtenSigns(language: ScriptLanguage): string[] {
  const folder = join(root, 'packages/text', language)
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  return [...new Set([...texts, ...systemWords(language)].join(''))]
    .filter((sign) => (sign.codePointAt(0) ?? 0) >= FIRST_SIGN && !SYMBOLS.test(sign))
    .toSorted()
}

const LARGE = [1e4, 1e5, 1e7, 1e8, 1e12, 1e16]
const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(0x41 + at))

/** The units of large numbers, and the name of every country. */
function systemWords(language: ScriptLanguage): string[] {
  const compact = new Intl.NumberFormat(language, { notation: 'compact' })
  const countries = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  return [...LARGE.map((number) => compact.format(number)), ...codes.map((code) => countries.of(code) ?? '')]
}

/** Arrows, dashes and the like belong to no script. */
const SYMBOLS = /[\u2000-\u2BFF]|\uFE0F/u

export const appSigns = (language: ScriptLanguage): string =>
  [...writtenSigns(language), ...BLOCKS[language].flatMap(([first, last]) => signsBetween(first, last))].join('')

const signsBetween = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
