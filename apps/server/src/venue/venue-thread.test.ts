import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { type MarketThread, VenueUnavailable, startThread } from './venue-thread.ts'

/** Whoever waits for a thread hears when its life ends, however it ends. */
const onFailure = vi.fn()
const listeners = { onEvents: () => undefined, onProposed: () => expect.unreachable('nothing is proposed'), onFailure }
const begun = () => {
  const events = new EventEmitter()
  // It answers nothing, and says nothing of its end.
  const worker: MarketThread = {
    on: (name, listener) => events.on(name, listener),
    postMessage: () => undefined,
    terminate: () => Promise.resolve(0),
  }
  const thread = startThread(worker, {} as never, listeners)
  const answers = Promise.allSettled([thread.advance(0), thread.propose([], 0), thread.loaded])
  const reasons = async () => (await answers).map((answer) => (answer.status === 'rejected' ? (answer.reason as Error) : null))
  return { events, thread, reasons }
}

it('gives up what was asked when its life is ended, and what is asked afterwards', async () => {
  const { thread, reasons } = begun()
  await thread.end()
  const [advance, proposal, loaded] = await reasons()
  expect(advance).toBeInstanceOf(VenueUnavailable)
  expect(proposal).toBeInstanceOf(VenueUnavailable)
  expect(loaded?.message).toContain('has ended')
  await expect(thread.advance(0)).rejects.toThrow(VenueUnavailable)
  expect(onFailure).not.toHaveBeenCalled()
})

it('gives up what was asked when it ends by itself, and says so once', async () => {
  const { events, reasons } = begun()
  events.emit('error', new Error('out of memory'))
  events.emit('exit', 1)
  const [advance, , loaded] = await reasons()
  expect(advance).toBeInstanceOf(VenueUnavailable)
  expect(loaded?.message).toBe('out of memory')
  expect(onFailure).toHaveBeenCalledTimes(1)
})
