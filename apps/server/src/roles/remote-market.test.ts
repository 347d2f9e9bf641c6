import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bus } from '../bus/bus.ts'
import { createMemoryBus } from '../bus/memory-bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import { newKeyring } from '../vault/keyring.ts'
import { createVault } from '../vault/vault.ts'
import type { VenueRecipe } from '../venue/build-venue.ts'
import type { MarketThread } from '../venue/venue-thread.ts'
import { runMarketGroup } from './market-group.ts'
import type { GroupReply, GroupRequest } from './market-messages.ts'
import { openRemoteMarkets } from './remote-market.ts'
import { standbyMarket } from './standby-market.ts'
import { subjects } from './subjects.ts'

/** A core and the process that runs a group of its market: what holds of a life when one of them, or a message, is not there. */
const SECRET = Buffer.from('the secret that every price comes from')
const recipe = { secret: SECRET, dataFolder: '/of/the/core' } as unknown as VenueRecipe
const vault = createVault(newKeyring())
const log = { warn: vi.fn() }
let bus: Bus
let isLost = false
let sent: Uint8Array[]
let epoch: bigint | null
let stops: (() => void)[]

beforeEach(() => {
  isLost = false
  sent = []
  stops = []
  epoch = 1n
  bus = createMemoryBus(() => (isLost ? [] : [0]))
})
afterEach(async () => {
  for (const stop of stops) stop()
  await bus.close()
  vi.clearAllMocks()
})

/** A thread that keeps what it hears, and says back what it is sent, or nothing by itself while it is busy. */
function echo(isBusy = false) {
  const events = new EventEmitter()
  const heard: unknown[] = []
  const terminate = vi.fn(() => Promise.resolve(0))
  const thread: MarketThread = {
    on: (name, listener) => events.on(name, listener),
    postMessage: (message) => {
      heard.push(message)
      if (isBusy) return
      const { kind, id } = message as { kind?: string; id?: number }
      const begins = kind === undefined || kind === 'renew'
      const answer = kind === 'mark' ? { kind: 'marked', id } : begins ? { kind: 'loaded' } : { kind: 'events', events: [], inputs: [] }
      setImmediate(() => events.emit('message', answer))
    },
    terminate,
  }
  return { thread, heard, terminate, events }
}

function process(
  group: number,
  held: bigint,
  { isSure = () => true, isBusy = false }: Readonly<{ isSure?: () => boolean; isBusy?: boolean }> = {},
) {
  const threads: ReturnType<typeof echo>[] = []
  const openThread = (): MarketThread => {
    const one = echo(isBusy)
    threads.push(one)
    return one.thread
  }
  stops.push(runMarketGroup({ bus, vault, group, epoch: held, openThread, prepared: null, isSure, dataFolder: '/of/this/process' }))
  return threads
}

function core(leadership = 1n) {
  const watched: Bus = {
    ...bus,
    request: (subject, body, patienceMs) => {
      sent.push(body)
      return bus.request(subject, body, patienceMs)
    },
  }
  return openRemoteMarkets({ bus: watched, vault, groups: 1, leadership: () => leadership, epochOf: async () => epoch, log })
}

function begun(thread: MarketThread) {
  const said: unknown[] = []
  const ended: string[] = []
  stops.push(() => void thread.terminate())
  thread.on('message', (message) => void said.push(message))
  thread.on('error', (error) => void ended.push((error as Error).message))
  thread.postMessage(recipe)
  return { thread, said, ended }
}

function standingBy() {
  const waiting = echo()
  const preparation = { bus, vault, openThread: () => waiting.thread, now: () => 7 }
  const market = standbyMarket(preparation, { log, againAfterMs: 5 })
  stops.push(market.close)
  return { waiting, market }
}

/** A process that stands by behind one that has the group and runs it. */
async function standingByBehind() {
  const [holder] = process(0, 1n)
  begun(core()())
  await expect.poll(() => holder?.heard.length).toBeGreaterThan(0)
  const standby = standingBy()
  standby.market.begin()
  return standby
}

const advance = (now: number) => ({ kind: 'advance', now })

describe('a life', () => {
  it('is built from the recipe, in the folder of its own process; the secret does not cross the bus in clear', async () => {
    const [first] = process(0, 1n)
    begun(core()())
    await expect.poll(() => first?.heard.length).toBeGreaterThan(0)
    expect(first?.heard[0]).toEqual({ secret: SECRET, dataFolder: '/of/this/process', group: { number: 0, count: 1 } })
    expect(sent.length).toBeGreaterThan(0)
    for (const body of sent) expect(Buffer.from(body).includes(SECRET)).toBe(false)
  })

  it('begins once somebody has the group', async () => {
    epoch = null
    const life = begun(core()())
    life.thread.postMessage(advance(1))
    epoch = 3n
    const [first] = process(0, 3n)
    await expect.poll(() => first?.heard).toContainEqual(advance(1))
    expect(life.ended).toEqual([])
  })

  it('ends when another process has its group, and the next one begins there', async () => {
    const open = core()
    process(0, 1n)
    const life = begun(open())
    await expect.poll(() => life.said.length).toBe(1)
    stops[0]?.()
    epoch = 2n
    const [second] = process(0, 2n)
    life.thread.postMessage(advance(1))
    await expect.poll(() => life.ended).toEqual(['group 0 of the market has another process'])
    const next = begun(open())
    next.thread.postMessage(advance(2))
    await expect.poll(() => second?.heard).toContainEqual(advance(2))
    expect(second?.heard).not.toContainEqual(advance(1))
  })

  it('ends when its process is silent, and not before', async () => {
    process(0, 1n)
    const life = begun(core()())
    await expect.poll(() => life.said.length).toBe(1)
    isLost = true
    life.thread.postMessage(advance(1))
    await expect.poll(() => sent.length, { timeout: 5_000 }).toBeGreaterThan(2)
    expect(life.ended).toEqual([])
    await expect.poll(() => life.ended, { timeout: 10_000 }).toEqual(['group 0 of the market does not answer'])
  })

  it('goes on where the bus was away for a moment: everything is heard once, in its order', async () => {
    const [first] = process(0, 1n)
    const life = begun(core()())
    await expect.poll(() => life.said.length).toBe(1)
    isLost = true
    for (const now of [1, 2, 3]) life.thread.postMessage(advance(now))
    await expect.poll(() => sent.length).toBeGreaterThan(1)
    isLost = false
    await expect.poll(() => life.said.length, { timeout: 5_000 }).toBe(4)
    expect(first?.heard.filter((each) => (each as { kind?: string }).kind === 'advance')).toEqual([1, 2, 3].map(advance))
    expect(life.ended).toEqual([])
  })

  it('ends with its thread, and says why', async () => {
    const [first] = process(0, 1n)
    const life = begun(core()())
    await expect.poll(() => life.said.length).toBe(1)
    first?.events.emit('error', new Error('out of memory'))
    life.thread.postMessage(advance(1))
    await expect.poll(() => life.ended).toEqual(['group 0 of the market: out of memory'])
  })
})

describe('a process that runs a group', () => {
  const ask = async (request: Partial<GroupRequest>): Promise<GroupReply> => {
    const whole: GroupRequest = { leadership: 1n, life: 1, first: 1, messages: [], heard: 0, ...request }
    return unpacked<GroupReply>(await bus.request(subjects.marketGroup(0, 1n), packed(whole), 500))
  }
  const first = (of: object = recipe) => ({
    ...{ kind: 'recipe' as const, group: { number: 0, count: 1 } },
    sealed: vault.seal({ accountId: 'venue', field: 'venue.recipe' }, packed(of)),
  })

  it('does not go back to a life that is over, nor to a core that no longer leads', async () => {
    const threads = process(0, 1n)
    expect(await ask({ life: 2, messages: [first()] })).toMatchObject({ taken: 1 })
    expect(await ask({ life: 1, messages: [first()] })).toMatchObject({ taken: null })
    expect(await ask({ life: 1, leadership: 2n, messages: [first()] })).toMatchObject({ taken: 1 })
    expect(await ask({ life: 3, leadership: 1n, messages: [first()] })).toMatchObject({ taken: null })
    expect(await ask({ life: 2, messages: [] })).toMatchObject({ taken: null })
    // Two lives of one market, and the thread that waits for another.
    expect(threads).toHaveLength(2)
    expect(threads[0]?.heard.filter((each) => (each as { kind?: string }).kind === 'renew')).toHaveLength(1)
    expect(threads[0]?.terminate).not.toHaveBeenCalled()
  })

  it('says once that a life has loaded whose market had not when the life before it ended', async () => {
    const [thread] = process(0, 1n, { isBusy: true })
    const says = (message: object) => void thread?.events.emit('message', message)
    expect(await ask({ messages: [first()] })).toMatchObject({ said: [], isDone: false })
    expect(await ask({ life: 2, messages: [first()] })).toMatchObject({ said: [], isDone: false })
    // Of the first life: it was being built all the time.
    says({ kind: 'loaded' })
    says({ kind: 'marked', id: 1 })
    expect(await ask({ life: 2, first: 2 })).toMatchObject({ said: [], isDone: false })
    says({ kind: 'loaded' })
    says({ kind: 'marked', id: 2 })
    expect(await ask({ life: 2, first: 2 })).toMatchObject({ said: [{ kind: 'loaded' }] })
  })

  it('begins another life in the market that it has, and says nothing in it of the one before', async () => {
    const [thread] = process(0, 1n)
    await ask({ messages: [first(), advance(1) as never] })
    thread?.events.emit('message', { kind: 'events', events: [], inputs: [], of: 'the life before' })
    const asking = ask({ life: 2, messages: [first()] })
    thread?.events.emit('message', { kind: 'events', events: [], inputs: [], of: 'the life before' })
    expect(await asking).toMatchObject({ taken: 1, first: 1, said: [{ kind: 'loaded' }], isDone: true })
  })

  it('opens a new thread where the recipe is another, or the thread has failed', async () => {
    const threads = process(0, 1n)
    await ask({ messages: [first()] })
    expect(await ask({ life: 2, messages: [first({ ...recipe, openedOn: '2026-12-01' })] })).toMatchObject({ taken: 1, failed: null })
    expect(threads[0]?.terminate).toHaveBeenCalledTimes(1)
    threads[1]?.events.emit('error', new Error('out of memory'))
    expect(await ask({ life: 2, first: 2 })).toMatchObject({ failed: 'out of memory' })
    expect(await ask({ life: 3, messages: [first({ ...recipe, openedOn: '2026-12-01' })] })).toMatchObject({ taken: 1, failed: null })
    expect(threads[2]?.heard).toHaveLength(2)
  })

  it('takes over with the market that was prepared while it stood by', async () => {
    const { waiting, market } = await standingByBehind()
    await expect.poll(() => waiting.heard).toMatchObject([{ secret: SECRET }, { kind: 'begin', now: 7 }])
    // Behind everything that it says while it is prepared.
    setImmediate(() => waiting.events.emit('message', { kind: 'begun' }))
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    stops[0]?.()
    const prepared = market.take()
    expect(prepared?.thread).toBe(waiting.thread)
    const standby = { bus, vault, group: 0, epoch: 2n, openThread: () => echo().thread, prepared, isSure: () => true }
    stops.push(runMarketGroup(standby))
    epoch = 2n
    const life = begun(core()())
    await expect.poll(() => life.said).toEqual([{ kind: 'loaded' }])
    expect(waiting.heard).toContainEqual({ kind: 'renew', group: { number: 0, count: 1 } })
  })

  it('builds its own market where the one that was prepared has died meanwhile', async () => {
    const { waiting, market } = await standingByBehind()
    await expect.poll(() => waiting.heard).toHaveLength(2)
    waiting.events.emit('message', { kind: 'begun' })
    await new Promise(setImmediate)
    waiting.events.emit('error', new Error('out of memory'))
    stops[0]?.()
    const own = echo()
    const prepared = market.take()
    expect(prepared?.failed).toBe('out of memory')
    stops.push(runMarketGroup({ bus, vault, group: 0, epoch: 2n, openThread: () => own.thread, prepared, isSure: () => true }))
    epoch = 2n
    const life = begun(core()())
    await expect.poll(() => life.said).toEqual([{ kind: 'loaded' }])
    expect(own.heard[0]).toMatchObject({ secret: SECRET })
  })

  it('prepares its market once a core is there, although none was when it began to stand by', async () => {
    const { waiting, market } = standingBy()
    market.begin()
    await expect.poll(() => log.warn).toHaveBeenCalled()
    expect(waiting.heard).toEqual([])
    begun(core()())
    await expect.poll(() => waiting.heard).toMatchObject([{ secret: SECRET }, { kind: 'begin', now: 7 }])
    expect(waiting.terminate).not.toHaveBeenCalled()
    expect(market.take()).toBeNull()
    waiting.events.emit('message', { kind: 'begun' })
    // It has taken over without it.
    await expect.poll(() => waiting.terminate).toHaveBeenCalledTimes(1)
  })

  it('takes no message that comes before the one that it follows, and none twice', async () => {
    const [thread] = process(0, 1n)
    await ask({ messages: [first()] })
    expect(await ask({ first: 3, messages: [advance(2) as never] })).toMatchObject({ taken: 1 })
    expect(await ask({ first: 1, messages: [first(), advance(1) as never, advance(2) as never] })).toMatchObject({ taken: 3 })
    expect(await ask({ first: 2, messages: [advance(1) as never] })).toMatchObject({ taken: 3 })
    expect(thread?.heard.filter((each) => (each as { kind?: string }).kind === 'advance')).toEqual([advance(1), advance(2)])
  })

  it('says again what was not heard, and nothing that was', async () => {
    process(0, 1n)
    expect(await ask({ messages: [first()] })).toMatchObject({ first: 1, said: [{ kind: 'loaded' }] })
    expect(await ask({ first: 2 })).toMatchObject({ first: 1, said: [{ kind: 'loaded' }] })
    expect(await ask({ first: 2, heard: 1 })).toMatchObject({ first: 2, said: [] })
  })

  it('answers nobody while it is not sure that it has the group', async () => {
    process(0, 1n, { isSure: () => false })
    await expect(ask({ messages: [first()] })).rejects.toThrow('nobody answered')
  })
})
