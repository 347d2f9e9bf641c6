import { EventEmitter } from 'node:events'
import type { VenueOrder } from '@rueda/exchange/venue.ts'
import { describe, expect, it, vi } from 'vitest'
import { NO_INPUTS } from './input-chains.ts'
import { type SupervisorParts, VenueSupervisor } from './supervisor.ts'
import { type MarketThread, VenueUnavailable } from './venue-thread.ts'

/** A market that is being started again and then stopped keeps nobody waiting. */
const none = () => Promise.resolve([])
const clock = { now: () => 0 }

/** A thread that answers everything at once. */
function quickThread(events: EventEmitter): MarketThread {
  const answers: Readonly<Record<string, string>> = { begin: 'begun', advance: 'advanced' }
  return {
    on: (name, listener) => events.on(name, listener),
    postMessage: (message) => {
      const { kind } = message as { kind?: string }
      const answer = kind === undefined ? 'loaded' : answers[kind]
      if (answer !== undefined) setImmediate(() => events.emit('message', { kind: answer, changes: {} }))
    },
    terminate: () => Promise.resolve(0),
  }
}

it('tells whoever waits for the next life that it does not come', async () => {
  const events = new EventEmitter()
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const parts: Partial<SupervisorParts> = {
    ...{ recipe: {} as never, thread: quickThread(events), machine: clock, log: silent as never, inputs: NO_INPUTS },
    ...{ openOrders: none, standingHalts: none, closedDays: none, rounds: none, newListings: none, bookedUntil: async () => null },
    ...{ onEvents: () => Promise.resolve(), onChanges: () => undefined, onCycle: () => undefined },
  }
  const supervisor = new VenueSupervisor(parts as SupervisorParts)
  await supervisor.load()
  await supervisor.open(clock)
  await supervisor.cycle()
  events.emit('exit', 1)
  const waiting = Promise.allSettled([supervisor.cycle(), supervisor.ask({ about: 'depth', instrumentId: 'US:ARDV', levels: 1 })])
  await supervisor.stop()
  for (const answer of await waiting) expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(VenueUnavailable) })
  await expect(supervisor.cycle()).rejects.toThrow('the market was stopped')
})

/** A thread that keeps what it is told, and answers questions unless it is told not to. */
function recordingThread(events: EventEmitter, said: unknown[]): MarketThread {
  const quick = quickThread(events)
  return {
    ...quick,
    postMessage: (message) => {
      said.push(message)
      const { kind, id } = message as { kind?: string; id?: number }
      if (kind === 'ask') setImmediate(() => events.emit('message', { kind: 'answer', id, answer: null }))
      else quick.postMessage(message)
    },
  }
}

describe('an open order', () => {
  const order = { orderId: 'one', accountId: '1' } as VenueOrder
  const begun = (said: readonly unknown[]) =>
    said.flatMap((each) => ((each as { kind?: string }).kind === 'begin' ? [(each as { orders: unknown }).orders] : []))
  const submitted = (said: readonly unknown[]) =>
    said.flatMap((each) => ((each as { kind?: string }).kind === 'submit' ? (each as { orders: unknown[] }).orders : []))

  async function opened(said: unknown[]) {
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const parts: Partial<SupervisorParts> = {
      ...{
        recipe: {} as never,
        thread: recordingThread(new EventEmitter(), said),
        machine: clock,
        log: silent as never,
        inputs: NO_INPUTS,
      },
      ...{
        openOrders: async () => [order],
        standingHalts: none,
        closedDays: none,
        rounds: none,
        newListings: none,
        bookedUntil: async () => null,
      },
      ...{ onEvents: () => Promise.resolve(), onChanges: () => undefined, onCycle: () => undefined },
      newThread: () => recordingThread(new EventEmitter(), said),
      restartAfterMs: 1,
    }
    const supervisor = new VenueSupervisor(parts as SupervisorParts)
    await supervisor.load()
    await supervisor.open(clock)
    return supervisor
  }
  const restarted = async (supervisor: VenueSupervisor, lives: number): Promise<void> => {
    await vi.waitFor(() => expect(supervisor.life).toBe(lives))
    await supervisor.cycle()
  }

  it('that was restored is not submitted once more, until it has been pulled', async () => {
    const said: unknown[] = []
    const supervisor = await opened(said)
    supervisor.submit([order])
    expect(submitted(said)).toEqual([])
    await supervisor.ask({ about: 'cancel', orderId: 'one', accountId: '1' })
    supervisor.submit([order])
    expect(submitted(said)).toEqual([order])
    await supervisor.stop()
  })

  it('that is pulled is not restored by a restart: it could trade while it is being ended', async () => {
    const said: unknown[] = []
    const supervisor = await opened(said)
    await supervisor.ask({ about: 'cancel', orderId: 'one', accountId: '1' })
    supervisor.restart('a test', () => false)
    await restarted(supervisor, 2)
    expect(begun(said)).toEqual([[order], []])
    await supervisor.stop()
  })

  it('that was pulled by a process that is gone is restored', async () => {
    const said: unknown[] = []
    const supervisor = await opened(said)
    await supervisor.ask({ about: 'cancel', orderId: 'one', accountId: '1' })
    supervisor.restart('a test', (accountId) => accountId === '1')
    await restarted(supervisor, 2)
    expect(begun(said)).toEqual([[order], [order]])
    await supervisor.stop()
  })
})

describe('a market that other processes run', () => {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const partsOf = (threads: readonly MarketThread[]): SupervisorParts => {
    const left = [...threads]
    const parts: Partial<SupervisorParts> = {
      ...{ recipe: {} as never, thread: left.shift() as MarketThread, newThread: () => left.shift() as MarketThread, restartAfterMs: 1 },
      ...{ machine: clock, log: silent as never, inputs: NO_INPUTS, openOrders: none, standingHalts: none, closedDays: none },
      ...{ rounds: none, newListings: none, bookedUntil: async () => null },
      ...{ onEvents: () => Promise.resolve(), onChanges: () => undefined, onCycle: () => undefined },
    }
    return parts as SupervisorParts
  }
  /** One that ends with a message of this kind, before it has answered or behind it. */
  const endingWith = (kind: string | undefined, isAnswered: boolean): MarketThread => {
    const events = new EventEmitter()
    const quick = quickThread(events)
    return {
      ...quick,
      postMessage: (message) => {
        const isLast = (message as { kind?: string }).kind === kind
        if (!isLast) return quick.postMessage(message)
        setImmediate(() => {
          if (isAnswered) events.emit('message', { kind: 'begun', changes: {} })
          events.emit('error', new Error('a group has another process'))
        })
      },
    }
  }

  it.each([
    ['while it loads', endingWith(undefined, false)],
    ['while it begins', endingWith('begin', false)],
    ['with its first word', endingWith('begin', true)],
  ])('opens with the next life where the first is lost %s', async (_, lost) => {
    const supervisor = new VenueSupervisor(partsOf([lost, quickThread(new EventEmitter())]))
    await supervisor.load()
    await supervisor.open(clock)
    await supervisor.cycle()
    expect(supervisor.life).toBe(2)
    await supervisor.stop()
  })
})
