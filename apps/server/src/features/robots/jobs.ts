import { type Rental, type RobotSlot, isSelling } from '@rueda/rules/robots/rental.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { Bar } from '@rueda/rules/robots/backtest.ts'
import { WARM_UP_DAYS, robots } from '@rueda/rules/robots/catalogue.ts'
import { type Prices, reachedLimit, valueOfRental } from '@rueda/rules/robots/keep.ts'
import { RENTAL_DAYS } from '@rueda/rules/robots/rental.ts'
import { type CalendarDate, SECOND_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { inSets } from '../../in-sets.ts'
import type { Job } from '../../jobs/repeat.ts'
import { actingRobot, endingRental, isTrading, keepingValue, sellingOut, watchingRental } from './act.ts'
import { closedBars, lastClosedDay } from './bars.ts'
import { type Rented, openRentalsAfter } from './store.ts'

const LOOK_EVERY_MS = 10 * SECOND_MS
const MAX_AT_ONCE = 256

/**
 * Robots act while their market trades: the first time on the newest close, which is the day before's. Days that nobody was there for are
 * not made up for, because their closes are old; the newest one decides what the robot wants now.
 */
export const robotJobs = (app: FullApp): readonly Job[] => {
  const keeper = createRobotKeeper(app)
  return [{ everyMs: LOOK_EVERY_MS, atOnce: true, work: keeper, failed: 'robots could not act and are tried again' }]
}

type Keeping = Pick<FullApp, 'pool' | 'venue' | 'clock' | 'commands' | 'ids' | 'log'>
type Day = Readonly<{ lastClosed: CalendarDate; barsOf: (instrumentId: string) => Promise<readonly Bar[]> }>

function createRobotKeeper(app: Keeping): () => Promise<number> {
  let day: Day | null = null
  return async () => {
    const lastClosed = await lastClosedDay(app)
    if (lastClosed === null) return 0
    if (day?.lastClosed !== lastClosed) day = { lastClosed, barsOf: barsOfDay(app) }
    let count = 0
    let after: Rental | null = null
    for (;;) {
      const set = await openRentalsAfter(app.pool, after, MAX_AT_ONCE)
      const today = day
      await inSets(set, (rented) => lookAlone(app, today, rented))
      count += set.length
      after = set.at(-1)?.rental ?? null
      if (set.length < MAX_AT_ONCE) return count
    }
  }
}

/** Bars of a day are read once: they do not change any more. */
function barsOfDay(app: Keeping): Day['barsOf'] {
  const known = new Map<string, readonly Bar[]>()
  return async (instrumentId) => {
    const read = known.get(instrumentId)
    if (read !== undefined) return read
    const bars = await closedBars(app, instrumentId, WARM_UP_DAYS + RENTAL_DAYS)
    known.set(instrumentId, bars)
    return bars
  }
}

/** One rental that fails does not hold up the others. */
async function lookAlone(app: Keeping, day: Day, rented: Rented): Promise<void> {
  try {
    await look(app, day, rented)
  } catch (error) {
    app.log.error({ err: error, rentalId: rented.rental.id }, 'a robot could not act')
  }
}

async function look(app: Keeping, day: Day, { rental, slots }: Rented): Promise<void> {
  const { accountId, id: rentalId, instrumentIds } = rental
  const own = { accountId, idempotency: null }
  if (isEnding(rental, app.clock.now(), slots)) {
    await app.commands.run(endingRental, { ...own, arguments: { rentalId, instrumentIds } })
    if (!isSelling(rental)) return
  }
  if (rental.valuedOn === null || rental.valuedOn < day.lastClosed) {
    const closes = await closesOn(day, slots)
    if (closes !== null) await app.commands.run(keepingValue, { ...own, arguments: { rentalId, date: day.lastClosed, prices: closes } })
  }
  if (!isTrading(app)) return
  const prices = pricesNow(app, slots)
  const { tradeDate } = app.venue.session(HOUSE_MARKET)
  if (isDue(rental, slots, prices)) await app.commands.run(watchingRental, { ...own, arguments: { rentalId, date: tradeDate, prices } })
  for (const slot of slots) await actOrSell(app, day, rental, slot)
}

/** Its time is over, or it has nothing left to sell. */
const isEnding = ({ status, endsAt }: Rental, now: number, slots: readonly RobotSlot[]): boolean =>
  status === 'running' || status === 'paused' ? now >= endsAt : slots.every(({ quantity, orderId }) => quantity === 0n && orderId === null)

async function closesOn({ lastClosed, barsOf }: Day, slots: readonly RobotSlot[]): Promise<Prices | null> {
  const prices: Record<string, bigint> = {}
  for (const { instrumentId, quantity } of slots) {
    const close = quantity === 0n ? undefined : (await barsOf(instrumentId)).findLast(({ date }) => date <= lastClosed)?.close
    if (quantity > 0n && close === undefined) return null
    if (close !== undefined) prices[instrumentId] = close
  }
  return prices
}

function pricesNow({ venue }: Pick<Keeping, 'venue'>, slots: readonly RobotSlot[]): Prices {
  const priced = slots.flatMap(({ instrumentId }) => {
    const last = venue.quote(instrumentId)?.last ?? 0n
    return last > 0n ? [[instrumentId, last] as const] : []
  })
  return Object.fromEntries(priced)
}

/** Whether its account has to be asked: a limit is reached by what is known here, or its rule is another now. */
function isDue(rental: Rental, slots: readonly RobotSlot[], prices: Prices): boolean {
  if (rental.status !== 'running' && rental.pauseReason !== 'dailyLoss') return false
  if (rental.ruleHash !== robots[rental.robotId].hash) return rental.status === 'running'
  const value = valueOfRental(slots, prices)
  return value !== null && reachedLimit(rental, value) !== null
}

async function actOrSell(app: Keeping, { lastClosed, barsOf }: Day, rental: Rental, slot: RobotSlot): Promise<void> {
  const { id: slotId, rentalId, instrumentId, orderId, quantity, actedOn } = slot
  if (orderId !== null) return
  const given = { slotId, rentalId, instrumentId, orderId: app.ids.next() }
  const own = { accountId: rental.accountId, idempotency: null }
  if (isSelling(rental)) {
    if (quantity > 0n) await app.commands.run(sellingOut, { ...own, arguments: given })
    return
  }
  if (rental.status !== 'running' || (actedOn !== null && actedOn >= lastClosed)) return
  const target = targetFrom(await barsOf(instrumentId), rental, lastClosed)
  if (target === null) return
  await app.commands.run(actingRobot, { ...own, arguments: { ...given, decidedOn: lastClosed, target, ruleHash: rental.ruleHash } })
}

/** What its rule wants from the closes up to the newest; null before the first day after its rental, and where that close is missing. */
function targetFrom(bars: readonly Bar[], { robotId, rentedOn }: Rental, lastClosed: CalendarDate): bigint | null {
  const start = bars.findIndex(({ date }) => date >= rentedOn)
  if (start === -1 || bars.at(-1)?.date !== lastClosed) return null
  return robots[robotId].decide(
    bars.map(({ close }) => close),
    start,
  )
}
