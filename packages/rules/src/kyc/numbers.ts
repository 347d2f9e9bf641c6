import type { CalendarDate } from '../time.ts'

/**
 * Numbers of papers, checked for being possible (`docs/rules/kyc.md` E.12). Countries that put a check digit into theirs are checked to it;
 * of the others only the length is known.
 */
export type DocumentType = 'idcard' | 'passport'

/** The number as it is compared and stored: in capitals, without dots and dashes. */
export const normalNumber = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s.\-/]/gu, '')

/** True when a number, already in its normal form, is one of this country's. */
export function isDocumentNumber(type: DocumentType, countryCode: string, number: string): boolean {
  const check = type === 'passport' ? isPassportNumber : (identityNumbers[countryCode] ?? isGenericNumber)
  return check(number)
}

type Check = (number: string) => boolean

const GENERIC = /^[0-9A-Z]{4,20}$/u
/** The rule for all other countries: 4 to 20 letters and digits, and not one of them alone over and over. */
const isGenericNumber: Check = (number) => GENERIC.test(number) && !isOneCharacter(number)

const PASSPORT = /^[0-9A-Z]{5,9}$/u
/** A machine-readable zone has room for nine. */
const isPassportNumber: Check = (number) => PASSPORT.test(number) && !isOneCharacter(number)

const isOneCharacter = (number: string): boolean => new Set(number).size === 1

const DNI = /^\d{7,8}$/u
/** Argentina's DNI has no check digit; the CUIL that many write in its place has. */
const isArgentine: Check = (number) => (DNI.test(number) ? !isOneCharacter(number) : isCuit(number))

const CUIT = /^(20|23|24|25|26|27|30|33|34)\d{9}$/u
const CUIT_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/** Argentina's tax and labour number: eleven digits, the last one checks the others. */
export function isCuit(number: string): boolean {
  if (!CUIT.test(number)) return false
  const left = 11 - (weighted(number, CUIT_WEIGHTS) % 11)
  const check = left === 11 ? 0 : left === 10 ? 9 : left
  return Number(number[10]) === check
}

/** The DNI inside of a CUIL, so that a person's two ways to write it count as one; other numbers are unchanged. */
export const documentIdentity = (countryCode: string, number: string): string =>
  countryCode === 'AR' && isCuit(number) ? number.slice(2, 10).replace(/^0/u, '') : number

const TAIWAN = /^[A-Z][1289]\d{8}$/u
/** The values of Taiwan's letters, in the order of the alphabet. */
const TAIWAN_LETTERS = [10, 11, 12, 13, 14, 15, 16, 17, 34, 18, 19, 20, 21, 22, 35, 23, 24, 25, 26, 27, 28, 29, 32, 30, 31, 33]
const TAIWAN_WEIGHTS = [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]
const LETTER_A = 65

const isTaiwanese: Check = (number) => {
  if (!TAIWAN.test(number)) return false
  const letter = TAIWAN_LETTERS[number.charCodeAt(0) - LETTER_A] ?? 0
  return weighted(`${letter}${number.slice(1)}`, TAIWAN_WEIGHTS) % 10 === 0
}

const SOCIAL_SECURITY = /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/u
const isAmerican: Check = (number) => SOCIAL_SECURITY.test(number)

const identityNumbers: Readonly<Record<string, Check>> = { AR: isArgentine, TW: isTaiwanese, US: isAmerican }

const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)

const ADULT_YEARS = 18

/** True when a person born on a day is of age on another; one born on 29 February is on 1 March. */
export function isOfAge(birthDate: CalendarDate, today: CalendarDate): boolean {
  const [year = '', ...day] = birthDate.split('-')
  return `${Number(year) + ADULT_YEARS}-${day.join('-')}` <= today
}
