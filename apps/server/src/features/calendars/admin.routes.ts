import { type WireMarketDay, calendars } from '@rueda/contract/admin/calendars.ts'
import { createCalendar, zoneOf } from '@rueda/exchange/calendars/calendars.ts'
import { civilOf, dateOfDays, dayNumber, daysOf } from '@rueda/exchange/calendars/civil.ts'
import type { CalendarDay } from '@rueda/exchange/venue.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { CLOSURE_NOTICE_HOURS, type DayToClose, checkClosing, checkReopening } from '@rueda/rules/markets/closed-day.ts'
import { HOUSE_MARKET, type ClosableMarketName, closableMarkets } from '@rueda/rules/markets/markets.ts'
import type { MessageDraft } from '@rueda/rules/messages/message.ts'
import { type Refusal, type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireDualApproval } from '../approvals/approvals.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import { readClosedDays } from '../../venue/closed-days.ts'
import { writeMessages } from '../messages/write.ts'
import { concernedBy, insertClosing, reopenDay } from './store.ts'

const DECEMBER = 12

/** Trading and settlement days as the market itself keeps them, and the days that staff close. */
export const calendarAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(calendars, {
    month: async ({ input }) => {
      const { venue, clock } = app
      const market = venue.markets.includes(input.market) ? input.market : HOUSE_MARKET
      const zone = zoneOf(market)
      const now = clock.now()
      const today = zone.dateAt(now)
      const running = civilOf(daysOf(today))
      const { year = running.year, month = running.month } = input
      const first = dayNumber(year, month, 1)
      const next = month === DECEMBER ? dayNumber(year + 1, 1, 1) : dayNumber(year, month + 1, 1)
      const days = await venue.calendar(market, dateOfDays(first), dateOfDays(next - 1))
      return ok({
        ...{ market, year, month, today, alwaysOpen: flagOf(neverCloses(app)), noticeHours: CLOSURE_NOTICE_HOURS },
        markets: [...venue.markets],
        timeZone: zone.name,
        days: days.map((day) => presentDay(day, flagOf(isChangeable(app, market, day, now)))),
      })
    },
    closeDay: (request) =>
      change(app, request, {
        check: checkClosing,
        carryOut: async (client, approvalId) => {
          const { market, date, cause } = request.input
          const concerned = await concernedBy(client, market)
          const announced = { told: concerned.length, announcedAt: app.clock.now(), approvalId }
          await insertClosing(client, { closingId: app.ids.next(), market, date, cause, ...announced })
          return writeMessages(app, client, concerned, {
            ...aboutDays,
            template: 'market.closedDay',
            facts: { market, date, closure: cause },
          })
        },
      }),
    reopenDay: (request) =>
      change(app, request, {
        check: checkReopening,
        carryOut: async (client, approvalId) => {
          const { market, date } = request.input
          await reopenDay(client, { market, date }, approvalId, app.clock.now())
          const concerned = await concernedBy(client, market)
          return writeMessages(app, client, concerned, { ...aboutDays, template: 'market.reopenedDay', facts: { market, date } })
        },
      }),
  })

const aboutDays = { link: null } as const satisfies Partial<MessageDraft>

type Told = () => Promise<void>
type Changing = Readonly<{
  check: (day: DayToClose, now: Instant) => Refusal | null
  carryOut: (client: PoolClient, approvalId: string) => Promise<Told>
}>
type Decided = Result<{ state: 'waiting' | 'done' }>
type ChangeRequest = StaffRequest<typeof calendars.closeDay> | StaffRequest<typeof calendars.reopenDay>

/** The rule is checked again at the second person's approval: a day may have begun meanwhile. */
async function change(app: FullApp, request: ChangeRequest, { check, carryOut }: Changing): Promise<Decided> {
  const { input, trace } = request
  const { market, date, reason, note } = input
  if (neverCloses(app) || !app.venue.markets.includes(market)) return refuse('calendar.not_trading', { field: 'market' })
  const tellers: Told[] = []
  const decided = await inTransaction(app.pool, async (client): Promise<Decided> => {
    const closed = await readClosedDays(client)
    const isClosed = closed.some((day) => day.market === market && day.date === date)
    const wrong = check({ firstSessionAt: firstSessionOf(market, date), isClosed }, app.clock.now())
    if (wrong !== null) return wrong
    const subject = `day:${market} ${date}`
    const pair = await requireDualApproval(app, client, request, { subject, accountId: null })
    if (!pair.ok) return pair
    const { state, approvalId } = pair.value
    await trace(client, { accountId: null, subject, reason, note, after: { ...input, state }, approvalId })
    if (state === 'waiting') return ok({ state })
    tellers.push(await carryOut(client, approvalId))
    return ok({ state: 'done' })
  })
  if (tellers.length > 0) await app.closedDays.refresh()
  for (const tell of tellers) await tell()
  return decided
}

/** Recorded history is past, and a market that never closes has no days to close. */
const neverCloses = ({ venue, settings }: FullApp): boolean => venue.label !== 'SIM' || settings.SIM_ALWAYS_OPEN

/** By the market's own table, closed or not; null on days without trading. */
const firstSessionOf = (market: ClosableMarketName, date: CalendarDate): Instant | null =>
  createCalendar(market, false).calendarDay(date).sessions[0]?.opensAt ?? null

function isChangeable(app: FullApp, market: MarketName, { date, closure }: CalendarDay, now: Instant): boolean {
  const closable = closableMarkets.find((name) => name === market)
  if (closable === undefined || neverCloses(app)) return false
  const check = closure === undefined ? checkClosing : checkReopening
  return check({ firstSessionAt: firstSessionOf(closable, date), isClosed: closure !== undefined }, now) === null
}

const flagOf = (value: boolean): 0 | 1 => (value ? 1 : 0)

const presentDay = (day: CalendarDay, changeable: 0 | 1): WireMarketDay => ({
  date: day.date,
  trading: flagOf(day.trading),
  settlement: flagOf(day.settlement),
  halfDay: flagOf(day.halfDay),
  projected: flagOf(day.projected),
  holiday: day.holidayName,
  closure: day.closure ?? null,
  changeable,
  sessions: day.sessions.map(({ type, opensAt, closesAt }) => ({ type, openTimestamp: opensAt, closeTimestamp: closesAt })),
})
