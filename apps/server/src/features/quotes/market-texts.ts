import { readFileSync } from 'node:fs'
import { type Language, languages } from '@rueda/contract/codes.ts'
import { formatDecimal, formatScaled } from '@rueda/rules/decimal.ts'
import { type ChargeRule, usStockFees, validRules } from '@rueda/rules/fees/schedule.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { VenueClient } from '../../venue/client.ts'

/** The rules of an instrument's market in words: hours, settlement, fees; the figures come from the rules themselves. */
type Texts = Readonly<Record<string, string>>
type MarketTexts = Readonly<{ sessionText: string; settlementText: string; feeText: string }>
export type MarketHours = 'alwaysOpen' | 'us' | 'replay'

const catalogues: ReadonlyMap<Language, Texts> = new Map(languages.map((language) => [language, readTexts(language)]))

function readTexts(language: Language): Texts {
  const file = new URL(import.meta.resolve(`@rueda/text/${language}/market-rules.json`))
  return JSON.parse(readFileSync(file, 'utf8')) as Texts
}

export function marketTexts(instrument: Instrument, hours: MarketHours, tradeDate: CalendarDate, language: Language): MarketTexts {
  const text = textIn(language)
  const sessionText = text(`session.${hours}`)
  if (instrument.quoteOnly) return { sessionText, settlementText: text('settlement.none'), feeText: text('fee.none') }
  // Recorded history settles by the real calendar.
  const settlementText = text(hours === 'alwaysOpen' ? 'settlement.alwaysOpen' : 'settlement.us')
  const rules = validRules(usStockFees, { side: 'sell', tradeDate }).filter(({ rate }) => rate > 0n)
  return { sessionText, settlementText, feeText: rules.map((rule) => feeText(rule, text)).join(' ') }
}

/** A session of a whole day is what the always-open market has. */
export function hoursOf(venue: VenueClient, alwaysOpen: boolean): MarketHours {
  if (venue.label === 'REPLAY') return 'replay'
  return alwaysOpen ? 'alwaysOpen' : 'us'
}

const textIn =
  (language: Language) =>
  (key: string, values: Texts = {}): string => {
    const found = catalogues.get(language)?.[key]
    if (found === undefined) throw new Error(`market-rules.json has no ${key} in ${language}`)
    return found.replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => values[name] ?? '')
  }

const PERCENT = 100n
const MILLION = 1_000_000n
const CENTS = 2

function feeText(rule: ChargeRule, text: ReturnType<typeof textIn>): string {
  const amount = (minor: bigint | null): string => formatMinor(minor ?? 0n, usStockFees.currency)
  switch (rule.kind) {
    case 'COMMISSION':
      return text('fee.commission', { rate: formatScaled(rule.rate * PERCENT), minimum: amount(rule.minimum) })
    case 'SEC_FEE':
      return text('fee.sec', { perMillion: formatScaled(rule.rate * MILLION, CENTS) })
    case 'TAF':
      return text('fee.taf', { perShare: formatScaled(rule.rate), maximum: amount(rule.maximum) })
    case 'TRANSACTION_TAX':
      return `${formatDecimal(rule.rate * PERCENT, 8)} %`
  }
}
