import { type Rounding, SCALE, divide, formatDecimal, parseDecimal } from './decimal.ts'

/** Digits after the point of each currency's minor unit (`docs/rules/numbers.md` 0.2). */
const accountDigits = { USD: 2, ARS: 2, TWD: 0, JPY: 0, USDT: 6, BTC: 8, ETH: 8 } as const
/** Currencies that customers can hold and move. */
export const accountCurrencies = Object.keys(accountDigits) as (keyof typeof accountDigits)[]
/** Prices are quoted in these too; amounts in them are turned into dollars before they are posted. */
const quotedDigits = { EUR: 2, GBP: 2, CHF: 2, CAD: 2, AUD: 2, NZD: 2, MXN: 2, BRL: 2, HKD: 2 } as const
export const minorDigits = { ...accountDigits, ...quotedDigits } as const
export type Currency = keyof typeof minorDigits

/** An amount of money: an integer of minor units, always with its currency. */
export type Money = Readonly<{ minor: bigint; currency: Currency }>

/** Whether the brokerage's money is simulated or real (`docs/rules/honesty.md` 0.1). */
export type MoneyMode = 'sim' | 'real'

export const money = (minor: bigint, currency: Currency): Money => ({ minor, currency })

/** A literal such as moneyOf("27363.71", "USD"); text with too many decimals is a bug. */
export function moneyOf(text: string, currency: Currency): Money {
  const minor = parseDecimal(text, minorDigits[currency])
  if (minor === null) throw new Error(`not an amount of ${currency}: ${text}`)
  return { minor, currency }
}

/** Decimal text with the currency's own digits, as it crosses the wire. */
export const formatMinor = (minor: bigint, currency: Currency): string => formatDecimal(minor, minorDigits[currency])

/** price × quantity (both in units of 10^-8) as minor units of the currency. */
export function notional(price: bigint, quantity: bigint, currency: Currency, rounding: Rounding): bigint {
  const minorScale = 10n ** BigInt(minorDigits[currency])
  return divide(price * quantity * minorScale, SCALE * SCALE, rounding)
}
