import { instrumentIdOf, newCompany } from '@rueda/exchange/catalogue/new-companies.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { canonicalList, commitmentTo, drawShares, hashOfText } from '@rueda/rules/subscriptions/draw.ts'
import { ANNOUNCED_DAYS_BEFORE, TRANCHE_SHARES, lotSizeAt, maxLotsOf } from '@rueda/rules/subscriptions/offering.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import { inSets } from '../../in-sets.ts'
import { readNewListings } from '../../venue/new-listings.ts'
import { type DueSubscription, subscriptionsIn } from './applications.ts'
import { ROUND_AFTER_CLOSE_MS } from './beacon.ts'
import { presentIpo } from './present.ts'
import {
  CLOSING_GRACE_MS,
  DAYS_TO_THE_LISTING,
  DELIVERED_BEFORE_MS,
  type IpoTimes,
  MIN_WINDOW_MS,
  dateAt,
  numbersAround,
  timesOf,
} from './schedule.ts'
import { deliveringShares, settlingApplication, withdrawingApplication } from './settle.ts'
import { type StepWork, settleOne, stepOf } from './steps.ts'
import { type Ipo, ipoById, resultsOf, unfinishedIpos } from './store.ts'

/**
 * What happens to new shares by itself (`docs/rules/ipo.md` E.1, E.2): announced with the commitment to their secret, opened and closed by
 * the clock, drawn, listed and delivered, or given back. Every step looks for what is not done yet, so that it may come twice, or late.
 */
type Running = Pick<FullApp, 'pool' | 'venue' | 'clock' | 'commands' | 'ids' | 'random' | 'vault' | 'hub' | 'log' | 'beacon'>

const SECRET_BYTES = 32
export const IPO_SECRET_FIELD = 'ipo.secret'

/** Announces what is due and takes every offering as far as its time has come. An offering that fails holds up no other. */
export async function runIpos(app: Running): Promise<number> {
  // Recorded history has no companies of ours.
  if (app.venue.label !== 'SIM') return 0
  let count = await announceDue(app)
  for (const ipo of await unfinishedIpos(app.pool)) {
    try {
      count += await advance(app, ipo)
    } catch (error) {
      app.log.error({ err: error, ipo: ipo.id }, 'a step of new shares failed and is tried again')
    }
  }
  return count
}

async function announceDue(app: Running): Promise<number> {
  const now = app.clock.now()
  const today = dateAt(now)
  const { rows } = await app.pool.query<{ number: number }>('select number from ipos')
  const known = new Set(rows.map(({ number }) => number))
  let count = 0
  for (const { number, from } of numbersAround(today)) {
    if (known.has(number) || addDays(from, -ANNOUNCED_DAYS_BEFORE) > today) continue
    const days = await app.venue.calendar(HOUSE_MARKET, from, addDays(from, DAYS_TO_THE_LISTING))
    const times = timesOf(days.filter(({ trading }) => trading).map(({ date }) => date))
    // A window that is nearly over when this house learns of it is not offered here.
    if (times === null || times.closesAt - now < MIN_WINDOW_MS) continue
    count += await announce(app, number, times, now)
  }
  return count
}

async function announce(app: Running, number: number, { opensAt, closesAt, drawsAt, listsOn }: IpoTimes, now: Instant): Promise<number> {
  const { url } = app.beacon
  const round = url === null ? null : await app.beacon.roundAt(closesAt + ROUND_AFTER_CLOSE_MS)
  // With a beacon there is no draw without one: what cannot be fixed in advance is not announced yet.
  if (url !== null && round === null) return 0
  const company = newCompany(number)
  const price = scaled(String(company.price))
  const lotSize = lotSizeAt(price)
  const quota = Number(TRANCHE_SHARES / lotSize)
  const id = app.ids.next()
  const secret = Buffer.from(app.random.bytes(SECRET_BYTES))
  const { rowCount } = await app.pool.query(INSERT, [
    ...[id, number, instrumentIdOf(company), price, lotSize, quota, maxLotsOf(quota)],
    ...[now, Math.max(opensAt, now), closesAt, drawsAt, listsOn, commitmentTo(secret.toString('hex'))],
    ...[app.vault.seal(placeOf(id), secret), url, round],
  ])
  if (rowCount === 1) await tell(app, id)
  return rowCount ?? 0
}

const placeOf = (id: string) => ({ accountId: `ipo:${id}`, field: IPO_SECRET_FIELD })

const INSERT = `
  insert into ipos (id, number, instrument_id, price, lot_size, quota, max_lots, announced_at, opens_at, closes_at, draws_at, lists_on, commitment,
                    sealed, beacon_url, beacon_round, status)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'announced') on conflict (number) do nothing`

/** One offering as far as it goes now; returns the number of steps. */
async function advance(app: Running, given: Ipo): Promise<number> {
  let count = 0
  for (let ipo: Ipo | null = given; ipo !== null;) {
    const isMoved: boolean = await step(app, ipo)
    if (!isMoved) break
    count += 1
    await tell(app, ipo.id)
    ipo = await ipoById(app.pool, ipo.id)
  }
  return count
}

/** True when the offering is in another state now. */
async function step(app: Running, ipo: Ipo): Promise<boolean> {
  const now = app.clock.now()
  switch (ipo.status) {
    case 'announced':
      return now >= ipo.opensAt && moved(app, ipo, `update ipos set status = 'open' where id = $1 and status = 'announced'`, [])
    case 'open':
      return now >= ipo.closesAt + CLOSING_GRACE_MS && close(app, ipo, now)
    case 'closed':
      return now >= ipo.drawsAt && draw(app, ipo, now)
    case 'allotted':
      await settleAll(app, ipo)
      return now >= (await listsAt(app, ipo)) - DELIVERED_BEFORE_MS && list(app, ipo, now)
    case 'listed':
      // An application that nobody found before its listing has had its draw all the same.
      await settleAll(app, ipo)
      await deliverAll(app, ipo)
      return false
    case 'withdrawn':
      await giveBackAll(app, ipo)
      // What the draw would have given is published as well: nobody takes an offering back to hide it.
      if (ipo.listHash !== null && ipo.drawnAt === null) return draw(app, ipo, now)
      return moved(app, ipo, `update ipos set status = 'withdrawn' where id = $1 and status not in ('withdrawn', 'listed')`, [])
  }
}

/** Steps and withdrawals of one offering follow one another: a withdrawal is never beside the step that makes it impossible. */
export const lockIpo = (client: PoolClient, number: number): Promise<unknown> =>
  client.query('select pg_advisory_xact_lock($1, $2)', [IPO_LOCK, number])
/** "ipo" in ASCII. */
const IPO_LOCK = 0x69706f

const inStep = (app: Running, { id, number, status }: Ipo, work: StepWork): Promise<boolean> =>
  stepOf(
    app.pool,
    { lock: (client) => lockIpo(client, number), isStill: async (client) => (await ipoById(client, id))?.status === status },
    work,
  )

const moved = (app: Running, ipo: Ipo, sql: string, values: readonly unknown[]): Promise<boolean> =>
  inStep(app, ipo, async (client) => (await client.query(sql, [ipo.id, ...values])).rowCount === 1)

/** Publishes the list of those that wait: from here on nothing is added to it and nothing leaves it. */
const close = (app: Running, ipo: Ipo, now: Instant): Promise<boolean> =>
  inStep(app, ipo, async (client) => {
    const { rows } = await client.query<{ number: string; lots: number }>(
      `insert into ipo_applications (ipo_id, number, lots)
       select $1, number, (quantity / $2)::integer from subscriptions where offering_id = $1 and status = 'waiting' returning number, lots`,
      [ipo.id, ipo.lotSize],
    )
    const listHash = hashOfText(canonicalList(rows))
    await client.query(`update ipos set status = 'closed', list_hash = $2, closed_at = $3 where id = $1`, [ipo.id, listHash, now])
    return true
  })

/** Draws, and publishes everything that it was drawn from. Of an offering that was withdrawn nothing is allotted. */
async function draw(app: Running, ipo: Ipo, now: Instant): Promise<boolean> {
  const entropy = ipo.beaconUrl === null || ipo.beaconRound === null ? ipo.id : await app.beacon.randomness(ipo.beaconUrl, ipo.beaconRound)
  // The round was fixed in advance: a beacon that is away is waited for.
  if (entropy === null) return false
  return inStep(app, ipo, async (client) => {
    const { rows } = await client.query<{ sealed: Buffer }>('select sealed from ipos where id = $1', [ipo.id])
    const sealed = rows[0]?.sealed
    if (sealed === undefined) throw new Error(`the secret of the offering ${ipo.id} is gone`)
    const secret = app.vault.open(placeOf(ipo.id), sealed).toString('hex')
    const applications = (await resultsOf(client, ipo.id)).map(({ number, lots }) => ({ number, lots }))
    const { results, listHash, commitment } = drawShares({ applications, quota: ipo.quota, secret, entropy })
    if (listHash !== ipo.listHash || commitment !== ipo.commitment) throw new Error(`the draw of ${ipo.id} is not of what was published`)
    await client.query(
      `insert into ipo_results (ipo_id, number, key, rank, allotted)
       select $1, * from unnest($2::text[], $3::text[], $4::integer[], $5::integer[])`,
      [
        ipo.id,
        results.map(({ number }) => number),
        results.map(({ key }) => key),
        results.map(({ rank }) => rank),
        results.map(({ allotted }) => allotted),
      ],
    )
    const status = ipo.status === 'withdrawn' ? 'status' : `'allotted'`
    const publish = `update ipos set status = ${status}, secret = $2, sealed = null, entropy = $3, drawn_at = $4 where id = $1`
    await client.query(publish, [ipo.id, secret, entropy, now])
    return true
  })
}

/** Captures what was allotted and gives the rest back; whoever is not on the list had no part in the draw. */
async function settleAll(app: Running, ipo: Ipo): Promise<void> {
  const due = await subscriptionsIn(app.pool, ipo.id, ['waiting'])
  if (due.length === 0) return
  const allotted = new Map((await resultsOf(app.pool, ipo.id)).map((result) => [result.number, result.allotted ?? 0]))
  const { name } = newCompany(ipo.number)
  await inSets(due, ({ accountId, id, number }) => {
    const given = { id, allotted: BigInt(allotted.get(number) ?? 0) * ipo.lotSize, name, toldDay: ipo.listsOn }
    return settleOne(app, () => app.commands.run(settlingApplication, { accountId, idempotency: null, arguments: given }))
  })
}

/** The open of the first day of trading; later where staff have closed that day. */
async function listsAt({ venue }: Running, { listsOn }: Ipo): Promise<Instant> {
  const days = await venue.calendar(HOUSE_MARKET, listsOn, addDays(listsOn, DAYS_TO_THE_LISTING))
  const first = days.find(({ trading }) => trading)
  return first?.sessions.find(({ type }) => type === 'REGULAR')?.opensAt ?? Number.POSITIVE_INFINITY
}

async function list(app: Running, ipo: Ipo, now: Instant): Promise<boolean> {
  // Nobody's money waits in an application whose shares trade.
  if ((await subscriptionsIn(app.pool, ipo.id, ['waiting'])).length > 0) return false
  const isListed = await moved(app, ipo, `update ipos set status = 'listed', listed_at = $2 where id = $1`, [now])
  if (isListed) await app.venue.listNew(await readNewListings(app.pool))
  return isListed
}

async function deliverAll(app: Running, ipo: Ipo): Promise<void> {
  const due = await subscriptionsIn(app.pool, ipo.id, ['allotted'])
  if (due.length === 0) return
  // Listed with the market's next cycle; a market that has started since was told by its start.
  if (!app.venue.instruments.has(ipo.instrumentId)) return app.venue.listNew(await readNewListings(app.pool))
  await inSets(due, ({ accountId, id, instrumentId }) => {
    const given = { id, instrumentId, date: ipo.listsOn, positionId: app.ids.next(), unlocksOn: null }
    return settleOne(app, () => app.commands.run(deliveringShares, { accountId, idempotency: null, arguments: given }))
  })
}

async function giveBackAll(app: Running, ipo: Ipo): Promise<void> {
  const due = await subscriptionsIn(app.pool, ipo.id, ['waiting', 'allotted'])
  const { name } = newCompany(ipo.number)
  await inSets(due, async (subscription) => {
    const given = { id: subscription.id, name, paidIn: await paymentOf(app, subscription) }
    const { accountId } = subscription
    return settleOne(app, () => app.commands.run(withdrawingApplication, { accountId, idempotency: null, arguments: given }))
  })
}

async function paymentOf({ pool }: Running, { accountId, id }: DueSubscription): Promise<number | null> {
  const { rows } = await pool.query<{ sequence: bigint }>(
    `select sequence from entries where account_id = $1 and cause_kind = 'subscription' and cause_id = $2 and journal = 'J51'`,
    [accountId, id],
  )
  return rows[0] === undefined ? null : Number(rows[0].sequence)
}

/** A frame goes to readers of every language; the words of a company are read by a call. */
const FRAME_LANGUAGE = 'en'

/** Tells every screen that looks at new shares. */
async function tell({ hub, pool, clock }: Running, id: string): Promise<void> {
  const ipo = await ipoById(pool, id)
  if (ipo !== null) hub.announce('ipo', { item: presentIpo(ipo, clock.now(), FRAME_LANGUAGE) })
}
