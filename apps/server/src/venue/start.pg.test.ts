import type { VenueEvent, VenueOrder } from '@rueda/exchange/venue.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newKeyring } from '../vault/keyring.ts'
import { VENUE_SECRET } from '../vault/sealed-columns.ts'
import { createVault } from '../vault/vault.ts'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import { SMALL_BOARD } from '../testing/small-board.ts'
import { openWarmMarket } from '../testing/warm-market.ts'
import { readCommitments } from './commitments.ts'
import { type RunningVenue, type VenueParts, loadVenue, startVenue } from './start.ts'
import { openThread } from './venue-thread.ts'

const vault = createVault(newKeyring())

const NOON = Date.parse('2026-11-20T17:00:00Z')
const MINUTE = 60_000
const CYCLES_UNTIL_FACTS = 8
/** Nothing here looks at years of charts, which take seconds to work out. */
const HISTORY_FROM = '2026-08-20'

let database: Database
let running: RunningVenue[]
beforeEach(async () => {
  database = await createTestDatabase()
  running = []
})
afterEach(async () => {
  for (const venue of running) await venue.stop()
  await database.stop()
})

const settings: VenueParts['settings'] = {
  MARKET: { kind: 'sim' },
  SIM_CLOCK: { kind: 'real' },
  SIM_ALWAYS_OPEN: true,
  SIM_SEED: 'a market for tests',
}

type Options = Readonly<{
  settings?: Partial<VenueParts['settings']>
  openOrders?: readonly VenueOrder[]
  onEvents?: VenueParts['onEvents']
  at?: number
  listsEverything?: boolean
  /** In a thread of its own, as outside of tests, where that thread is what is looked at. */
  ownThread?: boolean
}>

/** A market whose machine's time is moved by the test. */
async function start(options: Options = {}) {
  let now = options.at ?? NOON
  const venue = await startVenue({
    vault,
    settings: { ...settings, ...options.settings },
    pool: database.pool,
    historyFrom: HISTORY_FROM,
    mostListed: options.listsEverything === true ? undefined : SMALL_BOARD,
    ...(options.ownThread === true ? {} : { thread: openWarmMarket() }),
    machine: { now: () => now },
    log: pino({ level: 'silent' }),
    openOrders: async () => options.openOrders ?? [],
    onEvents: options.onEvents ?? (async () => {}),
  })
  running.push(venue)
  const moveBy = async (by: number) => {
    now += by
    await venue.cycle()
  }
  const stop = async () => {
    running = running.filter((other) => other !== venue)
    await venue.stop()
  }
  return { ...venue, moveBy, stop }
}

const order = (more: Partial<VenueOrder> = {}): VenueOrder => ({
  orderId: 'order-1',
  accountId: 'account-1',
  instrumentId: 'US:ARDV',
  side: 'buy',
  opens: true,
  type: 'market',
  worstPrice: scaled('100000'),
  quantity: scaled('10'),
  timeInForce: 'DAY',
  acceptedAt: NOON,
  lastTradeDate: '2026-11-20',
  trigger: null,
  siblingId: null,
  knownTo: 0,
  ...more,
})

/** As only the owner of the database can: the models of finished days are never deleted otherwise. */
const forgetMarket = () =>
  database.pool.query(
    `reset role; delete from venue_settings; alter table price_models disable trigger all; delete from price_models;
     alter table price_models enable trigger all; set role rueda_app`,
  )

test('a market ticks: every instrument has a quote, a session, facts, fifty closes and a drawing', async () => {
  const { client, moveBy } = await start({ listsEverything: true, ownThread: true })
  const before = client.quote('US:ARDV')
  expect(client.session('US').tradeDate).toBe('2026-11-20')
  expect(client.session('US').matching).toBe(true)
  // The first of them come with the first cycle, the others in those of the first two seconds.
  await moveBy(0)
  expect(client.facts('US:ARDV')?.sector).toBe('technology')
  for (let cycle = 1; cycle < CYCLES_UNTIL_FACTS; cycle += 1) await moveBy(0)
  const shownFirst = [...client.instruments.values()].filter(({ market }) => marketFacts[market].isShownFirst)
  expect(shownFirst.filter(({ id }) => client.facts(id) === null)).toEqual([])
  expect(client.closes('US:ARDV')).toHaveLength(50)
  expect(client.closes('US:ARDV').at(-1)).toBe(before?.last)
  expect(client.logo('US:ARDV')).toContain('<svg')

  const changed = new Set<string>()
  client.onQuotes((quotes) => {
    for (const quote of quotes) changed.add(quote.instrumentId)
  })
  await moveBy(5 * MINUTE)
  expect(changed.size).toBeGreaterThan(200)
  expect(client.quote('US:ARDV')?.volume).toBeGreaterThan(before?.volume ?? 0n)
  expect(client.freshAt('US:ARDV')).toBe(NOON + 5 * MINUTE)
})

test('questions are answered by the worker; bars never reach past now', async () => {
  const { client } = await start()
  const depth = await client.depth('US:ARDV', 10)
  expect(depth?.bids).toHaveLength(10)
  const bars = await client.bars({
    instrumentId: 'US:ARDV',
    interval: '1m',
    until: NOON + 60 * MINUTE,
    limit: 30,
    hours: 'regular',
    adjust: 'split',
  })
  expect(bars?.bars).toHaveLength(30)
  expect(bars?.bars.at(-1)?.at).toBeLessThanOrEqual(NOON)
  expect(await client.calendar('US', '2026-11-20', '2026-11-22')).toHaveLength(3)
  expect(await client.depth('US:NONE', 10)).toBeNull()
})

test('the day after a trade settles it; with the real calendar a holiday is stepped over', async () => {
  const { client, stop } = await start()
  expect(client.settlementDate('US', '2026-11-20', 1)).toBe('2026-11-21')
  await stop()
  await forgetMarket()
  const real = await start({ settings: { SIM_ALWAYS_OPEN: false } })
  expect(real.client.settlementDate('US', '2026-11-20', 1)).toBe('2026-11-23')
  expect(real.client.settlementDate('US', '2026-11-25', 1)).toBe('2026-11-27')
})

test('an order is filled, the events of an account come in order with growing numbers, each batch after the one before is booked', async () => {
  const events: VenueEvent[] = []
  const booking = new Set<string>()
  let together = 0
  const { client, moveBy } = await start({
    onEvents: async (batch) => {
      const accounts = new Set(batch.flatMap((event) => (event.kind === 'session' ? [] : [event.accountId])))
      for (const account of accounts) together += booking.has(account) ? 1 : 0
      for (const account of accounts) booking.add(account)
      await new Promise((resolve) => setTimeout(resolve, 5))
      events.push(...batch)
      for (const account of accounts) booking.delete(account)
    },
  })
  client.submit([order()])
  client.submit([order({ orderId: 'order-2', accountId: 'account-2' })])
  await moveBy(MINUTE)
  const filled = (id: string) =>
    events.reduce((sum, event) => sum + (event.kind === 'execution' && event.orderId === id ? event.quantity : 0n), 0n)
  expect(filled('order-1')).toBe(scaled('10'))
  expect(filled('order-2')).toBe(scaled('10'))
  expect(together).toBe(0)
  for (const account of ['account-1', 'account-2']) {
    const sequences = events.flatMap((event) => (event.kind !== 'session' && event.accountId === account ? [event.sequence] : []))
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
  }
})

test('a cancel comes after the submit before it, waits until fills are booked, and sends no end of its own', async () => {
  const events: VenueEvent[] = []
  const { client, moveBy } = await start({ ownThread: true, onEvents: async (batch) => void events.push(...batch) })
  const patient = order({ type: 'limit', worstPrice: scaled('1'), timeInForce: 'GTC', lastTradeDate: '2027-02-01' })
  client.submit([patient])
  await client.cancel(patient)
  expect(events.filter((event) => event.kind === 'working')).toHaveLength(1)
  await moveBy(MINUTE)
  expect(events.filter((event) => event.kind === 'ended')).toEqual([])
})

test('after a start open orders are in the book again, and a batch that cannot be booked begins a new life of the venue', async () => {
  const events: VenueEvent[] = []
  let failures = 1
  const { client } = await start({
    openOrders: [order()],
    onEvents: async (batch) => {
      if (batch.some((event) => event.kind === 'execution') && failures > 0) {
        failures -= 1
        throw new Error('the database is away')
      }
      events.push(...batch)
    },
  })
  await expect.poll(() => events.some((event) => event.kind === 'execution'), { timeout: 20_000 }).toBe(true)
  expect(failures).toBe(0)
  // The market serves on after its restart.
  expect(await client.depth('US:ARDV', 1)).not.toBeNull()
})

test('a market started again with another mode, kind or secret is refused with a sentence', async () => {
  const first = await start()
  await first.stop()
  await expect(start({ settings: { SIM_ALWAYS_OPEN: false } })).rejects.toThrow('started with SIM_ALWAYS_OPEN=1')
  await expect(start({ settings: { SIM_SEED: 'another' } })).rejects.toThrow('another secret than SIM_SEED gives')
  await expect(start({ settings: { MARKET: { kind: 'replay', folder: '/nowhere' } } })).rejects.toThrow('started with MARKET=sim')
  const again = await start({ settings: { SIM_SEED: undefined } })
  expect(again.client.quote('US:ARDV')).toEqual(first.client.quote('US:ARDV'))
})

test('without a seed every market has a secret of its own', async () => {
  const one = await start({ settings: { SIM_SEED: undefined } })
  const price = one.client.quote('US:ARDV')?.last
  await one.stop()
  await forgetMarket()
  const other = await start({ settings: { SIM_SEED: undefined } })
  expect(other.client.quote('US:ARDV')?.last).not.toBe(price)
})

test('a secret that an earlier version kept in clear is sealed at the next start, and the market stays the same', async () => {
  const first = await start({ settings: { SIM_SEED: undefined } })
  const price = first.client.quote('US:ARDV')?.last
  await first.stop()
  const { rows } = await database.pool.query<{ secret: null; sealed: Buffer }>('select secret, sealed from venue_settings')
  expect(rows[0]?.secret).toBeNull()
  const clear = vault.open(VENUE_SECRET, rows[0]?.sealed ?? Buffer.alloc(0))
  await database.pool.query('update venue_settings set secret = $1, sealed = null', [clear])
  const second = await start({ settings: { SIM_SEED: undefined } })
  expect(second.client.quote('US:ARDV')?.last).toBe(price)
  const after = await database.pool.query<{ secret: null; sealed: Buffer }>('select secret, sealed from venue_settings')
  expect(after.rows[0]?.secret).toBeNull()
  expect(vault.open(VENUE_SECRET, after.rows[0]?.sealed ?? Buffer.alloc(0))).toEqual(clear)
})

test('a scaled market goes on where it stopped', async () => {
  const scaledClock = { kind: 'scaled', factor: 100, startsAt: NOON } as const
  const first = await start({ settings: { SIM_CLOCK: scaledClock } })
  await first.moveBy(MINUTE)
  await first.stop()
  const again = await start({ settings: { SIM_CLOCK: scaledClock } })
  expect(again.clock.now()).toBe(NOON + 100 * MINUTE)
})

test('the hash of a day is published before it begins and cannot be changed; its key comes after its end', async () => {
  const { client, moveBy } = await start()
  const published = await readCommitments(database.pool, client)
  const today = published.find(({ date }) => date === '2026-11-20')
  const tomorrow = published.find(({ date }) => date === '2026-11-21')
  expect(today?.key).toBeNull()
  expect(tomorrow?.publishedAt).toBe(NOON)
  expect(published.find(({ date }) => date === '2026-11-19')?.key).toMatch(/^[0-9a-f]{64}$/u)
  await expect(database.pool.query("update day_commitments set commitment = sha256('other')")).rejects.toThrow('append-only')

  await moveBy(12 * 60 * MINUTE)
  const later = await readCommitments(database.pool, client)
  expect(later.find(({ date }) => date === '2026-11-20')).toEqual({ ...today, key: expect.stringMatching(/^[0-9a-f]{64}$/u) })
})

test.each(['before the market loads', 'while it does'])(
  'a start given up %s ends its thread, and nothing is told of a failure',
  async (moment) => {
    const said: string[] = []
    const givenUp = new AbortController()
    const thread = openThread()
    const ended = new Promise((resolve) => thread.once('exit', resolve))
    if (moment === 'before the market loads') givenUp.abort()
    const loading = loadVenue({
      ...{ vault, settings, pool: database.pool, historyFrom: HISTORY_FROM, mostListed: SMALL_BOARD, thread, givenUp: givenUp.signal },
      log: pino({ level: 'warn' }, { write: (line: string) => void said.push(line) }),
      openOrders: async () => [],
      onEvents: async () => {},
    })
    const outcome = loading.catch((error: unknown) => error)
    await expect.poll(async () => (await database.pool.query('select from venue_settings')).rowCount).toBe(1)
    givenUp.abort()
    await thread.terminate()
    await ended
    expect(await outcome).toBeInstanceOf(Error)
    expect(said).toEqual([])
  },
)
