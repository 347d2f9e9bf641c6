import { type WireMarketDay, calendars } from '@rueda/contract/admin/calendars.ts'
import { zoneOf } from '@rueda/exchange/calendars/calendars.ts'
import { civilOf, dateOfDays, dayNumber, daysOf } from '@rueda/exchange/calendars/civil.ts'
import type { CalendarDay } from '@rueda/exchange/venue.ts'
import { ok } from '@rueda/rules/result.ts'
import type { FullApp } from '../../assemble.ts'
import { type StaffRegistered, staffRoutes } from '../../staff/handler.ts'

const DECEMBER = 12

/** Trading and settlement days as the market itself keeps them. */
export const calendarReviewRoutes = ({ venue, clock, settings }: FullApp): StaffRegistered =>
  staffRoutes(calendars, {
    month: async ({ input }) => {
      const market = venue.markets.includes(input.market) ? input.market : 'US'
      const zone = zoneOf(market)
      const today = zone.dateAt(clock.now())
      const running = civilOf(daysOf(today))
      const { year = running.year, month = running.month } = input
      const first = dayNumber(year, month, 1)
      const next = month === DECEMBER ? dayNumber(year + 1, 1, 1) : dayNumber(year, month + 1, 1)
      const days = await venue.calendar(market, dateOfDays(first), dateOfDays(next - 1))
      const alwaysOpen = venue.label === 'SIM' && settings.SIM_ALWAYS_OPEN ? 1 : 0
      return ok({
        ...{ market, year, month, today, alwaysOpen },
        markets: [...venue.markets],
        timeZone: zone.name,
        days: days.map(presentDay),
      })
    },
  })

const flagOf = (value: boolean): 0 | 1 => (value ? 1 : 0)

const presentDay = (day: CalendarDay): WireMarketDay => ({
  date: day.date,
  trading: flagOf(day.trading),
  settlement: flagOf(day.settlement),
  halfDay: flagOf(day.halfDay),
  projected: flagOf(day.projected),
  holiday: day.holidayName,
  sessions: day.sessions.map(({ type, opensAt, closesAt }) => ({ type, openTimestamp: opensAt, closeTimestamp: closesAt })),
})
