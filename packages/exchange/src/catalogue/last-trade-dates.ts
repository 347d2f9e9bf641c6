import { type DayNumber, FRIDAY, WEDNESDAY, dayNumber, lastWeekday, nthWeekday } from '../calendars/civil.ts'

/** When a contract month trades for the last time (`docs/rules/futures.md` B.4). Business days are the futures market's own. */
export type LastDayRule =
  | 'thirdFriday'
  | 'thirdWednesday'
  | 'twoBeforeThirdWednesday'
  | 'lastFriday'
  | 'lastBusinessDay'
  | 'thirdLastBusinessDay'
  | 'threeBefore25thOfPriorMonth'
  | 'threeBeforeFirst'
  | 'dayBefore15th'

export type TradingDays = Readonly<{ isTrading: (day: DayNumber) => boolean }>

const rules: Readonly<Record<LastDayRule, (year: number, month: number, days: TradingDays) => DayNumber>> = {
  thirdFriday: (year, month, days) => upTo(nthWeekday(year, month, FRIDAY, 3), days),
  thirdWednesday: (year, month, days) => upTo(nthWeekday(year, month, WEDNESDAY, 3), days),
  twoBeforeThirdWednesday: (year, month, days) => before(nthWeekday(year, month, WEDNESDAY, 3), 2, days),
  lastFriday: (year, month, days) => upTo(lastWeekday(year, month, FRIDAY), days),
  lastBusinessDay: (year, month, days) => before(firstOfNext(year, month), 1, days),
  thirdLastBusinessDay: (year, month, days) => before(firstOfNext(year, month), 3, days),
  threeBefore25thOfPriorMonth: (year, month, days) => {
    const [inYear, prior] = month === 1 ? [year - 1, 12] : [year, month - 1]
    return before(upTo(dayNumber(inYear, prior, 25), days), 3, days)
  },
  threeBeforeFirst: (year, month, days) => before(dayNumber(year, month, 1), 3, days),
  dayBefore15th: (year, month, days) => before(dayNumber(year, month, 15), 1, days),
}

export const lastTradingDay = (rule: LastDayRule, year: number, month: number, days: TradingDays): DayNumber =>
  rules[rule](year, month, days)

/** That day, or the last business day before it. */
function upTo(day: DayNumber, { isTrading }: TradingDays): DayNumber {
  let found = day
  while (!isTrading(found)) found -= 1
  return found
}

/** So many business days before a day. */
function before(day: DayNumber, count: number, days: TradingDays): DayNumber {
  let found = day
  for (let left = count; left > 0; left -= 1) found = upTo(found - 1, days)
  return found
}

const firstOfNext = (year: number, month: number): DayNumber => (month === 12 ? dayNumber(year + 1, 1, 1) : dayNumber(year, month + 1, 1))
