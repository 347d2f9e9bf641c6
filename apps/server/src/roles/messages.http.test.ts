import { accounts } from '@rueda/contract/accounts.ts'
import { orders } from '@rueda/contract/orders.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { createSimVenue } from '@rueda/exchange/sim-venue.ts'
import { StillMarket, limit } from '@rueda/exchange/testing/still-market.ts'
import type { VenueEvent } from '@rueda/exchange/venue.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bus, NoAnswer } from '../bus/bus.ts'
import { carryingLarge } from '../bus/large.ts'
import { createMemoryBus } from '../bus/memory-bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import { allFeatures } from '../features/all.ts'
import { publishCommits } from '../publish.ts'
import { serveFronts } from '../serve-fronts.ts'
import { newMarginCustomer } from '../testing/books.ts'
import { SHARE } from '../testing/fake-venue.ts'
import { type TestFront, serveTestFronts, startTestFront } from '../testing/front.ts'
import { groupsElsewhere } from '../testing/groups-elsewhere.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { type MessagesByName, readMessages, recordingBus, shapeOf, without, writeMessages } from '../testing/recorded-messages.ts'
import { threadHere } from '../testing/thread-here.ts'
import { newKeyring } from '../vault/keyring.ts'
import { createVault } from '../vault/vault.ts'
import type { VenueRecipe } from '../venue/build-venue.ts'
import { type MarketThread, startThread } from '../venue/venue-thread.ts'
import { version } from '../version.ts'
import type { Acknowledged, CoreMessages } from './accounts-messages.ts'
import { onAccountsChanged } from './accounts-changed.ts'
import { followMarket } from './follow-market.ts'
import { prepareMarket } from './market-group.ts'
import type { ForwardedAnswer, ForwardedCall } from './forwarded-call.ts'
import { shareLimits } from './shared-limits.ts'
import { shareSessions } from './shared-sessions.ts'
import { createSharedHub } from './shared-hub.ts'
import { subjects } from './subjects.ts'
import type { NumberedState } from './tell-market.ts'

/**
 * Processes of neighbouring releases speak with each other while an upgrade is under way. What a release says is recorded once, at its end, with
 * `RECORD_MESSAGES=1` before the command that runs this file, and never changed: whoever changes a message later sees here what breaks.
 */
const EARLIER = '0.1.0'
const RANGES = 2
const PATIENCE_MS = 2_000
const MINUTE_MS = 60_000
const log = pino({ level: 'silent' })

const buy = (quantity: string) => ({ stockCode: 'TEST', market: 'US', direction: 0, orderType: 0, quantity }) as const
const onMargin = { stockCode: 'EURUSD', market: 'FX', direction: 0, orderType: 0, quantity: '0.1', leverage: 30 } as const
const later = { ...buy('3'), orderType: 1, price: '100.00', tif: 1 } as const

/** A customer's day through fronts, a core and processes of accounts, in which everything is said that the bus carries. */
async function speak(): Promise<MessagesByName> {
  const { bus, recorded } = recordingBus(carryingLarge(createMemoryBus()))
  const core = await startHarness({ bus, ranges: RANGES })
  const stopServing = serveFronts({ bus, app: core.app, routes: allFeatures(core.app).flat(), isLeading: () => true })
  const publishing = publishCommits(core.app)
  const front = await startTestFront(core, bus)
  const customer = await newMarginCustomer(core)
  await listen(front, customer.token)
  await front.ask(orders.create, buy('2'), customer.token)
  const { orderId } = await front.ask(orders.create, later, customer.token)
  await front.ask(orders.createMargin, onMargin, customer.token)
  await front.ask(orders.preview, buy('1'), customer.token)
  await front.ask(orders.amend, { orderId, quantity: '5' }, customer.token)
  await front.ask(orders.cancel, { orderId }, customer.token)
  await front.ask(quotes.kline, { stockCode: 'TEST', market: 'US', type: 'day', limit: 5 })
  await front.ask(wallets.all, {}, customer.token)
  await front.ask(accounts.me, {}, customer.token)
  core.market.last = '200.00'
  await core.pass(1_000)
  await front.call(accounts.login, { username: customer.email, password: customer.password })
  // What is collected for a tenth of a second is said then.
  await vi.waitFor(() => expect(recorded.has(subjects.letIn)).toBe(true))
  await front.ask(accounts.logout, {}, customer.token)
  await runMarket(bus)
  await publishing.stop()
  await front.close()
  stopServing()
  await core.stop()
  await bus.close()
  return recorded
}

/** A short life of a market whose instruments another process runs. */
async function runMarket(bus: Bus): Promise<void> {
  const source = new StillMarket()
  source.sessions = [{ tradeDate: '2026-01-05', from: 0, opensAt: 0, closesAt: 24 * 60 * MINUTE_MS, phase: 'OPEN', matching: true }]
  const openThread = (): MarketThread => threadHere(() => createSimVenue(source))
  const vault = createVault(newKeyring())
  const groups = groupsElsewhere({ groups: 1, vault, bus, openThread })
  const heard = { onEvents: () => undefined, onProposed: (events: readonly VenueEvent[]) => events as never, onFailure: () => undefined }
  const thread = startThread(groups.newThread(), {} as VenueRecipe, heard)
  await thread.loaded
  const now = 10 * 60 * MINUTE_MS
  await thread.begin({ orders: [], halts: [], closed: [], listed: [], rounds: [], bookedUntil: now }, now)
  await thread.propose([limit('buy', '182.50', { acceptedAt: now })], now)
  const resting = limit('buy', '180.00', { acceptedAt: now })
  await thread.propose([resting], now)
  await thread.ask({ about: 'cancel', orderId: resting.orderId, accountId: resting.accountId }, now)
  await thread.advance(now + 1_000)
  await prepareMarket({ bus, vault, openThread, now: () => now })
  await thread.end()
}

async function listen(front: TestFront, token: string): Promise<void> {
  const heard: string[] = []
  const nothing = (): void => undefined
  const send = (data: Buffer | string): void => void heard.push(data.toString())
  const socket = front.app.hub.connect({ bufferedAmount: 0, send, ping: nothing, close: nothing, terminate: nothing }, '192.0.2.1')
  socket?.hear(JSON.stringify({ op: 'auth', token }))
  socket?.hear(JSON.stringify({ op: 'sub', ch: 'order' }))
  await vi.waitFor(() => expect(heard).toHaveLength(2))
}

let today: MessagesByName
let earlier: ReadonlyMap<string, Uint8Array>
beforeAll(async () => {
  today = await speak()
  if (process.env['RECORD_MESSAGES'] === '1') writeMessages(version, today)
  earlier = readMessages(EARLIER)
})
const word = (name: string): Uint8Array => {
  const found = earlier.get(name)
  if (found === undefined) throw new Error(`${EARLIER} did not say ${name}`)
  return found
}

describe('what is said today', () => {
  it('has every field of what was said before, of the same type', () => {
    const lost = [...earlier].flatMap(([name, bytes]) => {
      const shapes = new Set((today.get(name) ?? []).flatMap((each) => [...shapeOf(unpacked(each))]))
      return [...shapeOf(unpacked(bytes))].filter((field) => !shapes.has(field)).map((field) => `${name} ${field}`)
    })
    expect(lost).toEqual([])
  })

  it('was recorded of every subject there is, and of what follows from commits', () => {
    const spoken = [...earlier.keys()]
    for (const subject of [subjects.callOf(0), subjects.commandsOf(0), `${subjects.marketGroup(0, 1n)} begin`].map((each) =>
      each.replace('.0.', '.N.'),
    ))
      expect(
        spoken.filter((name) => name.startsWith(subject)),
        subject,
      ).not.toEqual([])
    for (const subject of Object.values(subjects).filter((each) => typeof each === 'string'))
      expect(
        spoken.filter((name) => name.startsWith(subject)),
        subject,
      ).not.toEqual([])
    for (const kind of ['submit', 'positions', 'change'])
      expect(spoken.join('\n'), kind).toMatch(new RegExp(`accounts.messages.* ${kind}`, 'u'))
  })
})

describe('a process of today', () => {
  const bus = carryingLarge(createMemoryBus())
  let core: Harness
  beforeAll(async () => {
    core = await startHarness({ bus })
  })
  afterAll(async () => {
    await core.stop()
    await bus.close()
  })

  const follow = async (market: Uint8Array, changes: Uint8Array) => {
    const own = carryingLarge(createMemoryBus())
    let asked = 0
    own.answer(subjects.market, async () => {
      asked += 1
      return market
    })
    const { clock } = core.app
    const following = await followMarket({ bus: own, clock, machine: clock, log })
    const { core: name, number } = unpacked<NumberedState>(market)
    own.publish(subjects.marketChanges, packed({ ...unpacked<object>(changes), core: name, number: number + 1 }))
    await following.upTo({ core: name, number: number + 1 })
    following.stop()
    return { following, asked }
  }

  it('follows the market of a core of the release before', async () => {
    const { following, asked } = await follow(word(`${subjects.market} !`), word(subjects.marketChanges))
    expect(following.client.quote(SHARE.id)).not.toBeNull()
    expect([following.leading().ranges, asked]).toEqual([RANGES, 1])
  })

  it('takes what a core leaves out as absent: no ranges, no leadership, no booked splits', async () => {
    const market = without(word(`${subjects.market} !`), 'ranges', 'leadership', 'changes.splitsBooked')
    const { following, asked } = await follow(market, without(word(subjects.marketChanges), 'changes.splitsBooked'))
    expect(following.leading()).toMatchObject({ leadership: 0n, ranges: 0 })
    expect([following.client.isSplitting(SHARE.id), following.client.quote(SHARE.id)?.instrumentId, asked]).toEqual([false, SHARE.id, 1])
  })

  it('answers the calls of a front of the release before, as a core', async () => {
    const stop = serveTestFronts(core, bus, { name: 'core', isLeading: () => true })
    const customer = await newMarginCustomer(core)
    const calls = [...earlier].filter(([name]) => /^(?:core|accounts\.N)\.call .*\?$/u.test(name))
    expect(calls.length).toBeGreaterThan(3)
    for (const [name, bytes] of calls) {
      const call = unpacked<ForwardedCall>(bytes)
      const caller = call.caller === null ? null : { ...call.caller, accountId: customer.accountId }
      const body = packed({ ...call, caller, notAfter: Date.now() + MINUTE_MS })
      const { answer } = unpacked<ForwardedAnswer>(await bus.request(subjects.call, body, PATIENCE_MS))
      // Orders and passwords of that day are nobody's here.
      expect(answer.ok ? 'ok' : answer.refusal, name).toMatch(/^(?:ok|object\.not_found|login\.failed)$/u)
    }
    stop()
  })

  it('says "try again" to a call that it does not know', async () => {
    const stop = serveTestFronts(core, bus, { name: 'core', isLeading: () => true })
    const [, bytes] = [...earlier].find(([name]) => name.startsWith(`${subjects.call} `)) ?? []
    const call = {
      ...unpacked<ForwardedCall>(bytes ?? word(subjects.call)),
      id: 'later',
      endpoint: 'POST /later',
      notAfter: Number.MAX_SAFE_INTEGER,
    }
    const { answer } = unpacked<ForwardedAnswer>(await bus.request(subjects.call, packed(call), PATIENCE_MS))
    expect(answer).toMatchObject({ ok: false, refusal: 'maintenance' })
    stop()
  })

  it('acknowledges no message of a newer process that it does not know', async () => {
    const recording = recordingBus(carryingLarge(createMemoryBus()))
    const beside = await startHarness({ bus: recording.bus, ranges: 1 })
    const customer = await beside.newCustomer()
    await beside.ask(orders.create, later, customer.token)
    const bytes = recording.recorded.get(`${subjects.accountsMessages} submit ?`)?.at(-1)
    const { first, messages, ...sender } = unpacked<CoreMessages>(bytes ?? new Uint8Array())
    const tell = async (kind: string, more: object) => {
      const next = { ...sender, first: first + messages.length, messages: [{ kind, ...more }] }
      return unpacked<Acknowledged>(await recording.bus.request(subjects.accountsMessages, packed(next), PATIENCE_MS / 10))
    }
    for (const _ of ['once', 'again']) await expect(tell('later', {})).rejects.toThrow(NoAnswer)
    expect(await tell('positions', { changed: [] })).toEqual({ upTo: first + messages.length })
    await beside.stop()
  })

  it('hears whose sockets, sessions, requests and books the release before speaks of', async () => {
    const own = createMemoryBus()
    const heard: unknown[] = []
    const note = (...what: readonly unknown[]): void => void heard.push(what)
    const ours = {
      publish: note,
      announce: note,
      accounts: () => [],
      held: () => ({ accounts: [], addresses: [] }),
      isListening: () => false,
      close: () => undefined,
    }
    const hub = createSharedHub({ bus: own, from: 'today', createHub: () => ({ ...core.app.hub, ...ours }) })
    shareLimits({ take: () => null, spend: note }, { bus: own, from: 'today' })
    shareSessions({ ...core.app.sessions, ended: note, changed: note }, { bus: own, from: 'today' })
    onAccountsChanged(own, note)
    const told = [...earlier].filter(([name]) =>
      [subjects.letIn, subjects.sessions, subjects.accounts, `${subjects.frames} order`].includes(name),
    )
    for (const [name, bytes] of told) own.publish(name.split(' ')[0] ?? '', bytes)
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(told.length)
    expect(told).toHaveLength(4)
    own.publish(subjects.listeners, word(subjects.listeners))
    const [holder = ''] = unpacked<{ accounts: readonly string[] }>(word(subjects.listeners)).accounts
    await expect.poll(() => hub.isListening(holder)).toBe(true)
    hub.close()
  })
})
