import { daysOf } from '@rueda/exchange/calendars/civil.ts'
import { buenosAires, newYork, taipei } from '@rueda/exchange/calendars/time-zones.ts'
import type { CalendarDay } from '@rueda/exchange/venue.ts'
import type { FutureContract } from '@rueda/rules/instruments/contract.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import { type SettlementTime, rolloverTime, settlementTimeOf } from '@rueda/rules/margin/settlement-times.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'

/**
 * What is due of a position: the daily settlements of a future and the rollovers of a pair that lie behind it and have
 * not been booked. It follows from the position alone, so nothing is lost by downtime and nothing is done twice.
 */
export type Due = Readonly<{ date: CalendarDate; at: Instant }>

const zones = { newYork, taipei, buenosAires } as const
const momentOf = ({ zone, minute }: SettlementTime, date: CalendarDate): Instant => zones[zone].instantOf(daysOf(date), minute)

export function settlementsDue(
  position: MarginPosition,
  contract: FutureContract,
  days: readonly CalendarDay[],
  now: Instant,
): readonly Due[] {
  const time = settlementTimeOf(contract.root)
  const { lastTradeDate } = contract
  return days.flatMap(({ date, trading }) => {
    const counts = date <= lastTradeDate && (trading || date === lastTradeDate)
    return counts ? dueOn(position, { date, at: momentOf(time, date) }, position.settledThrough, now) : []
  })
}

export const rolloversDue = (position: MarginPosition, days: readonly CalendarDay[], now: Instant): readonly Due[] =>
  days.flatMap(({ date }) => dueOn(position, { date, at: momentOf(rolloverTime, date) }, position.rolledThrough, now))

function dueOn(position: MarginPosition, due: Due, doneThrough: CalendarDate | null, now: Instant): readonly Due[] {
  const open = due.at > position.openedAt && due.at <= now
  return open && (doneThrough === null || due.date > doneThrough) ? [due] : []
}
