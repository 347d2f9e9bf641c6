import type { Contract } from '@rueda/rules/instruments/contract.ts'
import { type MarketName, marketNames } from '@rueda/rules/instruments/instrument.ts'
import type { PairDays } from '@rueda/rules/margin/value-dates.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'
import type { Currency } from '@rueda/rules/money.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { createCalendar } from './calendars.ts'
import type { MarketCalendar } from './market-calendar.ts'

type Leg = Extract<Contract, { kind: 'pair' }>['base'] | Currency

/** The market whose settlement table says when banks pay a currency; the others are paid on the days of the currency market. */
const banks: ReadonlyMap<Leg, MarketName> = new Map(
  marketNames.flatMap((name) => {
    const { banksOf } = marketFacts[name]
    return banksOf === null ? [] : [[banksOf, name] as const]
  }),
)

const calendars = new Map<MarketName, MarketCalendar>()

/** The banks keep their holidays where the market itself never closes. */
function calendarOf(market: MarketName): MarketCalendar {
  const known = calendars.get(market) ?? createCalendar(market, false)
  calendars.set(market, known)
  return known
}

const trades = (date: CalendarDate): boolean => calendarOf('FX').calendarDay(date).trading
const isPaidOn = (leg: Leg, date: CalendarDate): boolean => calendarOf(banks.get(leg) ?? 'FX').calendarDay(date).settlement

/** On which days a pair trades, and on which both of its currencies are paid. */
export const pairDays = (base: Leg, quoted: Currency): PairDays => ({
  trades,
  settles: (date) => trades(date) && isPaidOn(base, date) && isPaidOn(quoted, date),
})
