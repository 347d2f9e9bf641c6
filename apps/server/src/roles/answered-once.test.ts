import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAnsweredOnce } from './answered-once.ts'

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

it('an answer is kept for a minute', async () => {
  const { ask, timesOf } = answering()
  await ask('call')
  vi.advanceTimersByTime(59_000)
  await ask('another')
  await ask('call')
  expect(timesOf('call')).toBe(1)
  vi.advanceTimersByTime(2_000)
  await ask('a third')
  await ask('call')
  expect(timesOf('call')).toBe(2)
})

it('no more than twenty thousand are kept: the oldest go first', async () => {
  const { ask, timesOf } = answering()
  for (let call = 0; call < 20_002; call += 1) await ask(`call ${call}`)
  await Promise.all([ask('call 0'), ask('call 20001')])
  expect([timesOf('call 0'), timesOf('call 20001')]).toEqual([2, 1])
})

it('no more than 32 mebibytes are kept: the oldest go first, and the rest is kept', async () => {
  const { ask, timesOf } = answering()
  await ask('first', 20 * MEBIBYTE)
  await ask('second', 20 * MEBIBYTE)
  await ask('third', MEBIBYTE)
  for (const id of ['second', 'third', 'first']) await ask(id)
  expect(['first', 'second', 'third'].map(timesOf)).toEqual([2, 1, 1])
})
