import { marksOf } from '../formats/format.ts'
import type { Language } from '../formats/languages.ts'

/**
 * Amounts as a person types or pastes them. Both "," and "." are accepted as decimal mark in every language,
 * because a phone's decimal key follows the device and not the app. What comes out is canonical decimal text,
 * or null for something that is no number.
 */

export const MAX_WHOLE_DIGITS = 12

/**
 * Pasted text. With both marks present the last one is the decimal mark; a single mark before exactly three
 * digits that is the language's group mark groups; several equal marks group; any other mark is the decimal mark.
 */
export function parsePasted(text: string, language: Language): string | null {
  const cleaned = text.replace(/[\s\u00a0\u202f'’_]/g, '').replace(/^[^\d.,+\-−]+|[^\d.,]+$/g, '')
  if (!/^\d*(?:[.,]\d*)*$/.test(cleaned) || !/\d/.test(cleaned)) return null
  const decimalAt = decimalMarkAt(cleaned, marksOf(language).group)
  if (decimalAt === null) return canonical(cleaned.replace(/[.,]/g, ''), '')
  return canonical(cleaned.slice(0, decimalAt).replace(/[.,]/g, ''), cleaned.slice(decimalAt + 1))
}

function decimalMarkAt(text: string, group: string): number | null {
  const marks = [...text].flatMap((character, at) => (character === '.' || character === ',' ? [at] : []))
  const last = marks.at(-1)
  if (last === undefined) return null
  const kinds = new Set(marks.map((at) => text[at]))
  if (kinds.size === 2) return last
  if (marks.length > 1) return null
  const grouping = text[last] === group && text.length - last - 1 === 3 && last > 0 && last <= 3 && text[0] !== '0'
  return grouping ? null : last
}

/** "007" and "" become "7" and "0"; a trailing mark is left out. */
function canonical(whole: string, fraction: string): string {
  const trimmed = whole.replace(/^0+(?=\d)/, '')
  const start = trimmed === '' ? '0' : trimmed
  return fraction === '' ? start : `${start}.${fraction}`
}

/** Text being typed: canonical but for a trailing point ("12."), which the person has not finished yet. */
export type Draft = string

/** The value of a field that may stay empty for typed text that is no amount, so that nobody takes it for empty. */
export const UNREADABLE: Draft = '-'

/** A key of our own keypad or of the keyboard, added to a draft. Null when the draft cannot take it. */
export function withKey(draft: Draft, key: string, decimals: number): Draft | null {
  if (key === 'backspace') return draft.slice(0, -1)
  if (key === '.' || key === ',') {
    if (decimals === 0 || draft.includes('.')) return null
    return draft === '' ? '0.' : `${draft}.`
  }
  if (!/^\d$/.test(key)) return null
  return fits(draft === '0' ? key : draft + key, decimals) ? (draft === '0' ? key : draft + key) : null
}

export function fits(draft: Draft, decimals: number): boolean {
  const [whole = '', fraction = ''] = draft.split('.')
  return whole.length <= MAX_WHOLE_DIGITS && fraction.length <= decimals
}

/** A draft as the field shows it: grouped, with the language's decimal mark, unfinished parts kept. */
export function showDraft(draft: Draft, language: Language): string {
  if (draft === '') return ''
  const { decimal, group } = marksOf(language)
  const [whole = '', fraction] = draft.split('.')
  const grouped = groupDigits(whole, group, language)
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`
}

/** Hindi groups by two after the first three digits. */
function groupDigits(whole: string, group: string, language: Language): string {
  const pattern = language === 'hi' ? /(\d)(?=(\d\d)+\d$)/g : /\B(?=(\d{3})+(?!\d))/g
  return language === 'hi' ? whole.replace(pattern, `$1${group}`) : whole.replace(pattern, group)
}

/** Field text back to a draft, once the marks we inserted are distinguished from the one just typed. */
export function readDraft(shown: string, language: Language): Draft {
  const { decimal, group } = marksOf(language)
  const plain = shown.split(group).join('').replace(decimal, '.')
  const kept = plain.replace(/[^\d.]/g, '')
  const [whole = '', ...fractions] = kept.split('.')
  const trimmed = whole.replace(/^0+(?=\d)/, '')
  if (fractions.length === 0) return trimmed
  return `${trimmed === '' ? '0' : trimmed}.${fractions.join('')}`
}

/** The finished value of a draft: "12." is "12". */
export const finish = (draft: Draft): string => (draft.endsWith('.') ? draft.slice(0, -1) : draft)
