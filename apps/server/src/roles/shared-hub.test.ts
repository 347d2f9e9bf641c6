import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Fate, createMemoryBus } from '../bus/memory-bus.ts'
import { packed } from '../bus/parcel.ts'
import { marketChannels } from '../features/quotes/push-channels.ts'
import { closeCodes } from '../push/close-codes.ts'
import { type PushHub, createPushHub } from '../push/hub.ts'
import { SOCKETS_PER_ACCOUNT } from '../push/limits.ts'
import type { SocketBounds } from '../push/requesters.ts'
import { FakeVenue, startFakeVenue } from '../testing/fake-venue.ts'
import { createSharedHub } from './shared-hub.ts'
import { subjects } from './subjects.ts'

/** Two fronts and their sockets, over a bus that loses what it is told to. */
const ADDRESS = '203.0.113.7'
const ANA = '10002931'
const BOUNDS: SocketBounds = {
  socketsPerAddress: 12,
  guestsPerAddress: 4,
  unknownPerAddress: 3,
  messagesPerSecond: 1_000,
  polledSubscriptions: 60,
}
const A_WORD_MS = 100
const FORGOTTEN_MS = 8_000

let fate: Fate
let bus: ReturnType<typeof createMemoryBus>
let fronts: Front[]

beforeEach(() => {
  vi.useFakeTimers()
  fate = () => [0]
  bus = createMemoryBus((subject) => fate(subject))
  fronts = []
})
afterEach(() => {
  for (const { hub } of fronts) hub.close()
  vi.useRealTimers()
})

type Socket = { closedWith: number | null; gone: () => void }
type Front = Readonly<{ hub: PushHub; connect: (accountId: string | null, address?: string) => Promise<Socket> }>

function openFront(from: string): Front {
  const clock = { now: () => Date.now() }
  const venue = startFakeVenue({ market: new FakeVenue(), clock, onEvents: async () => undefined, onFailure: () => undefined })
  const sessions = {
    check: async (accountId: string | null) => {
      const caller = { accountId: accountId ?? '', sessionId: accountId ?? '' }
      return { kind: 'alive' as const, caller: { ...caller, frozen: false, isIdentified: false, lacksTrading: false, verifiedAt: null } }
    },
    onEnded: () => () => undefined,
  }
  const own = {
    venue: venue.client,
    clock,
    market: marketChannels({ venue: venue.client, clock }),
    sessions,
    log: pino({ level: 'silent' }),
  }
  const hub = createSharedHub({ bus, from, createHub: (shared) => createPushHub({ ...own, bounds: BOUNDS, shared }) })
  const front: Front = {
    hub,
    /** A socket that identifies itself, and what it was closed with. */
    connect: async (accountId: string | null, address = ADDRESS) => {
      const socket: Socket = { closedWith: null, gone: () => undefined }
      const nothing = (): void => undefined
      const close = (code: number): void => void (socket.closedWith = code)
      const connection = hub.connect({ bufferedAmount: 0, send: nothing, ping: nothing, close, terminate: nothing }, address)
      if (connection === null) return { ...socket, closedWith: closeCodes.tooMany }
      connection.hear(JSON.stringify({ op: 'auth', ...(accountId !== null && { token: accountId }) }))
      await vi.advanceTimersByTimeAsync(0)
      return Object.assign(socket, { gone: connection.gone })
    },
  }
  fronts.push(front)
  return front
}

const open = (): readonly [Front, Front] => [openFront('one'), openFront('two')]
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function fill(front: Front, accountId: string | null, count: number) {
  const sockets = []
  for (let socket = 0; socket < count; socket += 1) sockets.push(await front.connect(accountId))
  expect(sockets.map(({ closedWith }) => closedWith)).toEqual(Array.from({ length: count }, () => null))
  return sockets
}

it('an account has as many sockets at two fronts as at one', async () => {
  const [one, two] = open()
  await fill(one, ANA, SOCKETS_PER_ACCOUNT - 1)
  await pass(A_WORD_MS)
  await fill(two, ANA, 1)
  expect((await two.connect(ANA)).closedWith).toBe(closeCodes.tooMany)
  await pass(A_WORD_MS)
  expect((await one.connect(ANA)).closedWith).toBe(closeCodes.tooMany)
  expect((await one.connect('10002949')).closedWith).toBeNull()
})

it('an address has as many sockets of guests at two fronts as at one, and as many in all', async () => {
  const [one, two] = open()
  await fill(one, null, BOUNDS.guestsPerAddress)
  await pass(A_WORD_MS)
  expect((await two.connect(null)).closedWith).toBe(closeCodes.tooMany)
  expect((await two.connect(null, '203.0.113.8')).closedWith).toBeNull()
})

it('a socket that closed makes room at the other front', async () => {
  const [one, two] = open()
  const sockets = await fill(one, ANA, SOCKETS_PER_ACCOUNT)
  await pass(A_WORD_MS)
  expect((await two.connect(ANA)).closedWith).toBe(closeCodes.tooMany)
  sockets[0]?.gone()
  await pass(A_WORD_MS)
  expect((await two.connect(ANA)).closedWith).toBeNull()
})

it('a word that is lost is said again within two seconds', async () => {
  const [one, two] = open()
  fate = () => []
  await fill(one, ANA, SOCKETS_PER_ACCOUNT)
  await pass(A_WORD_MS)
  fate = () => [0]
  await pass(2_000)
  expect((await two.connect(ANA)).closedWith).toBe(closeCodes.tooMany)
})

it('a front that died is forgotten, and its customers come back at another', async () => {
  const [one, two] = open()
  await fill(one, ANA, SOCKETS_PER_ACCOUNT)
  await pass(A_WORD_MS)
  expect((await two.connect(ANA)).closedWith).toBe(closeCodes.tooMany)
  fate = () => []
  await pass(FORGOTTEN_MS)
  await fill(two, ANA, SOCKETS_PER_ACCOUNT)
})

it('a front that ends says so: its customers are let in elsewhere at once', async () => {
  const [one, two] = open()
  await fill(one, ANA, SOCKETS_PER_ACCOUNT)
  await pass(A_WORD_MS)
  one.hub.close()
  await pass(0)
  await fill(two, ANA, SOCKETS_PER_ACCOUNT)
})

it('a front of an older release says whose sockets it holds, and not how many: none are counted', async () => {
  const two = openFront('two')
  bus.publish(subjects.listeners, packed({ from: 'older', accounts: [ANA], isAll: true }))
  await pass(0)
  expect(two.hub.isListening(ANA)).toBe(true)
  await fill(two, ANA, SOCKETS_PER_ACCOUNT)
})
