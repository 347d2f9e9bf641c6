import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saidWhenSlow } from './said-when-slow.ts'

/** A market that stands still says what it waits for, until that has come. */
const warn = vi.fn<(facts: object, message: string) => void>()
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  warn.mockClear()
})

it('names the step every half minute, and is quiet once it has come or failed', async () => {
  const thread = Promise.withResolvers<string>()
  const loaded = saidWhenSlow({ warn }, 'the thread to load', thread.promise)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(warn).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(31_000)
  expect(warn).toHaveBeenCalledTimes(2)
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ step: 'the thread to load' }), 'the market waits')
  thread.resolve('here')
  expect(await loaded).toBe('here')

  await expect(saidWhenSlow({ warn }, 'the open orders', Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(warn).toHaveBeenCalledTimes(2)
})
