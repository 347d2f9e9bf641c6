import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryBus } from '../bus/memory-bus.ts'
import { createRateLimits } from '../http/rate-limits.ts'
import { shareLimits } from './shared-limits.ts'

/** Twenty reads a second are allowed of what is no quote. */
const READ = { rateClass: 'others', accountId: '10002931', address: '203.0.113.7' } as const
const LOGIN = { rateClass: 'login', accountId: null, address: '203.0.113.7' } as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function twoFronts() {
  let now = 0
  const bus = createMemoryBus()
  const front = (from: string) =>
    shareLimits(
      createRateLimits(() => now),
      { bus, from },
    )
  const pass = async (ms: number): Promise<void> => {
    now += ms
    await vi.advanceTimersByTimeAsync(ms)
  }
  return { fronts: [front('one'), front('two')] as const, pass }
}

it('what one front lets in counts at the other', async () => {
  const {
    fronts: [one, two],
    pass,
  } = twoFronts()
  for (let request = 0; request < 20; request += 1) expect(one.take(READ)).toBeNull()
  await pass(100)
  expect(two.take(READ)).toBe(50)
  await pass(50)
  expect(two.take(READ)).toBeNull()
})

it('whoever goes from one to the other gets in as often as at one', async () => {
  const { fronts, pass } = twoFronts()
  let letIn = 0
  for (let tenth = 0; tenth < 600; tenth += 1) {
    for (const front of fronts) for (let request = 0; request < 5; request += 1) if (front.take(READ) === null) letIn += 1
    await pass(100)
  }
  // A minute at twenty a second, the first burst at both, and a tenth of a second in which one does not know of the other.
  expect(letIn).toBeGreaterThan(1_100)
  expect(letIn).toBeLessThan(1_300)
})

it('nobody waits for longer than two windows, however much was let in elsewhere', async () => {
  const {
    fronts: [one, two],
    pass,
  } = twoFronts()
  for (let turn = 0; turn < 3; turn += 1) {
    for (let request = 0; request < 5; request += 1) one.take(LOGIN)
    await pass(100)
  }
  expect(two.take(LOGIN)).toBeLessThanOrEqual(72_000)
})
