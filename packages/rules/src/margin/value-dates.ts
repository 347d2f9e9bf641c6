import { addDays, dayNumber } from '../calendar-date.ts'
import type { PairContract } from '../instruments/contract.ts'
import type { Currency } from '../money.ts'
import type { CalendarDate } from '../time.ts'

/**
 * The value date of a pair traded on a date: a number of trading days later, or the next day on which both currencies are paid
 * (`docs/rules/settlement.md` B.7). A rollover moves it by a day of trading, and every night in between counts: three over a weekend, one
 * more over a holiday (B.5).
 */
export type PairDays = Readonly<{
  trades: (date: CalendarDate) => boolean
  /** True when both currencies are paid on it. */
  settles: (date: CalendarDate) => boolean
}>

const SPOT_DAYS = 2
const SPOT_DAYS_OF_NEIGHBOURS = 1

/** The dollar in Canada is paid a day after the trade, every other pair after two; USDMXN too (`docs/rules/forex.md` O.16). */
const spotDaysOf = (contract: PairContract, currency: Currency): number =>
  contract.base === 'USD' && currency === 'CAD' ? SPOT_DAYS_OF_NEIGHBOURS : SPOT_DAYS

/** The nights that the rollover at the end of a date counts; zero on a date when the pair does not trade. */
export function nightsOn(date: CalendarDate, contract: PairContract, currency: Currency, days: PairDays): number {
  if (!days.trades(date)) return 0
  const spotDays = spotDaysOf(contract, currency)
  const next = nextDay(date, days.trades)
  return dayNumber(valueDateOf(next, spotDays, days)) - dayNumber(valueDateOf(date, spotDays, days))
}

function valueDateOf(tradeDate: CalendarDate, spotDays: number, { trades, settles }: PairDays): CalendarDate {
  let date = tradeDate
  for (let left = spotDays; left > 0; left -= 1) date = nextDay(date, trades)
  return settles(date) ? date : nextDay(date, settles)
}

function nextDay(date: CalendarDate, counts: (date: CalendarDate) => boolean): CalendarDate {
  let next = addDays(date, 1)
  while (!counts(next)) next = addDays(next, 1)
  return next
}
