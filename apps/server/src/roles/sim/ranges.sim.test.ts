import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Planted } from './ledger.ts'
import { type SimulationResult, simulate } from './run.ts'

/** A core and two processes that write accounts, replaced every second and a half, over a bus that loses, repeats, delays and reorders. */
const seedsUpTo = (last: number): readonly number[] => Array.from({ length: last }, (_, at) => at + 1)
const SEEDS = seedsUpTo(Number(process.env['SIM_RANGE_SEEDS'] ?? '20'))
const PLANTED_SEEDS = seedsUpTo(120)
const LIFE_MS = 300_000
const STEP_MS = 5_000

const realSleep = timersPromises.setTimeout
/** As Node's own, by the timers that are moved by hand, which leave that module alone. */
const sleepByHand = <Value>(ms?: number, value?: Value, options?: { signal?: AbortSignal }): Promise<Value> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(value as Value), ms)
    options?.signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new Error('aborted'))
    })
  })

beforeEach(() => {
  vi.useFakeTimers({
    now: Date.UTC(2026, 10, 30),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  timersPromises.setTimeout = sleepByHand as typeof realSleep
  syncBuiltinESMExports()
})
afterEach(() => {
  vi.useRealTimers()
  timersPromises.setTimeout = realSleep
  syncBuiltinESMExports()
})

async function simulateByHand(seed: number, planted: Planted = {}): Promise<SimulationResult> {
  let result: SimulationResult | null = null
  const life = simulate(seed, planted).then((value) => void (result = value))
  for (let passed = 0; passed < LIFE_MS && result === null; passed += STEP_MS) await vi.advanceTimersByTimeAsync(STEP_MS)
  if (result === null) throw new Error(`the life of seed ${seed} does not end`)
  await life
  return result
}

describe('accounts by range, simulated', () => {
  it.each(SEEDS)('seed %i: every promise is kept once, whoever dies or is replaced', async (seed) => {
    const { faults, promises } = await simulateByHand(seed)
    expect(faults).toEqual([])
    expect(promises).toBeGreaterThan(50)
  })

  it('the same seed lives the same life', async () => expect(await simulateByHand(3)).toEqual(await simulateByHand(3)))
})

describe('planted bugs', () => {
  const bugs: readonly (readonly [string, Planted])[] = [
    ['an old holder of a range still commits', { rangeNotHeld: true }],
    ['commands of an earlier core are still committed', { leadershipNotHeld: true }],
    ['a request is carried out again', { keysForgotten: true }],
    ['a report of the market is booked again', { reportsRepeated: true }],
    ['an acknowledged message is lost', { messagesLost: true }],
    ['the market is not restarted when a process is replaced', { marketGoesOn: true }],
    ['a restored order is accepted a second time', { restoredTwice: true }],
  ]
  it.each(bugs)('%s: found', async (_, planted) => {
    for (const seed of PLANTED_SEEDS) {
      const { faults } = await simulateByHand(seed, planted)
      if (faults.length > 0) return
    }
    throw new Error('no seed has found it')
  })
})
