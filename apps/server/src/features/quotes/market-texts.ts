import type { OrderRates } from '@rueda/rules/fees/versions.ts'
import type { Language } from '@rueda/contract/codes.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { type ChargeRule, validRules } from '@rueda/rules/fees/schedule.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import { feesOf, isOddLot, roundLotAt } from '@rueda/rules/instruments/terms.ts'
import { type Currency, formatMinor } from '@rueda/rules/money.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { TextKey } from '@rueda/text/keys.ts'
import { formatNumber } from '@rueda/text/numbers.ts'
import { type Texts, fillIn, readTexts } from '../../texts.ts'
import type { VenueClient } from '../../venue/client.ts'

/** The rules of an instrument's market in words: hours, settlement, fees; the figures come from the rules themselves. */
type MarketTexts = Readonly<{ sessionText: string; settlementText: string; feeText: string }>
export type MarketHours = 'alwaysOpen' | 'real' | 'replay'

export function marketTexts(
  instrument: Instrument,
  rates: OrderRates,
  { hours, tradeDate }: Readonly<{ hours: MarketHours; tradeDate: CalendarDate }>,
  language: Language,
): MarketTexts {
  const words = wordsOf(language)
  const { text } = words
  const sessionText = text(sessionKey(instrument, hours))
  if (instrument.quoteOnly) return { sessionText, settlementText: text('settlement.none'), feeText: text('fee.none') }
  return { sessionText, settlementText: text(settlementKey(instrument, hours)), feeText: feeTexts(instrument, rates, tradeDate, words) }
}

/** Hours of the market; a session of a whole day is the always-open market's. */
export function hoursOf(venue: VenueClient, alwaysOpen: boolean): MarketHours {
  if (venue.label === 'REPLAY') return 'replay'
  return alwaysOpen ? 'alwaysOpen' : 'real'
}

const sessionKey = ({ market }: Instrument, hours: MarketHours): Key => sessionKeys[market][hours]

const settlementKey = ({ market }: Instrument, hours: MarketHours): Key => settlementKeys[market][hours]

type Key = TextKey<'market-rules'>
type Keys = Readonly<Record<MarketHours, Key>>
const sessionsOf = (real: Key, alwaysOpen: Key = 'session.alwaysOpen'): Keys => ({ real, alwaysOpen, replay: 'session.replay' })
const sessionKeys: Readonly<Record<MarketName, Keys>> = {
  US: sessionsOf('session.us'),
  AR: sessionsOf('session.AR', 'session.alwaysOpenAR'),
  TW: sessionsOf('session.TW', 'session.alwaysOpenTW'),
  FUT: sessionsOf('session.FUT'),
  FX: sessionsOf('session.FX'),
  IDX: sessionsOf('session.us'),
}

/** Recorded history settles by the real calendar. */
const settlementOf = (real: Key, alwaysOpen: Key): Keys => ({ real, alwaysOpen, replay: real })
const settlementKeys: Readonly<Record<MarketName, Keys>> = {
  US: settlementOf('settlement.us', 'settlement.alwaysOpen'),
  AR: settlementOf('settlement.AR', 'settlement.alwaysOpenAR'),
  TW: settlementOf('settlement.TW', 'settlement.alwaysOpenTW'),
  FUT: settlementOf('settlement.daily', 'settlement.daily'),
  FX: settlementOf('settlement.margin', 'settlement.margin'),
  IDX: settlementOf('settlement.none', 'settlement.none'),
}

/** The fees of a lot, and the lower fees of less than a lot if it has any. */
function feeTexts(instrument: Instrument, rates: OrderRates, tradeDate: CalendarDate, words: Words): string {
  const lot = roundLotAt(instrument, 0n)
  const schedule = feesOf(instrument, lot, rates)
  const rules = validRules(schedule, { side: 'sell', tradeDate }).filter(({ rate }) => rate > 0n)
  if (rules.length === 0) return words.text('fee.spread')
  const oddLots = isOddLot(instrument, instrument.minimumQuantity) ? feesOf(instrument, instrument.minimumQuantity, rates).rules : []
  return rules.map((rule) => feeText(rule, schedule.currency, oddLots, words)).join(' ')
}

type Say = (key: string, values?: Texts) => string
/** The texts and the figures of one language. */
type Words = Readonly<{ text: Say; figure: (decimal: string) => string; percentage: (rate: bigint) => string }>

function wordsOf(language: Language): Words {
  const text: Say = (key, values = {}) => {
    const found = readTexts(language, 'market-rules')[key]
    if (found === undefined) throw new Error(`market-rules.json has no ${key} in ${language}`)
    return fillIn(found, values)
  }
  return {
    text,
    // A figure keeps the decimals it has: half a dollar is "0,50", twenty Taiwan dollars are "20".
    figure: (decimal) => formatNumber(language, decimal, { least: decimal.split('.')[1]?.length ?? 0 }),
    percentage: (rate) => formatNumber(language, formatScaled(rate), { style: 'percent', most: RATE_DECIMALS }),
  }
}

const RATE_DECIMALS = 6
const MILLION = 1_000_000n
const CENTS = 2

function feeText(rule: ChargeRule, currency: Currency, oddLots: readonly ChargeRule[], { text, figure, percentage }: Words): string {
  const amount = (minor: bigint | null): string => figure(formatMinor(minor ?? 0n, currency))
  const rate = percentage(rule.rate)
  switch (rule.kind) {
    case 'COMMISSION': {
      if (rule.base === 'quantity') return text('fee.perContract', { amount: figure(formatScaled(rule.rate, CENTS)), currency })
      if (rule.minimum === null) return text('fee.commissionPlain', { rate })
      const odd = oddLots.find(({ kind }) => kind === 'COMMISSION')
      const figures = { rate, minimum: amount(rule.minimum), currency }
      return odd === undefined
        ? text('fee.commission', figures)
        : text('fee.commissionOddLot', { ...figures, oddMinimum: amount(odd.minimum) })
    }
    case 'SEC_FEE':
      return text('fee.sec', { perMillion: figure(formatScaled(rule.rate * MILLION, CENTS)) })
    case 'TAF':
      return text('fee.taf', { perShare: figure(formatScaled(rule.rate)), maximum: amount(rule.maximum) })
    case 'MARKET_FEE':
      return text('fee.market', { rate })
    case 'VAT':
      return text('fee.vat', { rate })
    case 'TRANSACTION_TAX':
      return rule.sameDayRate === null ? text('fee.tax', { rate }) : text('fee.taxSameDay', { rate, sameDay: percentage(rule.sameDayRate) })
  }
}
