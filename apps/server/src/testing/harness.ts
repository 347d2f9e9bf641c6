import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { accounts } from '@rueda/contract/accounts.ts'
import { agreementKinds, currentVersionOf } from '@rueda/rules/agreements/agreement.ts'
import { hashOf } from '../features/agreements/texts.ts'
import type { DataOf, Endpoint, InputOf } from '@rueda/contract/endpoint.ts'
import { SUCCESS_CODE, type Envelope } from '@rueda/contract/envelope.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { InjectOptions } from 'fastify'
import type { Pool } from 'pg'
import { type Logger, pino } from 'pino'
import type { FullApp } from '../app.ts'
import { assembleApp } from '../assemble.ts'
import { type Settings, readSettings } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { Bus } from '../bus/bus.ts'
import type { Clock, Ids } from '../deps.ts'
import { allFeatures } from '../features/all.ts'
import { openOrders } from '../features/orders/store.ts'
import { venueOrderOf } from '../features/orders/venue-order.ts'
import { bookVenueEvents } from '../features/orders/venue-events.ts'
import type { Registered } from '../http/routes.ts'
import { type Extension, type HttpServer, createHttpServer } from '../http/server.ts'
import type { VenueEventListener } from '../venue/client.ts'
import type { RunningVenue } from '../venue/start.ts'
import { type Keyring, openKeyring } from '../vault/keyring.ts'
import { trustFiles } from '../features/trust/public.ts'
import { adminApi } from '../features/all-admin.ts'
import { KeptStates } from '../write-path/kept-states.ts'
import { createInputChains } from '../venue/input-chains.ts'
import { type WritePath, createWritePath } from '../write-path/write-path.ts'
import { createMemoryBus } from '../bus/memory-bus.ts'
import { type Processes, accountsOf } from './accounts-elsewhere.ts'
import { createTestDatabase } from './database.ts'
import { FakeVenue, startFakeVenue } from './fake-venue.ts'
import { quickHashing } from './quick-hashing.ts'
import { expectTrueStates } from './kept-states.ts'
import { passSuitability } from './suitability.ts'
import { expectExecutionsInOrder } from './sound-books.ts'
import { verifierHere } from './verifier.ts'
import { kinds } from '../features/all-records.ts'
import { storeOf } from '../storage/open-store.ts'

export type Features = (app: FullApp) => readonly Registered[]

export type Answer<Data> = Envelope<Data> & Readonly<{ status: number; headers: Readonly<Record<string, unknown>> }>
export type Customer = Readonly<{ accountId: string; token: string; email: string; password: string; cookie: string }>

export interface Harness {
  app: FullApp
  /** For entries of a test's own. */
  writePath: WritePath
  http: HttpServer
  venue: RunningVenue
  /** The market, in which the test sets prices and sessions. */
  market: FakeVenue
  /** Moves every clock forward, the market with it. */
  pass(ms: number): Promise<void>
  call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    token?: string | null,
    headers?: Record<string, string>,
  ): Promise<Answer<DataOf<E>>>
  /** The data of a call that has to succeed. */
  ask<E extends Endpoint>(endpoint: E, input: InputOf<E>, token?: string | null): Promise<DataOf<E>>
  send(options: InjectOptions): Promise<Answer<unknown>>
  /** Registered by mail code, with the practice money booked, and with the questions of suitability answered. */
  newCustomer(): Promise<Customer>
  /** The processes that write the accounts beside it; null where it writes them itself. */
  processes: Processes | null
  /** The errors the server logged; a test that provokes one takes it out. */
  problems: string[]
  /** Every line of the log, as `LOG_LEVEL` of the test's environment has it. */
  logged: readonly string[]
  stop(): Promise<void>
}

type Options = Readonly<{
  features?: Features
  environment?: Record<string, string>
  at?: Instant
  extensions?: (app: FullApp) => readonly Extension[]
  /** False where the test records the checks' results itself; elsewhere the checks were green a moment ago, whatever the clock. */
  areLightsKept?: boolean
  /** The bus of a server that is one of several. */
  bus?: Bus
  /** How many processes write the accounts beside the core; none, and it writes them itself. */
  ranges?: number
}>

/** A Wednesday, 14:00 in New York. */
export const TEST_MOMENT: Instant = Date.UTC(2026, 10, 18, 19)
export const TEST_VERSION = '0.1.0'
const ERROR_LEVEL = 50
/** All tests of the server can be run beside processes that write the accounts. */
const RANGES = Number(process.env['TEST_ACCOUNT_RANGES'] ?? '0')
/** Settings that help tests do not go with a public name, and codes are then read in the mail. */
const PUBLIC_SETTINGS = { HOST: '127.0.0.1', LOG_LEVEL: 'error' }
const SETTINGS = { HOST: '127.0.0.1', SIM_SEED: 'harness', DEV_CODES: '1', RATE_LIMITS: 'off', LOG_LEVEL: 'error' }

export async function startHarness({
  features = allFeatures,
  environment = {},
  at = TEST_MOMENT,
  extensions = () => [],
  areLightsKept = true,
  ranges = RANGES,
  bus = ranges > 0 ? createMemoryBus() : undefined,
}: Options = {}): Promise<Harness> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'rueda-house-'))
  const own = environment['PUBLIC_URL'] === undefined ? SETTINGS : PUBLIC_SETTINGS
  const settings = readSettings({ ...own, DATA_DIR: dataFolder, ...environment }, false)
  const clock = movableClock(at)
  const problems: string[] = []
  const logged: string[] = []
  const log = pino(
    { level: settings.LOG_LEVEL },
    {
      write: (line: string) => {
        logged.push(line)
        if ((JSON.parse(line) as { level: number }).level >= ERROR_LEVEL) problems.push(line)
      },
    },
  )
  const database = await createTestDatabase()
  const keyring = await openKeyring(dataFolder, database.pool)
  const running = await startApp({ settings, clock, log, database, keyring, bus, ranges })
  const http = await createHttpServer(running.app, features(running.app), [
    ...extensions(running.app),
    trustFiles(running.app),
    adminApi(running.app),
  ])
  await http.server.ready()
  const calls = callsOf(http)
  let customers = 0
  const keepLights = async (): Promise<void> => {
    if (areLightsKept) await database.pool.query(GREEN, [ids.next(), clock.now()])
  }
  await keepLights()

  return {
    app: running.app,
    writePath: running.writePath,
    http,
    venue: running.venue,
    market: running.market,
    processes: running.processes,
    problems,
    logged,
    ...calls,
    pass: async (ms) => {
      clock.pass(ms)
      await keepLights()
      await running.venue.cycle()
    },
    newCustomer: async () => {
      customers += 1
      const customer = await register(calls, `customer${customers}@example.org`, database.pool)
      await passSuitability(database.pool, clock.now(), customer.accountId)
      return customer
    },
    stop: async () => {
      await http.closeGracefully()
      await running.app.mail.stop()
      running.app.hub.close()
      await running.venue.stop()
      await running.processes?.close()
      await running.writePath.drain()
      for (const kept of running.keptStates()) await expectTrueStates(database.pool, kept)
      await expectExecutionsInOrder(database.pool)
      await database.stop()
      rmSync(dataFolder, { recursive: true })
      if (problems.length > 0) throw new Error(`the server logged errors:\n${problems.join('\n')}`)
    },
  }
}

/** Records a green check of the kind that such a test does not run itself. */
const GREEN = `insert into integrity_runs (run_id, at, scope, entries, accounts, clean, checks) values ($1, $2, 'full', 0, 0, true, '[]')`

type Starting = Readonly<{
  settings: Settings
  clock: Clock
  log: Logger
  database: Database
  keyring: Keyring
  bus: Bus | undefined
  ranges: number
}>

type Running = Readonly<{
  app: FullApp
  writePath: WritePath
  venue: RunningVenue
  market: FakeVenue
  keptStates: () => readonly KeptStates[]
  processes: Processes | null
}>

async function startApp({ settings, clock, log, keyring, bus, ranges, database }: Starting): Promise<Running> {
  const { pool } = database
  let book: VenueEventListener = () => Promise.resolve()
  const market = new FakeVenue()
  const onFailure = (error: unknown): void => log.error({ err: error }, 'the market stopped')
  const inputs = createInputChains(pool)
  const venue = startFakeVenue({
    ...{ market, inputs, clock, onEvents: (events) => book(events), onFailure },
    openOrders: async () => (await openOrders(pool)).map(venueOrderOf),
  })
  const { propose } = venue
  const keptStates = new KeptStates(kinds)
  const writePath = createWritePath({
    pool,
    kinds,
    clock,
    propose,
    inputs,
    keptStates,
    onFailure: (error) => log.error({ err: error }, 'a batch failed'),
  })
  const processes = bus === undefined || ranges === 0 ? null : accountsOf({ bus, ranges, database, venue })
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
    wallClock: clock,
    version: TEST_VERSION,
    keyring,
    verifier: verifierHere(pool, { dataFolder: settings.DATA_DIR, files: storeOf(settings) }),
    shared: bus === undefined ? undefined : { bus, from: 'core' },
    elsewhere: processes?.elsewhere,
  })
  book = bookVenueEvents(app, 0)
  await processes?.open(app, keyring)
  const allKept = () => [keptStates, ...(processes?.running.map((each) => each.keptStates) ?? [])]
  return { app, writePath, venue, market, keptStates: allKept, processes }
}

function movableClock(at: Instant): Clock & Readonly<{ pass: (ms: number) => void }> {
  let now = at
  return { now: () => now, pass: (ms) => void (now += ms) }
}

let lastId = 0
/** Ids of the right shape that grow, so that lists are in the order things were made. */
export const ids: Ids = {
  next: () => {
    lastId += 1
    const counted = lastId.toString(16).padStart(12, '0')
    return `${counted.slice(0, 8)}-${counted.slice(8)}-7000-8000-${randomBytes(6).toString('hex')}`
  },
}

export type Calls = Pick<Harness, 'call' | 'ask' | 'send'>

export function callsOf({ server }: HttpServer): Calls {
  const send: Harness['send'] = async (options) => {
    const { statusCode, headers, body } = await server.inject(options)
    return { status: statusCode, headers, ...(JSON.parse(body) as Envelope<unknown>) }
  }

  async function call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    token: string | null = null,
    headers: Record<string, string> = {},
  ): Promise<Answer<DataOf<E>>> {
    const authorization = token === null ? {} : { authorization: token }
    const request = requestOf(endpoint, input as Record<string, unknown>)
    return (await send({ ...request, headers: { ...authorization, ...headers } })) as Answer<DataOf<E>>
  }

  async function ask<E extends Endpoint>(endpoint: E, input: InputOf<E>, token: string | null = null): Promise<DataOf<E>> {
    const answer = await call(endpoint, input, token)
    if (answer.code !== SUCCESS_CODE) throw new Error(`${endpoint.path}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
    return answer.data as DataOf<E>
  }

  return { send, call, ask }
}

/** Builds a request: path fields in the path, the rest in the query of a GET or the body of a POST. */
export function requestOf(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  input: Record<string, unknown>,
  prefix = '/web',
): Pick<InjectOptions, 'method' | 'url' | 'query' | 'payload'> {
  const rest = { ...input }
  const path = endpoint.path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  const url = `${prefix}${path}`
  if (endpoint.method === 'POST') return { method: 'POST', url, payload: rest }
  const query = Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(value)]]))
  return { method: 'GET', url, query: Object.fromEntries(query) as Record<string, string> }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const PASSWORD = 'paso-a-paso-7'

/** The cookie by which the customer's browser is known again, as the browser would send it. */
export const deviceCookieOf = (headers: Readonly<Record<string, unknown>>): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((each) => each.includes('rueda_device='))
    ?.split(';')[0] ?? ''

const LOOKS = 200
const LOOK_EVERY_MS = 50

/** Returns the newest code that was mailed to an address; mails are written after the answer. */
export async function mailedCode(pool: Pool, email: string): Promise<string> {
  for (let look = 0; look < LOOKS; look += 1) {
    const { rows } = await pool.query<{ body: string }>('select body from mails where recipient = $1 order by created_at desc limit 1', [
      email,
    ])
    const code = /\b\d{6}\b/u.exec(rows[0]?.body ?? '')?.[0]
    if (code !== undefined) return code
    await pause(LOOK_EVERY_MS)
  }
  throw new Error(`no code was mailed to ${email}`)
}

/** The language in which customers of tests read what they accept. */
const LANGUAGE = 'es' as const

/** The newest terms, as somebody who registers has read them. */
export const readInForce = () =>
  agreementKinds.map((kind) => ({
    kind,
    version: currentVersionOf(kind),
    language: LANGUAGE,
    hash: hashOf(kind, currentVersionOf(kind), LANGUAGE) ?? '',
  }))

export async function register({ ask, call }: Calls, email: string, pool?: Pool): Promise<Customer> {
  const { devCode } = await ask(accounts.sendCode, { email, type: 'register' })
  // A server with a public name shows no code; it is in the mail.
  const code = devCode ?? (pool === undefined ? '' : await mailedCode(pool, email))
  const { code: answered, data, headers } = await call(accounts.register, { email, password: PASSWORD, code, agreements: readInForce() })
  if (answered !== SUCCESS_CODE || data === null) throw new Error(`registering ${email}: ${answered}`)
  return { accountId: data.user.id, token: data.token, email, password: PASSWORD, cookie: deviceCookieOf(headers) }
}
