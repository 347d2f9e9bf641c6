import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { headLabel, headOpening, inputOwner, keyCommitment, liabilityId } from './account-key.ts'
import { batchOfHeads, entryOf, HEAD_ENTRY_BYTES, headEntry, isEntryOf, labelOf, paddingBytes, repeatedLabel } from './head.ts'
import { bytesOf, flipped } from './testing/shapes.ts'

const head = fc.record({ sequence: fc.maxSafeNat(), head: bytesOf(32) })
const u64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
const hmac = (key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer => createHmac('sha256', key).update(Buffer.concat(parts)).digest()

test('what follows from the key of an account is as it is written down, with another library', () => {
  fc.assert(
    fc.property(bytesOf(32), head, (key, at) => {
      const label = hmac(key, Buffer.of(1), u64(at.sequence)).subarray(0, 16)
      const opening = hmac(key, Buffer.of(2), u64(at.sequence))
      const hidden = hmac(opening, Buffer.from('rueda/head/v1\0'), u64(at.sequence), at.head)
      expect(Buffer.from(headEntry(key, at))).toEqual(Buffer.concat([Buffer.of(1), label, hidden]))
      expect(Buffer.from(liabilityId(key, '2026-11-23', 2))).toEqual(hmac(key, Buffer.of(3), Buffer.from('2026-11-23'), Buffer.of(2)))
      expect(Buffer.from(inputOwner(key, 'US:CPPR', '2026-11-23'))).toEqual(hmac(key, Buffer.of(4), Buffer.from('US:CPPR\x002026-11-23')))
      expect(Buffer.from(keyCommitment(key))).toEqual(createHash('sha256').update(key).digest())
    }),
  )
  expect(() => headLabel(new Uint8Array(31), 1)).toThrow(RangeError)
})

describe('the entry of a head', () => {
  test('has 49 bytes, and opens to this head alone', () => {
    fc.assert(
      fc.property(bytesOf(32), head, fc.nat(), (key, at, bit) => {
        const entry = headEntry(key, at)
        const opened = { ...at, label: headLabel(key, at.sequence), opening: headOpening(key, at.sequence) }
        expect(entry).toHaveLength(HEAD_ENTRY_BYTES)
        expect(HEAD_ENTRY_BYTES).toBe(49)
        expect(labelOf(entry)).toEqual(opened.label)
        expect(isEntryOf(entry, opened)).toBe(true)
        expect(isEntryOf(flipped(entry, bit), opened)).toBe(false)
        expect(isEntryOf(entry, { ...opened, head: flipped(at.head, bit) })).toBe(false)
        expect(isEntryOf(entry, { ...opened, opening: flipped(opened.opening, bit) })).toBe(false)
        expect(isEntryOf(entry, { ...opened, sequence: at.sequence === 0 ? 1 : at.sequence - 1 })).toBe(false)
      }),
    )
  })

  test('another length of label or head is a mistake', () => {
    const whole = { label: new Uint8Array(16), opening: new Uint8Array(32), sequence: 1, head: new Uint8Array(32) }
    expect(() => entryOf({ ...whole, label: new Uint8Array(15) })).toThrow(RangeError)
    expect(() => entryOf({ ...whole, head: new Uint8Array(33) })).toThrow(RangeError)
  })
})

describe('the batch of a checkpoint', () => {
  const headsOf = (count: number): readonly Uint8Array[] =>
    Array.from({ length: count }, (_, at) => headEntry(new Uint8Array(32).fill(at % 251), { sequence: at, head: new Uint8Array(32) }))
  /** Different bytes, as random ones are. */
  const random = (bytes: number): Uint8Array =>
    Uint8Array.from({ length: bytes }, (_, at) => createHash('sha256').update(String(at)).digest()[0] ?? 0)

  test.each([
    [0, 16],
    [1, 16],
    [15, 16],
    [16, 16],
    [17, 32],
    [100, 128],
    [128, 128],
  ])('of %i heads has %i entries, all alike', (count, size) => {
    const heads = headsOf(count)
    const batch = batchOfHeads(heads, random(paddingBytes(count)))
    expect(batch).toHaveLength(size)
    expect(new Set(batch.map(({ length }) => length))).toEqual(new Set([49]))
    expect(batch.every((entry) => labelOf(entry) !== null)).toBe(true)
    expect(batch).toEqual(batch.toSorted(Buffer.compare))
    expect(heads.every((entry) => batch.includes(entry))).toBe(true)
  })

  test('says nothing of the order in which heads came', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...headsOf(20)], { minLength: 20 }), (shuffled) => {
        expect(batchOfHeads(shuffled, random(paddingBytes(20)))).toEqual(batchOfHeads(headsOf(20), random(paddingBytes(20))))
      }),
      { numRuns: 20 },
    )
  })

  test('takes as many random bytes as it needs, and no label twice', () => {
    expect(() => batchOfHeads(headsOf(3), random(paddingBytes(3) - 1))).toThrow(RangeError)
    const [one = new Uint8Array(0), ...others] = headsOf(16)
    expect(() => batchOfHeads([one, one, ...others.slice(1)], new Uint8Array(0))).toThrow('the label')
  })
})

test('a fork shows itself by a label that comes twice; entries of other kinds have none', () => {
  const key = new Uint8Array(32).fill(5)
  const one = headEntry(key, { sequence: 7, head: new Uint8Array(32) })
  const forked = headEntry(key, { sequence: 7, head: new Uint8Array(32).fill(1) })
  const next = headEntry(key, { sequence: 8, head: new Uint8Array(32) })
  expect(repeatedLabel([one, next])).toBeNull()
  expect(repeatedLabel([one, next, forked])).toEqual(headLabel(key, 7))
  expect(labelOf(Buffer.from('{"at":1,"kind":"alive"}'))).toBeNull()
  expect(labelOf(one.subarray(1))).toBeNull()
})
