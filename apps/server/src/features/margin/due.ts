import { daysOf } from '@rueda/exchange/calendars/civil.ts'
import { buenosAires, newYork, taipei } from '@rueda/exchange/calendars/time-zones.ts'
import type { CalendarDay } from '@rueda/exchange/venue.ts'
import type { Contract, FutureContract } from '@rueda/rules/instruments/contract.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import { type SettlementTime, rolloverTime, settlementTimeOf } from '@rueda/rules/margin/settlement-times.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'

/**
 * One daily settlement of a future or rollover of a pair that is past and has not been booked. It follows from the position alone, so
 * downtime loses nothing and nothing is done twice.
 */
export type Due = Readonly<{ date: CalendarDate; at: Instant }>

const zones = { newYork, taipei, buenosAires } as const
const momentOf = ({ zone, minute }: SettlementTime, date: CalendarDate): Instant => zones[zone].instantOf(daysOf(date), minute)

type Dues = Readonly<{ oldest: Due | null; nextAt: Instant | null }>

/** The oldest one that is due and not booked, and the time of the next one, as far as these days tell. */
export function duesOf(position: MarginPosition, contract: Contract, days: readonly CalendarDay[], now: Instant): Dues {
  const all = contract.kind === 'future' ? settlementsOf(position, contract, days) : rolloversOf(position, days)
  return { oldest: all.find(({ at }) => at <= now) ?? null, nextAt: all.find(({ at }) => at > now)?.at ?? null }
}

/** True when a contract is past its last settlement: what is left of it is settled, and no longer traded. */
export const isOver = (contract: Contract, now: Instant): boolean =>
  contract.kind === 'future' && momentOf(settlementTimeOf(contract.root), contract.lastTradeDate) <= now

function settlementsOf(position: MarginPosition, contract: FutureContract, days: readonly CalendarDay[]): readonly Due[] {
  const time = settlementTimeOf(contract.root)
  const { lastTradeDate } = contract
  return days.flatMap(({ date, trading }) => {
    const counts = date <= lastTradeDate && (trading || date === lastTradeDate)
    return counts ? dueOn(position, { date, at: momentOf(time, date) }, position.settledThrough) : []
  })
}

const rolloversOf = (position: MarginPosition, days: readonly CalendarDay[]): readonly Due[] =>
  days.flatMap(({ date }) => dueOn(position, { date, at: momentOf(rolloverTime, date) }, position.rolledThrough))

function dueOn(position: MarginPosition, due: Due, doneThrough: CalendarDate | null): readonly Due[] {
  return due.at > position.openedAt && (doneThrough === null || due.date > doneThrough) ? [due] : []
}
