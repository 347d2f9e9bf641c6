import { companyOfPlacing, placingPlan, type PlacingPlan } from '@rueda/exchange/catalogue/placings.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { allotPlacing, hashOfPlacing, type PlacingApplication } from '@rueda/rules/placing/allot.ts'
import { PLACING_ANNOUNCED_DAYS_BEFORE, termsOf, unlockDayOf } from '@rueda/rules/placing/placing.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import { inSets } from '../../in-sets.ts'
import { dailyCloses } from '../../venue/daily-closes.ts'
import { standingDelistings } from '../instruments/standing-delistings.ts'
import { subscriptionsIn } from '../subscriptions/applications.ts'
import { deliveringShares, settlingApplication, withdrawingApplication } from '../subscriptions/settle.ts'
import { type StepWork, settleOne, stepOf } from '../subscriptions/steps.ts'
import {
  CLOSING_GRACE_MS,
  DAYS_OF_A_PLACING,
  MAX_WINDOW_DAYS,
  MIN_WINDOW_MS,
  type PlacingTimes,
  dateAt,
  eveOf,
  plansAround,
  timesOf,
} from './schedule.ts'
import { type Placing, placingById, resultsOf, unfinishedPlacings } from './store.ts'

/**
 * What happens to placings by itself (`docs/rules/placing.md` E.3): announced, priced from the close before their window, closed by the
 * clock, allotted in proportion, and delivered locked, or given back. Every step looks for what is not done yet, so that it may come
 * twice, or late.
 */
type Running = Pick<FullApp, 'pool' | 'venue' | 'clock' | 'commands' | 'ids' | 'log'>

/** Announces what is due and takes every placing as far as its time has come. One that fails holds up no other. */
export async function runPlacings(app: Running): Promise<number> {
  // Recorded history has no issuers that sell to us.
  if (app.venue.label !== 'SIM') return 0
  let count = await announceDue(app)
  for (const placing of await unfinishedPlacings(app.pool)) {
    try {
      count += await advance(app, placing)
    } catch (error) {
      app.log.error({ err: error, placing: placing.id }, 'a step of a placing failed and is tried again')
    }
  }
  return count
}

async function announceDue(app: Running): Promise<number> {
  const now = app.clock.now()
  const today = dateAt(now)
  const { rows } = await app.pool.query<{ number: number }>('select number from placings')
  const known = new Set(rows.map(({ number }) => number))
  let count = 0
  for (const plan of plansAround(today)) {
    const { number, from } = plan
    if (known.has(number) || addDays(from, -PLACING_ANNOUNCED_DAYS_BEFORE) > today || addDays(from, MAX_WINDOW_DAYS) < today) continue
    const times = timesOf(await tradingDays(app, from))
    // A window that is nearly over when this house learns of it is not offered here.
    if (times === null || times.closesAt - now < MIN_WINDOW_MS) continue
    count += await announce(app, plan, times, now)
  }
  return count
}

async function tradingDays({ venue }: Running, from: CalendarDate): Promise<readonly CalendarDate[]> {
  const days = await venue.calendar(HOUSE_MARKET, from, addDays(from, DAYS_OF_A_PLACING))
  return days.filter(({ trading }) => trading).map(({ date }) => date)
}

async function announce(app: Running, { number, discount }: PlacingPlan, times: PlacingTimes, now: Instant): Promise<number> {
  const company = companyOfPlacing(number, (id) => app.venue.instruments.has(id))
  if (company === null) return 0
  const { id: instrumentId, name } = company.instrument
  const { rowCount } = await app.pool.query(
    `insert into placings (id, number, instrument_id, name, discount, announced_at, opens_on, closes_on, opens_at, closes_at, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'announced') on conflict do nothing`,
    [
      ...[app.ids.next(), number, instrumentId, name, discount, now],
      ...[times.opensOn, times.closesOn, Math.max(times.opensAt, now), times.closesAt],
    ],
  )
  return rowCount ?? 0
}

/** One placing as far as it goes now; returns the number of steps. */
async function advance(app: Running, given: Placing): Promise<number> {
  let count = 0
  for (let placing: Placing | null = given; placing !== null;) {
    const isMoved: boolean = await step(app, placing)
    if (!isMoved) break
    count += 1
    placing = await placingById(app.pool, placing.id)
  }
  return count
}

/** True when the placing is in another state now. */
async function step(app: Running, placing: Placing): Promise<boolean> {
  const now = app.clock.now()
  switch (placing.status) {
    case 'announced':
      return now >= placing.opensAt && open(app, placing, now)
    case 'open':
      return now >= placing.closesAt + CLOSING_GRACE_MS && close(app, placing, now)
    case 'closed':
      return allot(app, placing, now)
    case 'allotted':
      await settleAll(app, placing)
      await deliverAll(app, placing)
      return false
    case 'withdrawn':
      await giveBackAll(app, placing)
      return inStep(app, placing, async (client) => {
        const sql = `update placings set status = 'withdrawn' where id = $1 and status not in ('withdrawn', 'allotted')`
        return (await client.query(sql, [placing.id])).rowCount === 1
      })
  }
}

/** Steps and withdrawals of one placing follow one another: a withdrawal is never beside the allotment that makes it impossible. */
export const lockPlacing = (client: PoolClient, number: number): Promise<unknown> =>
  client.query('select pg_advisory_xact_lock($1, $2)', [PLACING_LOCK, number])
/** "plac" in ASCII. */
const PLACING_LOCK = 0x706c6163

const inStep = (app: Running, { id, number, status }: Placing, work: StepWork): Promise<boolean> =>
  stepOf(
    app.pool,
    { lock: (client) => lockPlacing(client, number), isStill: async (client) => (await placingById(client, id))?.status === status },
    work,
  )

/** Fixes the price by the close before the window. A share that splits within it, or is listed no more, is not sold. */
async function open(app: Running, placing: Placing, now: Instant): Promise<boolean> {
  const { id, instrumentId, discount, opensOn } = placing
  const reason = await whyNot(app, placing)
  if (reason !== null) return lapse(app, placing, reason, now)
  const asked = { days: 1, until: eveOf(opensOn), adjust: 'none' } as const
  const reference = (await dailyCloses(app.venue, [instrumentId], asked)).get(instrumentId)?.at(-1)
  // The market may still be working its past out: the price is never another one, only later.
  if (reference === undefined) return false
  const { price, lotSize, quota, maxLots } = termsOf(reference.price, discount)
  if (reference.date >= opensOn) throw new Error(`the close of ${id} is none of before its window`)
  return inStep(app, placing, async (client) => {
    await client.query(
      `update placings set status = 'open', reference = $2, reference_on = $3, price = $4, lot_size = $5, quota = $6, max_lots = $7 where id = $1`,
      [id, reference.price, reference.date, price, lotSize, quota, maxLots],
    )
    return true
  })
}

/** Splits are announced further ahead than a window is long. */
async function whyNot(app: Running, { instrumentId, opensOn, closesOn }: Placing): Promise<'split' | 'delisted' | null> {
  if (await isDelisted(app, instrumentId)) return 'delisted'
  const actions = await app.venue.corporateActions([instrumentId], opensOn, addDays(closesOn, 1))
  return actions.some(({ kind }) => kind === 'split') ? 'split' : null
}

/** True too of one whose end is announced: whoever got its shares could be locked in beyond it. */
const isDelisted = async ({ pool, venue }: Running, instrumentId: string): Promise<boolean> =>
  !venue.instruments.has(instrumentId) || (await standingDelistings(pool)).has(instrumentId)

const lapse = (app: Running, placing: Placing, reason: 'split' | 'delisted', now: Instant): Promise<boolean> =>
  inStep(app, placing, async (client) => {
    const sql = `insert into placing_withdrawals (placing_id, approval_id, reason, withdrawn_at) values ($1, null, $2, $3)`
    await client.query(sql, [placing.id, reason, now])
    return true
  })

/** Publishes the list of those that wait: from here on nothing is added to it and nothing leaves it. */
const close = (app: Running, placing: Placing, now: Instant): Promise<boolean> =>
  inStep(app, placing, async (client) => {
    const { rows } = await client.query<{ number: string; lots: number; at: bigint }>(
      `insert into placing_applications (placing_id, number, lots, at)
       select $1, number, (quantity / $2)::integer, started_at from subscriptions where offering_id = $1 and status = 'waiting'
       returning number, lots, at`,
      [placing.id, placing.terms?.lotSize],
    )
    const listHash = hashOfPlacing(rows.map(({ at, ...row }) => ({ ...row, at: Number(at) })))
    await client.query(`update placings set status = 'closed', list_hash = $2, closed_at = $3 where id = $1`, [placing.id, listHash, now])
    return true
  })

async function allot(app: Running, placing: Placing, now: Instant): Promise<boolean> {
  const { id, closesOn, terms } = placing
  if (await isDelisted(app, placing.instrumentId)) return lapse(app, placing, 'delisted', now)
  const unlocksOn = unlockDayOf(await tradingDays(app, addDays(closesOn, 1)))
  if (terms === null || unlocksOn === null) throw new Error(`the placing ${id} has no terms or no end of its lock`)
  return inStep(app, placing, async (client) => {
    const applications = await applicationsIn(client, id)
    if (hashOfPlacing(applications) !== placing.listHash) throw new Error(`the allotment of ${id} is not of what was published`)
    const results = allotPlacing(applications, terms.quota)
    await client.query(
      `insert into placing_results (placing_id, number, rank, allotted) select $1, * from unnest($2::text[], $3::integer[], $4::integer[])`,
      [id, results.map(({ number }) => number), results.map(({ rank }) => rank), results.map(({ allotted }) => allotted)],
    )
    await client.query(`update placings set status = 'allotted', allotted_at = $2, unlocks_on = $3 where id = $1`, [id, now, unlocksOn])
    return true
  })
}

async function applicationsIn(client: PoolClient, id: string): Promise<readonly PlacingApplication[]> {
  const { rows } = await client.query<{ number: string; lots: number; at: bigint }>(
    'select number, lots, at from placing_applications where placing_id = $1',
    [id],
  )
  return rows.map(({ number, lots, at }) => ({ number, lots, at: Number(at) }))
}

/** Captures what was allotted and gives the rest back; whoever is not on the list has everything back. */
async function settleAll(app: Running, { id, name, terms, unlocksOn }: Placing): Promise<void> {
  const due = await subscriptionsIn(app.pool, id, ['waiting'])
  if (due.length === 0 || terms === null || unlocksOn === null) return
  const lots = await resultsOf(app.pool, id)
  await inSets(due, ({ accountId, id: applicationId, number }) => {
    const given = { id: applicationId, allotted: BigInt(lots.get(number) ?? 0) * terms.lotSize, name, toldDay: unlocksOn }
    return settleOne(app, () => app.commands.run(settlingApplication, { accountId, idempotency: null, arguments: given }))
  })
}

/** The shares come with the allotment, locked until their day. */
async function deliverAll(app: Running, { id, closesOn, unlocksOn }: Placing): Promise<void> {
  const due = await subscriptionsIn(app.pool, id, ['allotted'])
  if (due.length === 0) return
  await inSets(due, ({ accountId, id: applicationId, instrumentId }) => {
    const given = { id: applicationId, instrumentId, date: closesOn, positionId: app.ids.next(), unlocksOn }
    return settleOne(app, () => app.commands.run(deliveringShares, { accountId, idempotency: null, arguments: given }))
  })
}

async function giveBackAll(app: Running, { id, name }: Placing): Promise<void> {
  const due = await subscriptionsIn(app.pool, id, ['waiting'])
  await inSets(due, ({ accountId, id: applicationId }) => {
    const given = { id: applicationId, name, paidIn: null }
    return settleOne(app, () => app.commands.run(withdrawingApplication, { accountId, idempotency: null, arguments: given }))
  })
}

/** What the catalogue of the back office names: the placings of the months around a day, by the public schedule. */
export function placingsOffered({ venue, clock }: Pick<FullApp, 'venue' | 'clock'>): readonly Readonly<{ number: number; name: string }>[] {
  return plansAround(dateAt(clock.now())).flatMap(({ number }) => {
    const company = companyOfPlacing(placingPlan(number).number, (id) => venue.instruments.has(id))
    return company === null ? [] : [{ number, name: `${company.instrument.name} (${company.instrument.code})` }]
  })
}
