import { companyOfPlacing, placingPlan, type PlacingPlan } from '@rueda/exchange/catalogue/placings.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { allotPlacing, hashOfPlacing, type PlacingApplication } from '@rueda/rules/placing/allot.ts'
import { PLACING_ANNOUNCED_DAYS_BEFORE, termsOf, unlockDayOf } from '@rueda/rules/placing/placing.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import { dailyCloses } from '../../venue/daily-closes.ts'
import { standingDelistings } from '../instruments/standing-delistings.ts'
import { announceDue, tradingDays } from '../subscriptions/announcing.ts'
import { publishList } from '../subscriptions/closing.ts'
import { deliverAll, giveBackAll, settleAll } from '../subscriptions/due.ts'
import { type StepWork, runOfferings, stepOf } from '../subscriptions/steps.ts'
import { CLOSING_GRACE_MS, dateAt, eveOf } from '../subscriptions/window.ts'
import { DAYS_OF_A_PLACING, MAX_WINDOW_DAYS, type PlacingTimes, plansAround, timesOf } from './schedule.ts'
import { type Placing, keptPlacings, resultsOf } from './store.ts'

/**
 * What happens to placings by itself (`docs/rules/placing.md` E.3): announced, priced from the close before their window, closed by the
 * clock, allotted in proportion, and delivered locked, or given back. Every step looks for what is not done yet, so that it may come
 * twice, or late.
 */
type Running = Pick<FullApp, 'pool' | 'venue' | 'clock' | 'commands' | 'ids' | 'log'>

/** Announces what is due and takes every placing as far as its time has come. Returns the number of steps. */
export const runPlacings = (app: Running): Promise<number> =>
  runOfferings(app, {
    kept: keptPlacings,
    announce: () =>
      announceDue(app, {
        table: 'placings',
        plansAround: (today) => plansAround(today).filter(({ from }) => addDays(from, MAX_WINDOW_DAYS) >= today),
        daysBefore: PLACING_ANNOUNCED_DAYS_BEFORE,
        withinDays: DAYS_OF_A_PLACING,
        timesOf,
        announce: (plan, times, now) => announce(app, plan, times, now),
      }),
    step: (placing) => step(app, placing),
  })

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
      await settle(app, placing)
      return false
    case 'withdrawn':
      await giveBackAll(app, placing)
      return inStep(app, placing, async (client) => {
        const sql = `update placings set status = 'withdrawn' where id = $1 and status not in ('withdrawn', 'allotted')`
        return (await client.query(sql, [placing.id])).rowCount === 1
      })
  }
}

const inStep = (app: Running, placing: Placing, work: StepWork): Promise<boolean> => stepOf(app.pool, keptPlacings, placing, work)

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

/** Publishes whom the shares are allotted to. */
async function close(app: Running, placing: Placing, now: Instant): Promise<boolean> {
  const { id, terms } = placing
  if (terms === null) throw new Error(`the placing ${id} has no terms`)
  return inStep(app, placing, (client) => publishList(client, { kind: 'placing', id, lotSize: terms.lotSize, hashOf: hashOfPlacing }, now))
}

async function allot(app: Running, placing: Placing, now: Instant): Promise<boolean> {
  const { id, closesOn, terms } = placing
  if (await isDelisted(app, placing.instrumentId)) return lapse(app, placing, 'delisted', now)
  const unlocksOn = unlockDayOf(await tradingDays(app.venue, addDays(closesOn, 1), DAYS_OF_A_PLACING))
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

/** The shares come with the allotment, locked until their day. */
async function settle(app: Running, { id, name, terms, closesOn, unlocksOn }: Placing): Promise<void> {
  if (terms === null || unlocksOn === null) return
  await settleAll(app, { id, name, lotSize: terms.lotSize, toldDay: unlocksOn, results: () => resultsOf(app.pool, id) })
  await deliverAll(app, { id, date: closesOn, unlocksOn })
}

/** What the catalogue of the back office names: the placings of the months around a day, by the public schedule. */
export function placingsOffered({ venue, clock }: Pick<FullApp, 'venue' | 'clock'>): readonly Readonly<{ number: number; name: string }>[] {
  return plansAround(dateAt(clock.now())).flatMap(({ number }) => {
    const company = companyOfPlacing(placingPlan(number).number, (id) => venue.instruments.has(id))
    return company === null ? [] : [{ number, name: `${company.instrument.name} (${company.instrument.code})` }]
  })
}
