import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
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
    ...{ openOrders: none, standingHalts: none, closedDays: none, rounds: none, newListings: none },
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
