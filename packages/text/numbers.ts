import { type Language, localeOf } from './languages.ts'

/**
 * Numbers as a person reads them. Values are decimal text from the wire and go to `Intl` as text, so no float
 * stands between a balance and the screen. Money is never shortened; what is available is cut, never rounded up.
 */

export const UNKNOWN = '—'
export const QUOTE_DECIMALS = 4
const MONEY_DECIMALS = 2
const PERCENT_DECIMALS = 2
const CRYPTO_DECIMALS = 6
const QUANTITY_DECIMALS = 8
const MINUS = '\u2212'
const NARROW = '\u00a0'

type NumberStyle = Readonly<{
  least?: number
  most?: number
  /** `change` writes a plus before a rise and no sign before zero. */
  sign?: 'plain' | 'change'
  /** `cut` drops what does not fit: for available amounts and "max". */
  rounding?: 'half' | 'cut'
  style?: 'decimal' | 'percent'
  compact?: boolean
}>

const formatters = new Map<string, Intl.NumberFormat>()

function formatterFor(language: Language, style: NumberStyle): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(style)}`
  const known = formatters.get(key)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(localeOf(language), {
    numberingSystem: 'latn',
    style: style.style ?? 'decimal',
    minimumFractionDigits: style.least ?? 0,
    maximumFractionDigits: style.most ?? style.least ?? 0,
    signDisplay: style.sign === 'change' ? 'exceptZero' : 'negative',
    roundingMode: style.rounding === 'cut' ? 'trunc' : 'halfExpand',
    useGrouping: 'always',
    ...(style.compact === true ? { notation: 'compact' as const } : {}),
  })
  formatters.set(key, made)
  return made
}

/** `Intl` takes decimal text exactly; its typing asks for the literal form. */
const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?(e-?\d+)?$/.test(text)

export function formatNumber(language: Language, value: string | null | undefined, style: NumberStyle = {}): string {
  if (value === null || value === undefined || !isDecimal(value)) return UNKNOWN
  return formatterFor(language, style).format(value).replace('-', MINUS)
}

/** A price has the instrument's decimals, or four where the server names none. */
export const formatPrice = (language: Language, value: string | null | undefined, decimals: number = QUOTE_DECIMALS): string =>
  formatNumber(language, value, { least: decimals })

/** A quantity keeps what it has: "150", "0,5". */
export const formatQuantity = (language: Language, value: string | null | undefined): string =>
  formatNumber(language, value, { most: QUANTITY_DECIMALS })

/** A percentage in points: "1.25" is +1,25%. */
export function formatPercent(language: Language, points: string | null | undefined, sign: 'plain' | 'change' = 'change'): string {
  return formatNumber(language, points === null || points === undefined ? points : `${points}e-2`, {
    style: 'percent',
    least: PERCENT_DECIMALS,
    sign,
  })
}

const THOUSAND = 1_000
/**
 * Only for volume, turnover, market value and the axis of volume. The language data of Argentina has "2,2 K" beside "20 k"; a chart shows
 * both. Its "B" is a billón, a thousand times what finance calls a billion: such numbers go on in thousands of millions. Under one another
 * (`aligned`) all have their decimal.
 */
export function formatCompact(language: Language, value: string | null | undefined, { aligned = false } = {}): string {
  const decimals = { least: aligned && Math.abs(Number(value)) >= THOUSAND ? 1 : 0, most: 1 }
  const written = formatNumber(language, value, { compact: true, ...decimals }).replace('\u{a0}K', '\u{a0}k')
  if (language !== 'es' || !written.endsWith('\u{a0}B')) return written
  return `${formatNumber(language, `${value}e-9`, decimals)}\u{a0}mil\u{a0}M`
}

/** Prices and changes without a currency: "+2,23". */
export const formatChange = (
  language: Language,
  value: string | null | undefined,
  decimals: number = MONEY_DECIMALS,
  sign: 'plain' | 'change' = 'change',
): string => formatNumber(language, value, { least: decimals, sign })

type MoneyStyle = Readonly<{ sign?: 'plain' | 'change'; rounding?: 'half' | 'cut' }>

const tickers = new Set(['USDT', 'USDC', 'BTC', 'ETH'])
const withoutMinorUnit = new Set(['JPY'])
const prefixes: Readonly<Record<string, string>> = { USD: '$', TWD: `NT$${NARROW}` }

/** Currency in front, sign before the currency: −ARS 250,00. Crypto carries its ticker behind: 12,500000 USDT. */
export function formatMoney(language: Language, value: string | null | undefined, currency: string, style: MoneyStyle = {}): string {
  if (value === null || value === undefined || !isDecimal(value)) return UNKNOWN
  const number = formatNumber(language, value, { ...moneyDecimals(value, currency), ...style })
  if (tickers.has(currency)) return `${number}${NARROW}${currency}`
  const [, sign = '', digits = ''] = /^([+\u2212]?)(.*)$/.exec(number) ?? []
  return `${sign}${prefixes[currency] ?? `${currency}${NARROW}`}${digits}`
}

function moneyDecimals(value: string, currency: string): { least: number; most: number } {
  if (withoutMinorUnit.has(currency)) return { least: 0, most: 0 }
  if (tickers.has(currency)) return { least: MONEY_DECIMALS, most: CRYPTO_DECIMALS }
  // The Taiwan dollar is kept whole; a price in it still shows its cents.
  if (currency === 'TWD' && !value.includes('.')) return { least: 0, most: 0 }
  return { least: MONEY_DECIMALS, most: MONEY_DECIMALS }
}

export type Direction = 'up' | 'down' | 'flat'

/** A move that rounds to nothing is no move: it has no arrow and no sign. */
const MIN_SHOWN_PERCENT = 0.005

export function directionOf(change: string | null | undefined, smallest = 0): Direction {
  const size = change === null || change === undefined ? 0 : Number(change)
  if (!(Math.abs(size) > smallest)) return 'flat'
  return size > 0 ? 'up' : 'down'
}

export function directionOfPercent(points: string | null | undefined): Direction {
  const size = Number(points ?? 0)
  if (!(Math.abs(size) >= MIN_SHOWN_PERCENT)) return 'flat'
  return size > 0 ? 'up' : 'down'
}

/** The marks a language writes numbers with. */
export function marksOf(language: Language): { decimal: string; group: string } {
  const parts = formatterFor(language, { least: 1 }).formatToParts(1234.5)
  const mark = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { decimal: mark('decimal'), group: mark('group') }
}
