import { marksOf } from '../formats/format.ts'
import type { Language } from '../formats/languages.ts'
import { type Draft, MAX_WHOLE_DIGITS } from './typing.ts'

/**
 * Reads an amount typed key by key, without ever reading another magnitude than what stands in the field.
 *
 * The language's decimal mark begins the decimals. Its group mark is ambiguous at first, because the decimal key of some
 * phones has only that one: with one or two digits behind it it is read as a decimal mark, with three it groups, and with
 * both marks in the field the language decides. Where the digits before it could not be a group ("0", or four digits) it
 * can only be a decimal mark, and so it is with four digits behind it where that many decimals are allowed.
 * Anything else, such as "1e5", stays in the field as it was typed, and is no amount.
 */
export function readTyped(text: string, language: Language, decimals: number): TypedAmount {
  const cleaned = text.replace(/[\s\u00a0\u202f'’_]/g, '')
  if (!/^[\d.,]*$/.test(cleaned)) return unreadable('notANumber')
  const { decimal, group } = marksOf(language)
  const [whole = '', fraction, ...more] = cleaned.split(decimal)
  if (more.length > 0 || fraction?.includes(group) === true) return unreadable('marks')
  const groups = whole.split(group)
  if (groups.length === 1) return amountOf(whole, fraction, decimals)
  if (fraction !== undefined) return areGroups(groups) ? amountOf(groups.join(''), fraction, decimals) : unreadable('marks')
  const [head = '', tail = ''] = groups
  return groups.length === 2 ? oneMark(head, tail, decimals) : severalMarks(groups, decimals)
}

export type TypedHint = 'notANumber' | 'wholeOnly' | 'marks' | 'tooManyDecimals' | 'tooLong'

export type TypedAmount =
  | Readonly<{ is: 'amount'; draft: Draft; hint: TypedHint | null }>
  /** No amount, or not yet one: it stays in the field as it is. */
  | Readonly<{ is: 'unfinished' | 'unreadable'; hint: TypedHint }>
  /** The key is not taken, and the field stays as it was. */
  | Readonly<{ is: 'refused'; hint: TypedHint }>

const unreadable = (hint: TypedHint): TypedAmount => ({ is: 'unreadable', hint })

const GROUP = 3

/** Hindi groups by two above the thousands; whoever writes so may do it in any language. */
function areGroups(groups: readonly string[]): boolean {
  return /^[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}$/.test(groups.join(','))
}

/** "1." to "1.50" may still become either; three digits behind the mark settle it. */
function oneMark(head: string, tail: string, decimals: number): TypedAmount {
  const cannotGroup = !/^[1-9]\d{0,2}$/.test(head)
  if (cannotGroup) return amountOf(head, tail, decimals)
  if (tail.length === GROUP) return { is: 'amount', draft: head + tail, hint: decimals < GROUP ? null : 'marks' }
  if (tail.length > GROUP) return tail.length > decimals ? unreadable('marks') : { is: 'amount', draft: `${head}.${tail}`, hint: 'marks' }
  if (tail === '' && decimals === 0) return { is: 'amount', draft: head, hint: null }
  return tail.length > decimals ? { is: 'unfinished', hint: 'marks' } : amountOf(head, tail, decimals)
}

/** The same mark twice groups; until the last group has its three digits there is no amount. */
function severalMarks(groups: readonly string[], decimals: number): TypedAmount {
  if (areGroups(groups)) return amountOf(groups.join(''), undefined, decimals)
  const last = groups.at(-1) ?? ''
  if (last === '' && areGroups(groups.slice(0, -1))) return amountOf(groups.join(''), undefined, decimals)
  return last.length < GROUP ? { is: 'unfinished', hint: 'marks' } : unreadable('marks')
}

function amountOf(whole: string, fraction: string | undefined, decimals: number): TypedAmount {
  const trimmed = whole.replace(/^0+(?=\d)/, '')
  if (trimmed.length > MAX_WHOLE_DIGITS) return { is: 'refused', hint: 'tooLong' }
  if (fraction === undefined) return { is: 'amount', draft: trimmed, hint: null }
  if (decimals === 0) return unreadable('wholeOnly')
  if (fraction.length > decimals) return { is: 'refused', hint: 'tooManyDecimals' }
  return { is: 'amount', draft: `${trimmed === '' ? '0' : trimmed}.${fraction}`, hint: null }
}
