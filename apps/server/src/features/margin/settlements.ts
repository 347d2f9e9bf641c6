import { dateAt } from '@rueda/exchange/calendars/new-york.ts'
import type { CalendarDay } from '@rueda/exchange/venue.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import { type MarginInstrument, isOnMargin } from '@rueda/rules/margin/valuation.ts'
import { type CalendarDate, HOUR_MS, type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { settlementPriceAt } from '../../venue/settlement-price.ts'
import { inSets } from '../../in-sets.ts'
import { type SettlementPrices, bookDue } from './book-due.ts'
import { type Due, duesOf } from './due.ts'
import type { OpenPositions } from './open-positions.ts'

type Settling = Pick<App, 'inTurn' | 'pool' | 'venue' | 'commands' | 'clock' | 'log'>

/** Wait before an unknown settlement price is requested again; other positions do not wait for it. */
const AGAIN_AFTER_MS = 15 * SECOND_MS
/** Wait before a position with nothing due in the days that were read is looked at again. */
const FURTHER_AHEAD_MS = HOUR_MS
const MAX_CALENDARS = 200

/**
 * Books daily settlements and rollovers when they fall due. Each open position is filed under the time of its next one, so that a look
 * touches only what is due; what cannot be booked yet is set aside and tried again.
 */
export class Settlements {
  readonly #app: Settling
  readonly #open: OpenPositions
  readonly #caughtUp: () => Promise<unknown>
  /** Positions by the time of their next look. */
  readonly #agenda = new Map<Instant, Set<string>>()
  readonly #calendars = new Map<string, readonly CalendarDay[]>()

  constructor(app: Settling, open: OpenPositions, caughtUp: () => Promise<unknown>) {
    this.#app = app
    this.#open = open
    this.#caughtUp = caughtUp
  }

  async look(): Promise<void> {
    const now = this.#app.clock.now()
    const tasks = await this.#tasksAt(now)
    if (tasks.length === 0) return
    // A settlement must not overtake a fill that came before it.
    await this.#caughtUp()
    const prices = pricesOnce(this.#app)
    const missing = new Map<string, Due>()
    await inSets(tasks, async (task) => {
      const isBooked = await bookDue(this.#app, task, prices).catch((error: unknown) => {
        this.#app.log.error({ err: error }, 'a margin was not settled and is tried again')
        return false
      })
      if (!isBooked) missing.set(task.instrument.id, task.due)
      // A booked position has nothing due by then, unless an order that could not be ended prevented the booking.
      this.#enter(now + AGAIN_AFTER_MS, task.position.id)
    })
    for (const [instrumentId, { date }] of missing)
      this.#app.log.error({ instrumentId, date }, 'no settlement price is known, trying again')
  }

  /** Lists the tasks of a time. A booking has changed its position, which is looked at again with whatever else has changed. */
  async #tasksAt(now: Instant): Promise<readonly Task[]> {
    const ids = new Set(this.#open.takeChanged())
    for (const [moment, waiting] of this.#agenda) {
      if (moment > now) continue
      this.#agenda.delete(moment)
      for (const id of waiting) ids.add(id)
    }
    const tasks: Task[] = []
    for (const id of ids) {
      const position = this.#open.get(id)
      const instrument = position === null ? undefined : this.#app.venue.instruments.get(position.instrumentId)
      if (position === null || instrument === undefined || !isOnMargin(instrument)) continue
      const { oldest, nextAt } = await this.#duesOf(position, instrument, now)
      if (oldest === null) this.#enter(nextAt ?? now + FURTHER_AHEAD_MS, id)
      else tasks.push({ position, instrument, due: oldest })
    }
    return tasks
  }

  #enter(moment: Instant, id: string): void {
    const waiting = this.#agenda.get(moment)
    if (waiting === undefined) this.#agenda.set(moment, new Set([id]))
    else waiting.add(id)
  }

  async #duesOf(position: MarginPosition, { market, contract }: MarginInstrument, now: Instant) {
    const done = contract.kind === 'future' ? position.settledThrough : position.rolledThrough
    const days = await this.#daysOf(market, done ?? dateAt(position.openedAt), now)
    return duesOf(position, contract, days, now)
  }

  /** The days of a market from a date to tomorrow; requested once a day. */
  async #daysOf(market: MarginInstrument['market'], from: CalendarDate, now: Instant): Promise<readonly CalendarDay[]> {
    const until = addDays(dateAt(now), 1)
    const key = `${market} ${from} ${until}`
    const known = this.#calendars.get(key)
    if (known !== undefined) return known
    if (this.#calendars.size > MAX_CALENDARS) this.#calendars.clear()
    const days = await this.#app.venue.calendar(market, from, until)
    this.#calendars.set(key, days)
    return days
  }
}

type Task = Readonly<{ position: MarginPosition; instrument: MarginInstrument; due: Due }>

/** The settlement price of an instrument, requested once per look however many hold it. */
function pricesOnce({ venue }: Pick<App, 'venue'>): SettlementPrices {
  const asked = new Map<string, Promise<bigint | null>>()
  return (instrument, at) => {
    const key = `${instrument.id} ${at}`
    const price = asked.get(key) ?? settlementPriceAt(venue, instrument, at)
    asked.set(key, price)
    return price
  }
}
