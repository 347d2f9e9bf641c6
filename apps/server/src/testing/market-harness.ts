import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newYork } from '@rueda/exchange/calendars/time-zones.ts'
import { type CalendarDate, DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { pino } from 'pino'
import type { FullApp } from '../app.ts'
import { assembleApp } from '../assemble.ts'
import { readSettings } from '../config.ts'
import type { Database } from '../db/open.ts'
import { allFeatures } from '../features/all.ts'
import { findHalfBooked } from '../features/orders/half-booked.ts'
import { bookVenueEvents } from '../features/orders/venue-events.ts'
import { type HttpServer, createHttpServer } from '../http/server.ts'
import { startJobs } from '../features/all-jobs.ts'
import { trustFiles } from '../features/trust/public.ts'
import { nameEngine } from '../features/trust/service.ts'
import { adminApi } from '../features/all-admin.ts'
import type { VenueEventListener } from '../venue/client.ts'
import { beginRun } from '../venue/runs.ts'
import { proposingAfter } from '../venue/numbering.ts'
import { type VenueParts, startVenue } from '../venue/start.ts'
import { type Keyring, newKeyring } from '../vault/keyring.ts'
import { createVault } from '../vault/vault.ts'
import { KeptStates } from '../write-path/kept-states.ts'
import { createInputChains } from '../venue/input-chains.ts'
import { type WritePath, createWritePath } from '../write-path/write-path.ts'
import { SMALL_BOARD } from './small-board.ts'
import { openWarmMarket } from './warm-market.ts'
import { groupsElsewhere } from './groups-elsewhere.ts'
import { REMOTE_AGAIN_AFTER_MS } from '../roles/remote-market.ts'
import { quickHashing } from './quick-hashing.ts'
import { expectTrueStates } from './kept-states.ts'
import { expectExecutionsInOrder } from './sound-books.ts'
import { verifierHere } from './verifier.ts'
import { type Calls, type Customer, TEST_VERSION, callsOf, ids, register } from './harness.ts'
import { passSuitability } from './suitability.ts'
import { kinds } from '../features/all-records.ts'
import { outside } from './outside.ts'

/**
 * The whole server with the market that its settings name, in its own worker thread, as customers use it. The machine's
 * clock is the test's; the market's clock, made from it, is part of what is tested.
 */
export type MarketHarness = Calls &
  Readonly<{
    app: FullApp
    /** For entries of a test's own. */
    writePath: WritePath
    http: HttpServer
    /** Moves the machine's clock forward, and the market with it until all that happened is booked and the jobs are done. */
    pass: (ms: number) => Promise<void>
    /** The same, until the market's own clock has come to this moment; for clocks that run like the machine's. */
    passTo: (moment: string) => Promise<void>
    newCustomer: () => Promise<Customer>
    /** Where other processes run the market: a group gets another one. */
    replaceGroup: (group: number) => void
    /** The errors the server logged; a test that provokes one takes it out. */
    problems: string[]
    stop: () => Promise<void>
  }>

type Options = Readonly<{
  database: Database
  environment: Record<string, string>
  machineAt: Instant
  /** Years of charts take seconds to work out: they are for tests that look at them, the others have three months. */
  hasYearsOfHistory?: boolean
  /** For tests that look at more than the first instruments of each market; the others list a small board. */
  listsEverything?: boolean
  /** The beacon of days, in place of the one that the settings name. */
  beacon?: Pick<VenueParts, 'askBeacon' | 'readRound'>
  /** Into how many groups the instruments are divided, each run by a process of its own; 0: one thread runs them all. */
  groups?: number
  /** An error that what the test does brings, at whatever moment the server logs it. */
  expects?: RegExp
}>

/** A server that is started again on the same database has the keys, the folder and the history of the one before: they belong together. */
type Kept = Readonly<{ keyring: Keyring; dataFolder: string; historyFrom: CalendarDate }>
/** More than the small chart's fifty sessions. */
const SHORT_HISTORY_MS = 90 * DAY_MS
const kept = new WeakMap<Pool, Kept>()
const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
function keptWith(pool: Pool, machineAt: Instant): Kept {
  const known = kept.get(pool)
  if (known !== undefined) return known
  const dataFolder = mkdtempSync(join(tmpdir(), 'rueda-market-'))
  const made = { keyring: newKeyring(), dataFolder, historyFrom: newYork.dateAt(machineAt - SHORT_HISTORY_MS) }
  kept.set(pool, made)
  folders.push(made.dataFolder)
  return made
}

const SETTINGS = { HOST: '127.0.0.1', DEV_CODES: '1', RATE_LIMITS: 'off', LOG_LEVEL: 'error' }
/** All tests with a market can be run beside processes that run its instruments. */
const GROUPS = Number(process.env['TEST_MARKET_GROUPS'] ?? '0')
let customers = 0

export async function startMarketHarness({
  database: { pool },
  environment,
  machineAt,
  hasYearsOfHistory = false,
  listsEverything = false,
  expects,
  beacon = {},
  groups = GROUPS,
}: Options): Promise<MarketHarness> {
  const { keyring, dataFolder, historyFrom } = keptWith(pool, machineAt)
  const settings = readSettings({ ...SETTINGS, DATA_DIR: dataFolder, ...environment }, false)
  let machineNow = machineAt
  const machine = { now: () => machineNow }
  const problems: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void (expects?.test(line) === true || problems.push(line)) })

  const halfBooked = await findHalfBooked(pool)
  const sequenceBase = await beginRun(pool, machine.now())
  // As in the server: what the market executes as it begins is booked once there is a write path.
  const booking = Promise.withResolvers<VenueEventListener>()
  const inputs = createInputChains(pool)
  const vault = createVault(keyring)
  const elsewhere = groups === 0 || environment['MARKET']?.startsWith('replay') === true ? null : groupsElsewhere({ groups, vault })
  const market =
    elsewhere === null ? { thread: openWarmMarket() } : { newThread: elsewhere.newThread, restartAfterMs: REMOTE_AGAIN_AFTER_MS }
  const venue = await startVenue({
    settings,
    pool,
    inputs,
    historyFrom: hasYearsOfHistory ? undefined : historyFrom,
    mostListed: listsEverything ? undefined : SMALL_BOARD,
    vault,
    machine,
    log,
    ...market,
    ...beacon,
    openOrders: halfBooked.openOrders,
    onEvents: async (events) => (await booking.promise)(events),
  })
  const { clock } = venue
  const onFailure = (error: Error): void => log.error({ err: error }, 'a batch failed')
  const propose = proposingAfter(venue.propose, () => sequenceBase)
  const keptStates = new KeptStates(kinds)
  const writePath = createWritePath({ pool, kinds, clock, propose, inputs, keptStates, onFailure })
  const app = assembleApp({
    settings,
    pool,
    clock,
    ids,
    log,
    venue: venue.client,
    inputs,
    writePath,
    // Handed over by a copy, a command that is not data shows.
    handOver: structuredClone,
    hashing: quickHashing(),
    wallClock: machine,
    version: TEST_VERSION,
    keyring,
    verifier: verifierHere(pool, outside(dataFolder)),
  })
  await app.fees.refresh()
  await app.trustLog.open()
  inputs.open(app.trustLog.keyOf)
  await halfBooked.book(app)
  booking.resolve(bookVenueEvents(app, sequenceBase))
  const http = await createHttpServer(app, allFeatures(app), [trustFiles(app), adminApi(app)])
  await http.server.ready()
  const calls = callsOf(http)
  await nameEngine(app)
  const jobs = await startJobs(app, venue)

  const pass = async (ms: number): Promise<void> => {
    machineNow += ms
    await jobs.runDue()
  }
  return {
    app,
    writePath,
    http,
    ...calls,
    pass,
    passTo: (moment) => pass(Date.parse(moment) - clock.now()),
    newCustomer: async () => {
      customers += 1
      const customer = await register(calls, `market${customers}@example.org`)
      await passSuitability(pool, clock.now(), customer.accountId)
      return customer
    },
    replaceGroup: (group) => elsewhere?.replace(group),
    problems,
    stop: async () => {
      await jobs.stop()
      await http.closeGracefully()
      await app.mail.stop()
      app.hub.close()
      await venue.stop()
      await elsewhere?.stop()
      await writePath.drain()
      await expectTrueStates(pool, keptStates)
      await expectExecutionsInOrder(pool)
      if (problems.length > 0) throw new Error(`the server logged errors:\n${problems.join('\n')}`)
    },
  }
}
