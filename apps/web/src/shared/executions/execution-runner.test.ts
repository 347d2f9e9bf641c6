import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type PartOrder, type RunnerOrder, startRunner } from './execution-runner.ts'

/** Threads that answer by their kind of order: the first runs the day, the others help it or do not. */
type Helper = 'helps' | 'fails' | 'refused'
let helper: Helper
let started: Thread[]

class Thread extends EventTarget {
  readonly parts: PartOrder['part'][] = []
  isEnded = false

  constructor() {
    super()
    if (started.length > 0 && helper === 'refused') throw new Error('no more workers')
    started.push(this)
    if (started.length > 1 && helper === 'fails') queueMicrotask(() => this.dispatchEvent(new Event('error')))
  }

  postMessage(order: RunnerOrder): void {
    if (this !== started[0] && helper === 'fails') return
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: this.#answer(order) })))
  }

  terminate(): void {
    this.isEnded = true
  }

  #answer(order: RunnerOrder) {
    if (order.kind === 'prove') return { kind: 'proven', newly: ['a day'], world: { days: [] } }
    if (order.kind !== 'part') return { kind: 'rerun', executions: 'parts' in order ? order.parts.map(([part]) => part) : [] }
    this.parts.push(order.part)
    return { kind: 'part', values: Float64Array.of(order.part.part) }
  }
}

beforeEach(() => {
  started = []
  vi.stubGlobal('Worker', Thread)
  vi.stubGlobal('navigator', { hardwareConcurrency: 3 })
})
afterEach(() => vi.unstubAllGlobals())

const ORDER = { alwaysOpen: true, days: [], publicKey: '', proven: [], scenario: null, until: null }

it.each<[Helper, readonly number[], number]>([
  ['helps', [0], 3],
  ['fails', [0, 1, 2], 3],
  ['refused', [0], 1],
])('a day is run from all its parts where a helper %s', async (kind, ofRunner, threads) => {
  helper = kind
  const runner = startRunner()
  const report = await runner.rerun(ORDER, () => undefined)
  expect(started).toHaveLength(threads)
  expect(started[0]?.parts.map(({ part }) => part)).toEqual(ofRunner)
  expect(report).toEqual({ kind: 'rerun', executions: Array.from({ length: threads }, (_, part) => part), newlyProven: ['a day'] })
  expect(started.map(({ isEnded }) => isEnded)).toEqual(started.map((_, at) => at > 0))
  runner.end()
  expect(started.every(({ isEnded }) => isEnded)).toBe(true)
})

it('ends where the runner itself does not start', async () => {
  helper = 'helps'
  const runner = startRunner()
  started[0]?.dispatchEvent(new Event('error'))
  await expect(runner.rerun(ORDER, () => undefined)).rejects.toThrow('ended')
})
