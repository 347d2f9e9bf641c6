import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_STOP_WAIT_MS, repeat } from './repeat.ts'

/** Work that is repeated, and its end. */
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const silent = { error: vi.fn() }

test('a stop waits for work that ends in time', async () => {
  let finish: () => void = () => undefined
  const job = repeat({ everyMs: 10, work: () => new Promise<void>((resolve) => (finish = resolve)), failed: 'x', atOnce: true }, silent)
  let isStopped = false
  const stopped = job.stop().then(() => (isStopped = true))
  await vi.advanceTimersByTimeAsync(MAX_STOP_WAIT_MS - 1)
  expect(isStopped).toBe(false)
  finish()
  await stopped
  expect(isStopped).toBe(true)
})

test('a stop waits no longer than its patience for work that goes on, and what is cut off so is no failure', async () => {
  let fail: (error: Error) => void = () => undefined
  const work = () => new Promise<void>((_resolve, reject) => (fail = reject))
  const job = repeat({ everyMs: 10, work, failed: 'x', atOnce: true }, silent)
  const stopped = job.stop()
  await vi.advanceTimersByTimeAsync(MAX_STOP_WAIT_MS)
  await stopped
  fail(new Error('the pool is closed'))
  await vi.advanceTimersByTimeAsync(1)
  expect(silent.error).not.toHaveBeenCalled()
})
