import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TooManyAnswers, createAnsweredOnce } from './answered-once.ts'

const MEBIBYTE = 1024 * 1024

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Answers by id, and how often each was worked out. */
function answering() {
  const once = createAnsweredOnce()
  const worked = new Map<string, number>()
  const ask = (id: string, bytes = 1): Promise<Uint8Array> =>
    once(id, async () => {
      worked.set(id, (worked.get(id) ?? 0) + 1)
      return new Uint8Array(bytes)
    })
  const timesOf = (id: string): number => worked.get(id) ?? 0
  return { once, ask, timesOf }
}

it('a message that comes twice is worked out once, also while it is', async () => {
  const { ask, timesOf } = answering()
  const [one, other] = await Promise.all([ask('call'), ask('call')])
  expect(await ask('call')).toBe(one)
  expect([other === one, timesOf('call')]).toEqual([true, 1])
})

it('what failed is worked out again', async () => {
  const { once, ask, timesOf } = answering()
  await expect(once('call', () => Promise.reject(new Error('another core leads')))).rejects.toThrow('another core leads')
  await ask('call')
  expect(timesOf('call')).toBe(1)
})

it('an answer is kept for longer than anybody asks again, and no longer', async () => {
  const { ask, timesOf } = answering()
  await ask('call')
  vi.advanceTimersByTime(14_000)
  await ask('another')
  await ask('call')
  expect(timesOf('call')).toBe(1)
  vi.advanceTimersByTime(2_000)
  await ask('a third')
  await ask('call')
  expect(timesOf('call')).toBe(2)
})

it('nothing that may be asked for again is forgotten: beyond a hundred thousand, new questions are refused until some are over', async () => {
  const { ask, timesOf } = answering()
  for (let call = 0; call < 100_000; call += 1) await ask(`call ${call}`)
  expect(() => ask('one more')).toThrow(TooManyAnswers)
  await ask('call 0')
  expect([timesOf('call 0'), timesOf('one more')]).toEqual([1, 0])
  vi.advanceTimersByTime(16_000)
  await ask('one more')
  expect(timesOf('one more')).toBe(1)
})

it('beyond 96 mebibytes as well', async () => {
  const { ask, timesOf } = answering()
  await ask('first', 50 * MEBIBYTE)
  await ask('second', 50 * MEBIBYTE)
  expect(() => ask('third')).toThrow(TooManyAnswers)
  await ask('first')
  expect(['first', 'third'].map(timesOf)).toEqual([1, 0])
})
