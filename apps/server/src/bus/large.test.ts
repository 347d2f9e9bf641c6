import { afterEach, describe, expect, it, vi } from 'vitest'
import { NoAnswer } from './bus.ts'
import { MAX_PART_BYTES, carryingLarge } from './large.ts'
import { createMemoryBus } from './memory-bus.ts'
import { packed, unpacked } from './parcel.ts'

const PATIENCE_MS = 500
afterEach(() => void vi.useRealTimers())
const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => at % 251)

describe('a bus that carries short messages', () => {
  it.each([0, 1, MAX_PART_BYTES, MAX_PART_BYTES + 1, 3 * MAX_PART_BYTES])('carries questions and answers of %i bytes', async (length) => {
    const bus = carryingLarge(createMemoryBus())
    bus.answer('echo', async (body) => body)
    expect(Buffer.from(await bus.request('echo', bytes(length), PATIENCE_MS)).equals(Buffer.from(bytes(length)))).toBe(true)
  })

  it('answers nothing where a part of a question was lost', async () => {
    let parts = 0
    const bus = carryingLarge(createMemoryBus((subject) => (subject === 'echo.part' && ++parts === 1 ? [] : [0])))
    bus.answer('echo', async (body) => body)
    await expect(bus.request('echo', bytes(2 * MAX_PART_BYTES), PATIENCE_MS)).rejects.toThrow(NoAnswer)
  })

  it('gives each of several long questions its own answer, however their parts come', async () => {
    let told = 0
    const bus = carryingLarge(createMemoryBus(() => [told++ % 3]))
    bus.answer('length', async (body) => packed(body.length))
    const lengths = [MAX_PART_BYTES + 7, 2 * MAX_PART_BYTES + 1, 5]
    const answers = await Promise.all(lengths.map((length) => bus.request('length', bytes(length), PATIENCE_MS)))
    expect(answers.map((answer) => unpacked<number>(answer))).toEqual(lengths)
  })
})

describe('parts that nobody completes', () => {
  const PART = 1_000
  const ofTwo = { name: '', at: 0, count: 2, bytes: bytes(PART) }

  function answering(maxKeptBytes?: number) {
    const wire = createMemoryBus()
    carryingLarge(wire, maxKeptBytes).answer('length', async (body) => packed(body.length))
    const hand = (part: Partial<typeof ofTwo>) => wire.request('length.part', packed({ ...ofTwo, ...part }), PATIENCE_MS)
    const complete = async (name: string): Promise<number> => {
      await hand({ name, at: 1 })
      const answer = unpacked<{ whole: Uint8Array }>(await wire.request('length', packed({ name, count: 2 }), PATIENCE_MS))
      return unpacked<number>(answer.whole)
    }
    return { hand, complete }
  }

  it('take no more room than they may: the oldest go first', async () => {
    const { hand, complete } = answering(3 * PART)
    for (const name of ['first', 'second', 'third', 'fourth']) await hand({ name })
    await expect(complete('first')).rejects.toThrow(NoAnswer)
    expect(await complete('fourth')).toBe(2 * PART)
  })

  it('give their room back once they are put together', async () => {
    const { hand, complete } = answering(3 * PART)
    await hand({ name: 'first' })
    for (const name of ['second', 'third', 'fourth']) {
      await hand({ name })
      expect(await complete(name)).toBe(2 * PART)
    }
    expect(await complete('first')).toBe(2 * PART)
  })

  it('go after half a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    const { hand, complete } = answering()
    await hand({ name: 'early' })
    vi.advanceTimersByTime(29_000)
    await hand({ name: 'late' })
    vi.advanceTimersByTime(2_000)
    await expect(complete('early')).rejects.toThrow(NoAnswer)
    expect(await complete('late')).toBe(2 * PART)
  })

  it('are refused where they are more than any message has, or beyond their number', async () => {
    const { hand } = answering()
    await expect(hand({ name: 'endless', count: 141 })).rejects.toThrow(NoAnswer)
    await expect(hand({ name: 'beyond', at: 2 })).rejects.toThrow(NoAnswer)
  })
})

describe('a bus in memory', () => {
  it('says that nobody answers, once the time is over', async () => {
    await expect(createMemoryBus().request('nobody', packed(null), 20)).rejects.toThrow(NoAnswer)
  })

  it('carries values as they are', async () => {
    const bus = createMemoryBus()
    const value = { amount: 12_345_678_901_234_567_890n, by: new Map([['US:TEST', [1n, null]]]), nothing: undefined }
    const heard = new Promise<Uint8Array>((resolve) => bus.listen('told', resolve))
    bus.publish('told', packed(value))
    expect(unpacked(await heard)).toEqual(value)
  })

  it('repeats, delays and loses what it is told to', async () => {
    const fates = [[0, 0], [], [20]]
    const bus = createMemoryBus(() => fates.shift() ?? [0])
    const heard: number[] = []
    bus.listen('told', (body) => void heard.push(unpacked<number>(body)))
    for (const each of [1, 2, 3, 4]) bus.publish('told', packed(each))
    await expect.poll(() => heard).toEqual([1, 1, 4, 3])
  })
})
