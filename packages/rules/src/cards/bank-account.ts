import { isAlias, isCbu } from './argentine-bank.ts'
import { hasIban, isIban } from './iban.ts'
import { passesLuhn } from './luhn.ts'

/**
 * Which kind of number names a bank account in a country: the one with a check where the country has one, so that a
 * mistyped digit is found before money leaves (`docs/rules/cards.md` E.12).
 */
export type AccountFormat = 'cbu' | 'taiwan' | 'japan' | 'card' | 'iban' | 'local'

export function accountFormatOf(countryCode: string): AccountFormat {
  const own = formatsOfCountries[countryCode]
  return own ?? (hasIban(countryCode) ? 'iban' : 'local')
}

/** In China money is sent to the number of a bank card. */
const formatsOfCountries: Readonly<Record<string, AccountFormat>> = { AR: 'cbu', TW: 'taiwan', JP: 'japan', CN: 'card' }

export type BankAccount = Readonly<{ countryCode: string; accountName: string; number: string }>

/** The field of an account that is wrong; null when none is. */
export function wrongFieldOf({ countryCode, accountName, number }: BankAccount): 'cardNo' | 'accountName' | null {
  const format = accountFormatOf(countryCode)
  if (!checks[format](number) || (format === 'iban' && !number.startsWith(countryCode))) return 'cardNo'
  return format === 'japan' && !isKatakana(normalHolder(accountName)) ? 'accountName' : null
}

const TAIWAN = /^\d{3}\d{10,14}$/u
/** Bank, branch, account. */
const JAPAN = /^\d{4}\d{3}\d{7}$/u
const BANK_CARD = /^\d{13,19}$/u
const LOCAL = /^[A-Z0-9]{4,20}$/u
const ONE_DIGIT_ONLY = /^(.)\1*$/u
/** The beginnings and the length of payment card numbers: such a number has a check digit. */
const PAYMENT_CARD = /^[3-6]\d{15}$/u

const checks: Readonly<Record<AccountFormat, (number: string) => boolean>> = {
  cbu: (number) => isCbu(number) || isAlias(number),
  taiwan: (number) => TAIWAN.test(number) && !isOneDigit(number),
  japan: (number) => JAPAN.test(number) && !isOneDigit(number),
  card: (number) => BANK_CARD.test(number) && passesLuhn(number),
  iban: isIban,
  local: (number) => LOCAL.test(number) && !isOneDigit(number) && (!PAYMENT_CARD.test(number) || passesLuhn(number)),
}

const isOneDigit = (number: string): boolean => ONE_DIGIT_ONLY.test(number)

const KATAKANA = /^[\u30a1-\u30fa\u30fc\u30fb\s().\-A-Z0-9]+$/u
const HAS_KATAKANA = /[\u30a1-\u30fa]/u

/** Japanese banks write holders in katakana, half-width or full, with the few signs they add. */
const isKatakana = (holder: string): boolean => KATAKANA.test(holder) && HAS_KATAKANA.test(holder)
const normalHolder = (accountName: string): string => accountName.normalize('NFKC')

const SPACING = /[\s-]/gu

/**
 * The number as it is checked, compared and stored: without spaces and dashes that group digits. An alias keeps its dashes, which belong to
 * it, and is the same in capitals and in small letters.
 */
export function normalNumber(countryCode: string, text: string): string {
  const trimmed = text.trim()
  if (accountFormatOf(countryCode) !== 'cbu') return trimmed.replaceAll(SPACING, '').toUpperCase()
  const digits = trimmed.replaceAll(SPACING, '')
  return isCbu(digits) ? digits : trimmed.toLowerCase()
}

/** A bank's international code: its own letters, its country's, its place, and perhaps its branch (ISO 9362). */
export const SWIFT_CODE = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/u
