import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noteKey, noteVerifier, openNote } from './note.ts'
import { parseCheckpoint } from './checkpoint.ts'
import { type Receipt, type ReceiptContent, noteOf, signReceipts, verifyReceipt } from './receipt.ts'
import { ORIGIN, textOf } from './testing/log.ts'

const signer = { name: `${ORIGIN}/receipts`, secretKey: new Uint8Array(32).fill(4) }
const keys = [noteKey(signer)]

const contentOf = (sequence: number): ReceiptContent => ({
  origin: ORIGIN,
  label: 'ab'.repeat(16),
  command: 'cd'.repeat(32),
  sequence,
  head: 'ef'.repeat(32),
  input: sequence % 2 === 0 ? null : { instrument: 'US:CPPR', number: sequence, previous: '01'.repeat(32) },
  quote: sequence % 3 === 0 ? null : { bid: '25.66', ask: '25.68', last: null },
  at: 1_795_000_000_000 + sequence,
})
const batch = (size: number): readonly Receipt[] =>
  signReceipts(
    Array.from({ length: size }, (_, at) => contentOf(at)),
    signer,
  )
const [first] = batch(1)

test('every receipt of a batch is verified by one signature, also after it went over the wire', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), (size) => {
      const receipts = batch(size)
      expect(new Set(receipts.map(({ batch: { signature } }) => signature)).size).toBe(1)
      for (const [at, receipt] of receipts.entries()) {
        expect(verifyReceipt(JSON.parse(JSON.stringify(receipt)), keys)).toEqual({ ok: true, value: contentOf(at) })
      }
    }),
    { numRuns: 4 },
  )
  expect(signReceipts([], signer)).toEqual([])
})

describe('a receipt is nobody’s but the house’s', () => {
  const receipt = batch(5)[3] ?? first

  test.each<[string, object]>([
    ['sequence', { sequence: 4 }],
    ['head', { head: '00'.repeat(32) }],
    ['command', { command: '00'.repeat(32) }],
    ['label', { label: '00'.repeat(16) }],
    ['time', { at: 1 }],
    ['origin', { origin: 'elsewhere.example' }],
    ['place in the input chain', { input: { instrument: 'US:CPPR', number: 4, previous: '01'.repeat(32) } }],
    ['place left out', { input: null }],
    ['quote', { quote: { bid: '25.66', ask: '25.69', last: null } }],
  ])('with another %s its signature is wrong', (_, change) => {
    expect(verifyReceipt({ ...receipt, ...change }, keys)).toEqual({ ok: false, fault: 'wrong-signature' })
  })

  test('in another place, with another way or by another key it is worth nothing', () => {
    if (receipt === undefined) throw new Error('There is a receipt')
    const other = (change: object): unknown => ({ ...receipt, batch: { ...receipt.batch, ...change } })
    expect(verifyReceipt(other({ index: 2 }), keys)).toEqual({ ok: false, fault: 'wrong-signature' })
    expect(verifyReceipt(other({ size: 6 }), keys)).toEqual({ ok: false, fault: 'wrong-signature' })
    expect(verifyReceipt(other({ index: 5 }), keys)).toEqual({ ok: false, fault: 'malformed-receipt' })
    expect(verifyReceipt(other({ path: receipt.batch.path.slice(1) }), keys)).toEqual({ ok: false, fault: 'malformed-receipt' })
    expect(verifyReceipt(other({ path: ['AAAA'] }), keys)).toEqual({ ok: false, fault: 'malformed-receipt' })
    expect(verifyReceipt(other({ key: 'a b' }), keys)).toEqual({ ok: false, fault: 'malformed-note' })
    expect(verifyReceipt(other({ key: 'elsewhere.example' }), keys)).toEqual({ ok: false, fault: 'no-known-signature' })
    expect(verifyReceipt(receipt, [noteKey({ ...signer, secretKey: new Uint8Array(32) })])).toEqual({
      ok: false,
      fault: 'no-known-signature',
    })
  })

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'receipt'],
    ['a field too many', { ...first, note: '' }],
    ['a field missing', { ...first, quote: undefined }],
    ['an amount that is no text', { ...first, quote: { bid: 25.66, ask: null, last: null } }],
    ['a sequence that is no count', { ...first, sequence: 1.5 }],
    ['a hash in capitals', { ...first, head: 'EF'.repeat(32) }],
    ['no batch', { ...first, batch: null }],
  ])('%s is no receipt', (_, value) => {
    expect(verifyReceipt(value, keys)).toEqual({ ok: false, fault: 'malformed-receipt' })
  })
})

test('receipts that are signed together are whole, and of one log', () => {
  expect(() => signReceipts([contentOf(1), { ...contentOf(2), origin: 'elsewhere.example' }], signer)).toThrow('of one log')
  expect(() => signReceipts([{ ...contentOf(1), head: '' }], signer)).toThrow('whole')
})

test('the note behind a receipt can be shown alone, and is no checkpoint', () => {
  const note = first === undefined ? null : noteOf(first)
  expect(openNote(note ?? '', keys.map(noteVerifier)).ok).toBe(true)
  expect(parseCheckpoint(textOf(note ?? ''))).toEqual({ ok: false, fault: 'malformed-checkpoint' })
})
