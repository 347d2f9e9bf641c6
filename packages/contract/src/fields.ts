import { dateOfDay, dayNumber } from '@rueda/rules/calendar-date.ts'
import type { RefusalName } from '@rueda/rules/refusals.ts'
import { walletTypes } from '@rueda/rules/wallets/wallet.ts'
import { z } from 'zod'
import { wholeNumber } from './envelope.ts'
import { withoutJoinedEmoji } from './invisible-characters.ts'

/**
 * The field kinds that inputs are made of. Bad input is refused here, before any rule sees it: control and
 * direction characters, lone surrogates, numbers that are not written in the one canonical form.
 */
export const DEFAULT_TEXT_LENGTH = 140

// Control characters, zero-width and bidirectional marks have no place in a one-line field (`docs/rules/bad-input.md` 10.B).
const FORBIDDEN_IN_TEXT = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/u
const MAX_COMBINING_MARKS = /\p{M}{5,}/u

const clean = (value: string): boolean => value.isWellFormed() && !FORBIDDEN_IN_TEXT.test(value) && !MAX_COMBINING_MARKS.test(value)

/** Free text of one line: trimmed, at least one character. */
export const text = (longest: number = DEFAULT_TEXT_LENGTH) => z.string().max(longest).refine(clean).trim().min(1)

// Of the signs that a field of one line refuses, only the line's end is taken, and the mark that joins emoji.
const cleanLines = (value: string): boolean => clean(withoutJoinedEmoji(value.replaceAll('\n', ' ')))
/** Free text of several lines, each ended by a line feed alone. */
export const lines = (longest: number) => z.string().max(longest).refine(cleanLines).trim().min(1)

export const MAX_PASSWORD = 128
/** Secrets are never trimmed or changed. */
export const secret = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .refine((value) => value.isWellFormed() && !value.includes('\u0000'))

const EMAIL = /^[^@\s]{1,64}@[^@\s]{1,255}$/u
const EMAIL_LENGTH = 50
export const email = z
  .string()
  .max(EMAIL_LENGTH)
  .refine(clean)
  .trim()
  .regex(EMAIL)
  .transform((value) => value.normalize('NFC').toLowerCase())

/** Decimal text in the one canonical form, or a JSON number that prints so; zero and negatives are refused. */
export const positiveDecimal = (decimals: number) => {
  const canonical = new RegExp(`^(0|[1-9]\\d{0,12})(\\.\\d{1,${decimals}})?$`, 'u')
  return z
    .union([z.string().max(32), z.number()])
    .transform(String)
    .refine((value) => canonical.test(value) && /[1-9]/u.test(value))
}

/** The price of a future may be zero or below. */
export const signedDecimal = (decimals: number) => {
  const canonical = new RegExp(`^(?!-0(\\.0*)?$)-?(0|[1-9]\\d{0,12})(\\.\\d{1,${decimals}})?$`, 'u')
  return z
    .union([z.string().max(32), z.number()])
    .transform(String)
    .refine((value) => canonical.test(value))
}

const PRICE_DECIMALS = 8
const QUANTITY_DECIMALS = 8
/** The same, where nothing is an amount too. */
export const nonNegativeDecimal = (decimals: number) => {
  const canonical = new RegExp(`^(0|[1-9]\\d{0,12})(\\.\\d{1,${decimals}})?$`, 'u')
  return z
    .union([z.string().max(32), z.number()])
    .transform(String)
    .refine((value) => canonical.test(value))
}

export const price = positiveDecimal(PRICE_DECIMALS)
export const signedPrice = signedDecimal(PRICE_DECIMALS)
export const quantity = positiveDecimal(QUANTITY_DECIMALS)

const PERCENT_DECIMALS = 2
export const percent = positiveDecimal(PERCENT_DECIMALS)

/** A code out of a short list that arrives as number or as text. */
export const code = <const Codes extends readonly (number | string)[]>(codes: Codes) =>
  z
    .union([z.number(), z.string().max(16)])
    .transform((value) => codes.find((known) => String(known) === String(value)))
    .refine((value) => value !== undefined)
    .transform((value) => value as Codes[number])

const MAX_LEVERAGE = 500
/** A position's worth as a multiple of its margin; which leverages a market takes is a rule with a refusal of its own. */
export const leverage = wholeNumber(1, MAX_LEVERAGE)

/** A market's number in answers; Argentina's is a word (`docs/rules/codes.md` 0.6). */
export const sourceCode = z.union([z.number().int(), z.literal('ARG')])

const COUNTRY = /^[A-Z]{2}$/u
/** ISO 3166, two letters; the supported ones are a list of their own. */
export const countryCode = z.string().regex(COUNTRY)
const CURRENCY = /^[A-Z]{3,4}$/u
export const currencyCode = z.string().regex(CURRENCY)

export const flag = z.union([z.literal(0), z.literal(1)])
/** One of the customer's wallets; a name that none of them has is refused by a code of its own. */
export const walletType = z.enum(walletTypes, { error: 'wallet.unknown' satisfies RefusalName })

const TICKER = /^[A-Z0-9.-]{1,12}$/u
export const ticker = z.string().regex(TICKER)
const IDENTIFIER = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u
/** Ids of things an account owns cannot be guessed. */
export const identifier = z.string().regex(IDENTIFIER)
// Three centuries: every date of the market, and the day after it, has a year of four digits.
const DATE = /^(19|20|21)\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/u
export const date = z
  .string()
  .regex(DATE)
  .refine((value) => dateOfDay(dayNumber(value)) === value)
const MONTH = /^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/u
export const month = z.string().regex(MONTH)
export const timestamp = z.number().int()
/** From and to, both included; calendar dates of the market. */
export const dateRange = { startDate: date.optional(), endDate: date.optional() }
/** Decimal text in answers. */
export const decimal = z.string()

const SIX_DIGITS = /^\d{6}$/u
/** The code that was mailed. */
export const verificationCode = z.string().regex(SIX_DIGITS)
/** The code of an authenticator app. */
export const authenticatorCode = z.string().regex(SIX_DIGITS)
const RECOVERY_CODE = /^[0-9A-Z]{5}-[0-9A-Z]{5}$/u
/** One of the codes kept for the day the authenticator is lost; each serves once. */
export const recoveryCode = z.string().regex(RECOVERY_CODE)
