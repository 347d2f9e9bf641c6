import { instrumentIdOf, newCompany } from '@rueda/exchange/catalogue/new-companies.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { canonicalList, commitmentTo, drawShares, hashOfText } from '@rueda/rules/subscriptions/draw.ts'
import { ANNOUNCED_DAYS_BEFORE, TRANCHE_SHARES, lotSizeAt, maxLotsOf } from '@rueda/rules/subscriptions/offering.ts'
import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { readNewListings } from '../../venue/new-listings.ts'
import { announceDue } from './announcing.ts'
import { subscriptionsIn } from './applications.ts'
import { publishList } from './closing.ts'
import { deliverAll, giveBackAll, settleAll } from './due.ts'
import { presentIpo } from './present.ts'
import { DAYS_TO_THE_LISTING, DELIVERED_BEFORE_MS, type IpoTimes, numbersAround, timesOf } from './schedule.ts'
import { type StepWork, runOfferings, stepOf } from './steps.ts'
import { type Ipo, keptIpos, resultsOf } from './store.ts'
import { CLOSING_GRACE_MS } from './window.ts'

/**
 * What happens to new shares by itself (`docs/rules/ipo.md` E.1, E.2): announced with the commitment to their secret, opened and closed by
 * the clock, drawn, listed and delivered, or given back. Every step looks for what is not done yet, so that it may come twice, or late.
 */
/** The draw of an offering reads the first round so long after its close. */
const ROUND_AFTER_CLOSE_MS = 10 * MINUTE_MS

type Running = Pick<FullApp, 'pool' | 'venue' | 'clock' | 'commands' | 'ids' | 'random' | 'vault' | 'hub' | 'log' | 'beacon'>

const SECRET_BYTES = 32
export const IPO_SECRET_FIELD = 'ipo.secret'

/** Announces what is due and takes every offering as far as its time has come. Returns the number of steps. */
export const runIpos = (app: Running): Promise<number> =>
  runOfferings(app, {
    kept: keptIpos,
    announce: () =>
      announceDue(app, {
        table: 'ipos',
        plansAround: numbersAround,
        daysBefore: ANNOUNCED_DAYS_BEFORE,
        withinDays: DAYS_TO_THE_LISTING,
        timesOf,
        announce: ({ number }, times, now) => announce(app, number, times, now),
      }),
    step: (ipo) => step(app, ipo),
    told: ({ id }) => tell(app, id),
  })

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
      await settle(app, ipo)
      return now >= (await listsAt(app, ipo)) - DELIVERED_BEFORE_MS && list(app, ipo, now)
    case 'listed':
      // An application that nobody found before its listing has had its draw all the same.
      await settle(app, ipo)
      await deliver(app, ipo)
      return false
    case 'withdrawn':
      await giveBackAll(app, { id: ipo.id, name: newCompany(ipo.number).name })
      // What the draw would have given is published as well: nobody takes an offering back to hide it.
      if (ipo.listHash !== null && ipo.drawnAt === null) return draw(app, ipo, now)
      return moved(app, ipo, `update ipos set status = 'withdrawn' where id = $1 and status not in ('withdrawn', 'listed')`, [])
  }
}

const inStep = (app: Running, ipo: Ipo, work: StepWork): Promise<boolean> => stepOf(app.pool, keptIpos, ipo, work)

const moved = (app: Running, ipo: Ipo, sql: string, values: readonly unknown[]): Promise<boolean> =>
  inStep(app, ipo, async (client) => (await client.query(sql, [ipo.id, ...values])).rowCount === 1)

/** Publishes who takes part in the draw. */
const close = (app: Running, ipo: Ipo, now: Instant): Promise<boolean> =>
  inStep(app, ipo, (client) =>
    publishList(client, { kind: 'ipo', id: ipo.id, lotSize: ipo.lotSize, hashOf: (list) => hashOfText(canonicalList(list)) }, now),
  )

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

const settle = (app: Running, { id, number, lotSize, listsOn }: Ipo): Promise<void> =>
  settleAll(app, {
    ...{ id, name: newCompany(number).name, lotSize, toldDay: listsOn },
    results: async () => new Map((await resultsOf(app.pool, id)).map((result) => [result.number, result.allotted ?? 0])),
  })

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

async function deliver(app: Running, { id, instrumentId, listsOn }: Ipo): Promise<void> {
  if (app.venue.instruments.has(instrumentId)) return deliverAll(app, { id, date: listsOn, unlocksOn: null })
  // Listed with the market's next cycle; a market that has started since was told by its start.
  if ((await subscriptionsIn(app.pool, id, ['allotted'])).length > 0) await app.venue.listNew(await readNewListings(app.pool))
}

/** A frame goes to readers of every language; the words of a company are read by a call. */
const FRAME_LANGUAGE = 'en'

/** Tells every screen that looks at new shares. */
async function tell({ hub, pool, clock }: Running, id: string): Promise<void> {
  const ipo = await keptIpos.byId(pool, id)
  if (ipo !== null) hub.announce('ipo', { item: presentIpo(ipo, clock.now(), FRAME_LANGUAGE) })
}
