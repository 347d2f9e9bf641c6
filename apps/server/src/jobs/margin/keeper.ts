import { addDays } from '@rueda/rules/calendar-date.ts'
import { dateAt } from '@rueda/exchange/calendars/new-york.ts'
import type { CalendarDay } from '@rueda/exchange/venue.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import { type MarginInstrument, isOnMargin } from '@rueda/rules/margin/valuation.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { bookDue } from './book-due.ts'
import { type Due, rolloversDue, settlementsDue } from './due.ts'
import { OpenPositions } from './open-positions.ts'
import { BreachWatch, pricesOf, stepFor, takeStep } from './watch.ts'

/**
 * Looks after every open position on margin each second (`domain.md` K: RISK, MTM, ROLLOVER): books what has fallen due,
 * tells of margins that run short, and closes what has none left. What it does follows from the positions and the market
 * alone, so it goes on after a restart where it was.
 */
type Keeping = Pick<App, 'pool' | 'venue' | 'writePath' | 'ids' | 'clock' | 'log'>

export type MarginKeeper = Readonly<{ look: () => Promise<void> }>

/** What one look does at most; the rest is done by the next. */
const MOST_A_LOOK = 200

export const keepMargin = async (app: Keeping, caughtUp: () => Promise<unknown>): Promise<MarginKeeper> =>
  new Keeper(app, await OpenPositions.read(app), caughtUp)

type Work = () => Promise<unknown>

class Keeper implements MarginKeeper {
  readonly #app: Keeping
  readonly #open: OpenPositions
  readonly #caughtUp: () => Promise<unknown>
  readonly #breaches = new BreachWatch()
  readonly #calendars = new Map<string, readonly CalendarDay[]>()

  constructor(app: Keeping, open: OpenPositions, caughtUp: () => Promise<unknown>) {
    this.#app = app
    this.#open = open
    this.#caughtUp = caughtUp
  }

  async look(): Promise<void> {
    const now = this.#app.clock.now()
    const positions = [...this.#open]
    const ids = new Set(positions.map(({ id }) => id))
    this.#breaches.forget((id) => ids.has(id))
    const work: Work[] = []
    for (const position of positions) {
      const instrument = this.#app.venue.instruments.get(position.instrumentId)
      if (instrument === undefined || !isOnMargin(instrument)) continue
      const due = await this.#dueOf(position, instrument, now)
      const task = due === null ? this.#risk(position, instrument, now) : () => this.#book(position, instrument, due)
      if (task !== null) work.push(task)
      if (work.length === MOST_A_LOOK) break
    }
    await Promise.all(work.map((task) => task().catch((error: unknown) => this.#app.log.error({ err: error }, 'a margin was not kept'))))
  }

  /** The oldest settlement or rollover that is not booked. */
  async #dueOf(position: MarginPosition, { market, contract }: MarginInstrument, now: Instant): Promise<Due | null> {
    const done = contract.kind === 'future' ? position.settledThrough : position.rolledThrough
    const days = await this.#daysOf(market, done ?? dateAt(position.openedAt), now)
    const [oldest] = contract.kind === 'future' ? settlementsDue(position, contract, days, now) : rolloversDue(position, days, now)
    return oldest ?? null
  }

  async #book(position: MarginPosition, instrument: MarginInstrument, due: Due): Promise<void> {
    // A settlement must not overtake a fill that came before it.
    await this.#caughtUp()
    if (!(await bookDue(this.#app, position, instrument, due)))
      this.#app.log.error({ instrumentId: instrument.id, date: due.date }, 'no settlement price is known, trying again')
  }

  #risk(position: MarginPosition, instrument: MarginInstrument, now: Instant): Work | null {
    const prices = pricesOf(this.#app, instrument)
    if (prices === null) return null
    const confirmed = this.#breaches.see(position, instrument, prices, now)
    const looking = { position, instrument, prices, confirmed }
    const step = stepFor(this.#app, looking, now)
    return step.kind === 'nothing' ? null : () => takeStep(this.#app, looking, step)
  }

  /** The days of a market from a date to tomorrow; asked for once a day. */
  async #daysOf(market: MarginInstrument['market'], from: CalendarDate, now: Instant): Promise<readonly CalendarDay[]> {
    const until = addDays(dateAt(now), 1)
    const key = `${market} ${from} ${until}`
    const known = this.#calendars.get(key)
    if (known !== undefined) return known
    if (this.#calendars.size > MOST_A_LOOK) this.#calendars.clear()
    const days = await this.#app.venue.calendar(market, from, until)
    this.#calendars.set(key, days)
    return days
  }
}
