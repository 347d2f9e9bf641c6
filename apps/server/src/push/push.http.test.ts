import type { AddressInfo } from 'node:net'
import type { ServerFrame } from '@rueda/contract/push-channels.ts'
import { frameData } from '@rueda/contract/push.ts'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import WebSocket from 'ws'
import type { EndedSession, SessionCheck } from '../http/session.ts'
import { SHARE, FakeVenue, startFakeVenue } from '../testing/fake-venue.ts'
import { marketChannels } from '../features/quotes/push-channels.ts'
import { type PushHub, createPushHub } from './hub.ts'
import { boundless } from './limits.ts'
import { registerPush } from './register.ts'
import type { SocketBounds } from './requesters.ts'

/** The push channel on a real port, with a market that stands still until the test moves it. */
const NOON = Date.parse('2026-01-05T17:00:00Z')

type PushHarness = Awaited<ReturnType<typeof startPushHarness>>
let harness: PushHarness
let readers: Reader[]
beforeEach(async () => {
  readers = []
  harness = await startPushHarness()
})
afterEach(async () => {
  for (const reader of readers) reader.socket.terminate()
  await harness.close()
})

async function startPushHarness(bounds: SocketBounds = boundless) {
  let now = NOON
  const clock = { now: () => now }
  const market = new FakeVenue()
  const venue = startFakeVenue({ market, clock, onEvents: async () => {}, onFailure: () => {} })
  const alive = new Map<string, { accountId: string; sessionId: string }>()
  let tellEnded = (_ended: EndedSession): void => {}
  const sessions = {
    check: async (token: string | null): Promise<SessionCheck> => {
      const known = alive.get(token ?? '')
      return known === undefined
        ? { kind: 'missing' }
        : { kind: 'alive', caller: { ...known, frozen: false, isIdentified: false, lacksTrading: false, verifiedAt: null } }
    },
    onEnded: (listener: (ended: EndedSession) => void) => {
      tellEnded = listener
      return () => {}
    },
  }
  const hub: PushHub = createPushHub({
    venue: venue.client,
    clock,
    market: marketChannels({ venue: venue.client, clock }),
    sessions,
    bounds,
    log: pino({ level: 'silent' }),
  })
  const server = Fastify()
  await registerPush(server, { hub, publicUrl: null, label: 'SIM' })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return {
    hub,
    market,
    port,
    login: (token: string, accountId: string, sessionId = `session of ${token}`) => alive.set(token, { accountId, sessionId }),
    endSession: (token: string) => {
      const ended = alive.get(token)
      alive.delete(token)
      if (ended !== undefined) tellEnded(ended)
    },
    expire: (token: string) => alive.delete(token),
    pass: async (ms: number) => {
      now += ms
      await venue.cycle()
    },
    close: () => server.close(),
  }
}

class Reader {
  readonly socket: WebSocket
  readonly frames: ServerFrame[] = []
  closedWith: number | null = null
  failedWith: string | null = null

  constructor(port: number, origin: string | undefined) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/web/push`, origin === undefined ? {} : { origin })
    this.socket.on('message', (data: Buffer) => this.frames.push(JSON.parse(data.toString()) as ServerFrame))
    this.socket.on('close', (code) => (this.closedWith = code))
    this.socket.on('error', (error) => (this.failedWith = error.message))
  }

  say(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  async hears(matches: (frame: ServerFrame) => boolean): Promise<ServerFrame> {
    const found = () => this.frames.find(matches)
    await expect.poll(found, { timeout: 8_000 }).toBeDefined()
    return found() as ServerFrame
  }

  of(channel: ServerFrame['ch']): ServerFrame[] {
    return this.frames.filter((frame) => frame.ch === channel)
  }

  async isClosed(): Promise<number> {
    await expect.poll(() => this.closedWith, { timeout: 8_000 }).not.toBeNull()
    return this.closedWith ?? 0
  }
}

async function open(token?: string): Promise<Reader> {
  const reader = new Reader(harness.port, `http://127.0.0.1:${harness.port}`)
  readers.push(reader)
  await new Promise((resolve) => reader.socket.once('open', resolve))
  reader.say({ op: 'auth', ...(token === undefined ? {} : { token }) })
  return reader
}

const isError = (code: number) => (frame: ServerFrame) => frame.type === 'error' && (frame.data as { code: number }).code === code
const isAck = (op: string) => (frame: ServerFrame) => frame.type === 'ack' && (frame.data as { op: string }).op === op

test('a guest reads quotes: a snapshot at once, then what changes, numbered without gaps', async () => {
  const guest = await open()
  guest.say({ op: 'sub', ch: 'quote', args: [SHARE.id] })
  const snapshot = await guest.hears((frame) => frame.ch === 'quote')
  expect(snapshot).toMatchObject({ type: 'snapshot', seq: 1, ts: NOON })
  expect(frameData.quote.parse(snapshot.data)[0]?.code).toBe(SHARE.id)
  harness.market.last = '182.37'
  await harness.pass(1_000)
  const update = await guest.hears((frame) => frame.ch === 'quote' && frame.type === 'update')
  expect(update.seq).toBe(2)
})

test('depth, trades and the last bar come as snapshots in the shape of the contract', async () => {
  const guest = await open()
  guest.say({ op: 'sub', ch: 'depth', args: [SHARE.id] })
  guest.say({ op: 'sub', ch: 'trade', args: [SHARE.id] })
  const depth = await guest.hears((frame) => frame.ch === 'depth')
  expect(frameData.depth.parse(depth.data).bids.length).toBeGreaterThan(0)
  const trade = await guest.hears((frame) => frame.ch === 'trade')
  expect(frameData.trade.parse(trade.data).code).toBe(SHARE.id)
})

test('orders reach every socket of their account, after its subscription, and nobody else', async () => {
  harness.login('token-a', 'account-a')
  harness.login('token-b', 'account-b')
  const [phone, desk, stranger] = [await open('token-a'), await open('token-a'), await open('token-b')]
  for (const reader of [phone, desk, stranger]) {
    reader.say({ op: 'sub', ch: 'order' })
    await reader.hears(isAck('sub'))
  }
  harness.hub.publish('account-a', 'order', { orderId: '731' })
  harness.hub.publish('account-a', 'order', { orderId: '732' })
  for (const reader of [phone, desk]) {
    await reader.hears(({ ch, seq }) => ch === 'order' && seq === 2)
    expect(reader.of('order').map(({ data }) => data)).toEqual([{ orderId: '731' }, { orderId: '732' }])
  }
  expect(stranger.of('order')).toEqual([])
})

test('a guest cannot have private channels, and what is unknown is said, not ignored', async () => {
  const guest = await open()
  guest.say({ op: 'sub', ch: 'wallet' })
  await guest.hears(isError(401))
  guest.say({ op: 'sub', ch: 'quote', args: ['US:NONE', SHARE.id] })
  expect((await guest.hears(isError(3000))).data).toMatchObject({ args: ['US:NONE'] })
  await guest.hears((frame) => frame.ch === 'quote')
  guest.say({ op: 'sub', ch: '__proto__', args: ['constructor'] })
  await guest.hears(isError(1000))
  guest.say('no json')
  expect(guest.closedWith).toBeNull()
})

test('a token nobody has is told 401 and closed with 4401', async () => {
  const reader = await open('a token nobody has')
  await reader.hears(isError(401))
  expect(await reader.isClosed()).toBe(4401)
})

test('a frame before auth, or none within five seconds, closes the socket; being late ends nobody’s session', async () => {
  const hasty = new Reader(harness.port, `http://127.0.0.1:${harness.port}`)
  const silent = new Reader(harness.port, `http://127.0.0.1:${harness.port}`)
  readers.push(hasty, silent)
  await new Promise((resolve) => hasty.socket.once('open', resolve))
  hasty.say({ op: 'sub', ch: 'quote', args: [SHARE.id] })
  expect(await hasty.isClosed()).toBe(4401)
  expect(await silent.isClosed()).toBe(4408)
})

test('F25 a session that ends closes its sockets at once; one that expires, within seconds', async () => {
  harness.login('logged-out', 'account-a')
  harness.login('expired', 'account-b')
  const [out, expired] = [await open('logged-out'), await open('expired')]
  for (const reader of [out, expired]) await reader.hears(isAck('auth'))
  harness.endSession('logged-out')
  harness.expire('expired')
  for (const reader of [out, expired]) {
    await reader.hears(isError(401))
    expect(await reader.isClosed()).toBe(4401)
  }
})

test('an account has five sockets; a sixth is refused', async () => {
  harness.login('token', 'account-a')
  for (let count = 0; count < 5; count += 1) await (await open('token')).hears(isAck('auth'))
  expect(await (await open('token')).isClosed()).toBe(4429)
})

test('twenty messages a second: a warning for one more, the end for twice as many', async () => {
  const chatty = await open()
  for (let count = 0; count < 25; count += 1) chatty.say({ op: 'ping' })
  await chatty.hears(isError(1003))
  expect(chatty.closedWith).toBeNull()
  for (let count = 0; count < 60; count += 1) chatty.say({ op: 'ping' })
  expect(await chatty.isClosed()).toBe(4429)
})

test('a frame of more than four kilobytes closes the socket', async () => {
  const reader = await open()
  reader.say({ op: 'auth', token: 'x'.repeat(5_000) })
  expect(await reader.isClosed()).toBe(1009)
})

test('only the app itself may open the channel: a foreign, empty or missing origin is turned away', async () => {
  for (const origin of ['https://elsewhere.example', 'null', `http://127.0.0.1:${harness.port}.elsewhere.example`, undefined]) {
    const reader = new Reader(harness.port, origin)
    readers.push(reader)
    await expect.poll(() => reader.failedWith).toContain('400')
  }
})

test('after unsub nothing more comes', async () => {
  const guest = await open()
  guest.say({ op: 'sub', ch: 'quote', args: [SHARE.id] })
  await guest.hears((frame) => frame.ch === 'quote')
  guest.say({ op: 'unsub', ch: 'quote' })
  await guest.hears(isAck('unsub'))
  harness.market.last = '182.37'
  await harness.pass(1_000)
  guest.say({ op: 'ping' })
  await guest.hears(({ type }) => type === 'pong')
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(guest.of('quote')).toHaveLength(1)
})

test('a server that goes down tells everybody to come back', async () => {
  const guest = await open()
  await guest.hears(isAck('auth'))
  harness.hub.close()
  expect(await guest.isClosed()).toBe(1012)
})

const BOUNDS: SocketBounds = {
  socketsPerAddress: 5,
  guestsPerAddress: 3,
  unknownPerAddress: 3,
  messagesPerSecond: 30,
  polledSubscriptions: 3,
}

async function openBounded(): Promise<void> {
  await harness.close()
  harness = await startPushHarness(BOUNDS)
}

test('one address has so many sockets of guests, and fewer than of customers', async () => {
  await openBounded()
  for (let count = 0; count < BOUNDS.guestsPerAddress; count += 1) await (await open()).hears(isAck('auth'))
  expect(await (await open()).isClosed()).toBe(4429)
  for (const { socket } of readers.splice(0)) socket.terminate()
  harness.login('token', 'account-a')
  await expect
    .poll(async () => {
      const reader = await open('token')
      await expect.poll(() => reader.closedWith ?? reader.frames.find(isAck('auth'))).toBeTruthy()
      return reader.closedWith
    })
    .toBeNull()
  for (let count = 1; count < BOUNDS.guestsPerAddress + 1; count += 1) await (await open('token')).hears(isAck('auth'))
})

test('what is asked of the market again and again is counted over all sockets of who asks', async () => {
  await openBounded()
  const [first, second] = [await open(), await open()]
  const charts = ['1m', '5m', '15m'].map((type) => `${SHARE.id},${type}`)
  first.say({ op: 'sub', ch: 'kline', args: [...charts.slice(0, 2), charts[0]] })
  expect((await first.hears(isAck('sub'))).data).toMatchObject({ args: charts.slice(0, 2) })
  second.say({ op: 'sub', ch: 'kline', args: [charts[2]] })
  await second.hears(isAck('sub'))
  second.say({ op: 'sub', ch: 'depth', args: [SHARE.id] })
  expect((await second.hears(isError(1003))).data).toMatchObject({ ch: 'depth', args: [SHARE.id] })
  // Quotes are the same for everybody and cost the market nothing.
  second.say({ op: 'sub', ch: 'quote', args: [SHARE.id] })
  await second.hears(({ ch }) => ch === 'quote')
  harness.login('token', 'account-a')
  const customer = await open('token')
  customer.say({ op: 'sub', ch: 'depth', args: [SHARE.id] })
  await customer.hears(({ ch }) => ch === 'depth')
  first.say({ op: 'unsub', ch: 'kline' })
  await first.hears(isAck('unsub'))
  second.say({ op: 'sub', ch: 'depth', args: [SHARE.id] })
  await second.hears(({ ch }) => ch === 'depth')
})

test('messages are counted over all sockets of who sends them', async () => {
  await openBounded()
  const guests = [await open(), await open(), await open()]
  for (const guest of guests) for (let count = 0; count < 15; count += 1) guest.say({ op: 'ping' })
  await expect.poll(() => guests.some((guest) => guest.frames.some(isError(1003)))).toBe(true)
  const pongs = guests.flatMap(({ frames }) => frames.filter(({ type }) => type === 'pong'))
  expect(pongs.length).toBeLessThanOrEqual(BOUNDS.messagesPerSecond)
  expect(guests.map(({ closedWith }) => closedWith)).toEqual([null, null, null])
})
