import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SCALE, scaled } from '@rueda/rules/decimal.ts'
import { orderKind } from '@rueda/rules/orders/records.ts'
import type { Pool } from 'pg'
import { assembleApp } from '../../apps/server/src/assemble.ts'
import { readSettings } from '../../apps/server/src/config.ts'
import type { Clock } from '../../apps/server/src/deps.ts'
import { kinds } from '../../apps/server/src/features/all-records.ts'
import { placeOrder, placingOrder } from '../../apps/server/src/features/orders/place.ts'
import { bookVenueEvents } from '../../apps/server/src/features/orders/venue-events.ts'
import { createIds } from '../../apps/server/src/ids.ts'
import { createLogger } from '../../apps/server/src/logging.ts'
import { publishCommits } from '../../apps/server/src/publish.ts'
import { FakeVenue, SHARE, startFakeVenue } from '../../apps/server/src/testing/fake-venue.ts'
import { verifierHere } from '../../apps/server/src/testing/verifier.ts'
import { openKeyring } from '../../apps/server/src/vault/keyring.ts'
import type { VenueEventListener } from '../../apps/server/src/venue/client.ts'
import { createInputChains } from '../../apps/server/src/venue/input-chains.ts'
import { createWritePath } from '../../apps/server/src/write-path/write-path.ts'
import { outside } from '../../apps/server/src/testing/outside.ts'

/**
 * Orders from the route's command to their booked fills, as the server places them: rules, write path, ledger, messages and push, with the
 * venue's own engine and host in this thread, on a market of 300 shares that stands still and is deep.
 */
const INSTRUMENTS = 300
const CYCLE_MS = 250
const BID = '182.36'
const ASK = '182.37'
/** Through the price of what rests at the bid. */
const BELOW = '182.30'
const DEEP = 1_000_000_000
const VERSION = '0.0.0'

class DeepMarket extends FakeVenue {
  override readonly instruments: FakeVenue['instruments'] = [SHARE, ...Array.from({ length: INSTRUMENTS - 1 }, (_, index) => share(index))]
  override bids = [[BID, DEEP]] as const
  override asks = [[ASK, DEEP]] as const
  override volatility = 0
}

const share = (index: number): typeof SHARE => ({ ...SHARE, id: `US:B${index}`, code: `B${index}`, name: 'Bench' })

export type OrderStream = Readonly<{
  /** Places a market order for one share, and resolves once it is filled and durable. */
  fillAtOnce: (accountId: string, turn: number) => Promise<void>
  /** Places a limit order for one share that rests, and resolves once it is accepted and durable. */
  rest: (accountId: string, turn: number) => Promise<void>
  /** Lets the market trade through everything that rests; resolves once all of it is booked. */
  fillResting: () => Promise<void>
  stop: () => Promise<void>
}>

export async function startOrderStream(pool: Pool, clock: Clock): Promise<OrderStream> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'rueda-bench-stream-'))
  const settings = readSettings({ HOST: '127.0.0.1', SIM_SEED: 'bench', RATE_LIMITS: 'off', DATA_DIR: dataFolder }, false)
  const log = createLogger({ LOG_LEVEL: 'error' })
  const ids = createIds(clock)
  const market = new DeepMarket()
  const failed = (error: unknown): void => log.error({ err: error }, 'the bench failed')
  let book: VenueEventListener = () => Promise.resolve()
  const inputs = createInputChains(pool)
  const venue = startFakeVenue({ market, inputs, clock, onEvents: (events) => book(events), onFailure: failed })
  const { propose } = venue
  const writePath = createWritePath({ pool, kinds, clock, propose, inputs, onFailure: failed })
  const keyring = await openKeyring(dataFolder, pool)
  const verifier = verifierHere(pool, outside(dataFolder))
  const parts = { settings, pool, clock, ids, log, venue: venue.client, writePath, keyring, verifier, inputs }
  const app = assembleApp({ ...parts, wallClock: clock, version: VERSION })
  const publishing = publishCommits(app)
  await app.trustLog.open()
  inputs.open(app.trustLog.keyOf)
  book = bookVenueEvents(app, 0)
  const cycles = setInterval(() => void venue.cycle().catch(failed), CYCLE_MS)

  const filled = new Set<string>()
  writePath.onCommitted((committed) => {
    for (const { id, status } of committed.added(orderKind)) if (status === 'filled') filled.add(id)
  })

  const place = async (accountId: string, turn: number, limitPrice: bigint | null): Promise<string> => {
    const id = ids.next()
    const instrumentId = market.instruments[turn % INSTRUMENTS]?.id ?? SHARE.id
    const placed = await placeOrder(app, placingOrder, {
      caller: { accountId, sessionId: '', frozen: false, isIdentified: true, lacksTrading: false, verifiedAt: null },
      idempotency: { path: '/stock/create', key: id, bodyHash: id },
      instrumentId,
      asked: {
        instrumentId,
        wallet: 'STOCK',
        side: 'buy',
        type: limitPrice === null ? 'market' : 'limit',
        timeInForce: 'DAY',
        limitPrice,
        quantity: SCALE,
        leverage: 1,
        margin: null,
      },
    })
    if (!placed.ok) throw new Error(`refused: ${placed.refusal}`)
    return placed.value.orderId
  }

  return {
    fillAtOnce: async (accountId, turn) => {
      const orderId = await place(accountId, turn, null)
      if (!filled.delete(orderId)) throw new Error('a market order was not filled with its acceptance')
    },
    rest: async (accountId, turn) => void (await place(accountId, turn, scaled(BID))),
    fillResting: async () => {
      // A print counts that comes after the order.
      await pause(1)
      market.print(clock.now(), 'sell', BELOW, DEEP)
      await pause(1)
      await venue.cycle()
    },
    stop: async () => {
      clearInterval(cycles)
      await venue.stop()
      await writePath.drain()
      await publishing.stop()
      app.hub.close()
      await app.mail.stop()
      rmSync(dataFolder, { recursive: true })
    },
  }
}

type Place = (accountId: string, turn: number) => Promise<void>

/** Keeps this many orders under way for a while, each worker with accounts of its own, and returns the filled orders a second. */
export async function ordersPerSecond(place: Place, accounts: readonly string[], waiting: number, seconds: number): Promise<number> {
  const begun = performance.now()
  const until = begun + seconds * 1_000
  let filled = 0
  const worker = async (first: number): Promise<void> => {
    for (let turn = first; performance.now() < until; turn += waiting) {
      await place(accounts[turn % accounts.length] ?? '', turn)
      filled += 1
    }
  }
  await Promise.all(Array.from({ length: waiting }, (_, index) => worker(index)))
  return filled / ((performance.now() - begun) / 1_000)
}

const ROUNDS_OF_A_WAVE = 8

/** Orders that rest and fill later: waves of them are accepted, then filled. Returns the filled orders a second. */
export async function restingOrdersPerSecond(
  stream: OrderStream,
  accounts: readonly string[],
  waiting: number,
  seconds: number,
): Promise<number> {
  const begun = performance.now()
  const until = begun + seconds * 1_000
  let filled = 0
  while (performance.now() < until) {
    const worker = async (first: number): Promise<void> => {
      for (let round = 0; round < ROUNDS_OF_A_WAVE; round += 1) {
        const turn = filled + first + round * waiting
        await stream.rest(accounts[turn % accounts.length] ?? '', turn)
      }
    }
    await Promise.all(Array.from({ length: waiting }, (_, index) => worker(index)))
    await stream.fillResting()
    filled += waiting * ROUNDS_OF_A_WAVE
  }
  return filled / ((performance.now() - begun) / 1_000)
}
