import { type Alert, type AlertMarket, type Firing, fire } from '@rueda/rules/alerts/alert.ts'
import { type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import type { Clock } from '../../deps.ts'
import { tellMessages } from '../messages/tell.ts'
import { notePushed, writeFiring } from './firing.ts'
import { alertMarket } from './market.ts'
import { ALERT_COLUMNS, type AlertRecord, readAlert } from './store.ts'

/**
 * Compares every armed alert with each new quote of its instrument. Quotes without an alert cost one look into a map. Customers' changes
 * are looked up once a second, whichever server they changed it on; firing asks the database again, so an alert that was changed or deleted
 * since does not fire.
 */
export type AlertWatch = Readonly<{
  /** Reads changes now, and waits for what fires: for tests that do not wait a second. */
  refresh: () => Promise<void>
  stop: () => Promise<void>
}>

type Watching = Pick<App, 'pool' | 'venue' | 'clock' | 'ids' | 'hub' | 'log'> & Readonly<{ wallClock: Clock }>

const LOOK_EVERY_MS = SECOND_MS
/** Changes by another server may become visible a little after their time. */
const LOOK_BACK_MS = 10 * SECOND_MS
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5 * SECOND_MS

export async function watchAlerts(app: Watching): Promise<AlertWatch> {
  const watch = new Watch(app)
  await watch.refresh()
  const timer = setInterval(
    () => void watch.refresh().catch((error: unknown) => app.log.error({ err: error }, 'alerts were not looked up')),
    LOOK_EVERY_MS,
  )
  const stopListening = app.venue.onQuotes((changed) => {
    for (const { instrumentId } of changed) watch.look(instrumentId)
  })
  return {
    refresh: () => watch.refresh(),
    stop: async () => {
      clearInterval(timer)
      stopListening()
      await watch.stop()
    },
  }
}

class Watch {
  readonly #app: Watching
  readonly #armed = new Map<string, Map<string, Alert>>()
  readonly #telling = new Map<string, Promise<void>>()
  #since: Instant = Number.MIN_SAFE_INTEGER
  #isStopped = false

  constructor(app: Watching) {
    this.#app = app
  }

  async refresh(): Promise<void> {
    const { pool, wallClock } = this.#app
    const asked = wallClock.now()
    const { rows } = await pool.query<AlertRecord>(CHANGED, [this.#since])
    this.#since = asked - LOOK_BACK_MS
    for (const alert of rows.map(readAlert)) if (!this.#telling.has(alert.id)) this.#keep(alert)
    for (const instrumentId of new Set(rows.map((row) => row.instrument_id))) this.look(instrumentId)
    await Promise.all(this.#telling.values())
  }

  look(instrumentId: string): void {
    const armed = this.#armed.get(instrumentId)
    const market = armed === undefined ? null : alertMarket(this.#app.venue, instrumentId)
    if (armed === undefined || market === null) return
    const now = this.#app.clock.now()
    for (const alert of armed.values()) {
      const firing = fire(alert, market, now)
      if (firing !== null) this.#fire(firing, market, now)
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#telling.values())
  }

  #fire(firing: Firing, market: AlertMarket, now: Instant): void {
    const { id, instrumentId } = firing.alert
    this.#armed.get(instrumentId)?.delete(id)
    const telling = this.#tellUntilDone(firing, market, now).finally(() => this.#telling.delete(id))
    this.#telling.set(id, telling)
  }

  /** Writes a fired alert in any case, even while the database is away for a moment and the price moves on. */
  async #tellUntilDone(firing: Firing, market: AlertMarket, now: Instant): Promise<void> {
    for (let attempts = 1; !this.#isStopped; attempts += 1) {
      try {
        const isWritten = await this.#tell(firing, market, now, attempts)
        if (!isWritten) await this.#readAgain(firing.alert)
        else if (firing.alert.status === 'armed') this.#keep(firing.alert)
        return
      } catch (error) {
        this.#app.log.error({ err: error, alertId: firing.alert.id }, 'an alert was not written, trying again')
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(FIRST_RETRY_MS * 2 ** attempts, MAX_RETRY_MS)))
    }
  }

  async #tell(firing: Firing, market: AlertMarket, now: Instant, attempts: number): Promise<boolean> {
    const { pool, hub, clock } = this.#app
    const written = await writeFiring(this.#app, { firing, price: market.last, attempts, now })
    if (written === null) return false
    const { accountId } = firing.alert
    if (hub.isListening(accountId)) {
      await tellMessages(this.#app, [written.message])
      await notePushed(pool, accountId, written.deliveryId, clock.now())
    }
    return true
  }

  /** Reads an alert again that has changed since it was last looked up: its new state counts from the next quote on. */
  async #readAgain({ accountId, id }: Alert): Promise<void> {
    const { rows } = await this.#app.pool.query<AlertRecord>(ARMED, [accountId, id])
    for (const alert of rows.map(readAlert)) this.#keep(alert)
  }

  #keep(alert: Alert): void {
    const armed = this.#armed.get(alert.instrumentId) ?? new Map<string, Alert>()
    this.#armed.set(alert.instrumentId, armed.set(alert.id, alert))
  }
}

const ARMED = `select ${ALERT_COLUMNS} from alerts where account_id = $1 and id = $2 and status = 'armed'`
const CHANGED = `select ${ALERT_COLUMNS} from alerts where status = 'armed' and changed_at >= $1`
