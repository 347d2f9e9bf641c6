import { describe, expect, it } from 'vitest'
import { NoAnswer } from './bus.ts'
import { MAX_PART_BYTES, carryingLarge } from './large.ts'
import { createMemoryBus } from './memory-bus.ts'
import { packed, unpacked } from './parcel.ts'

const PATIENCE_MS = 500
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
