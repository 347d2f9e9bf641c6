import { expect, it } from 'vitest'
import { inputOrder, inputOwner } from './account-key.ts'
import { base64 } from './bytes.ts'
import { inputChainStart, inputHash, nextInputHead } from './input-chain.ts'

const key = new Uint8Array(32).fill(7)

it('begins otherwise for every instrument and date, and no two parts run into one another', () => {
  const starts = [
    inputChainStart('US:ARDV', '2026-11-18'),
    inputChainStart('US:ARD', 'V2026-11-18'),
    inputChainStart('US:ARDV', '2026-11-19'),
  ]
  expect(new Set(starts.map(base64)).size).toBe(3)
})

it('has another head for every change of a record or of the order of two', () => {
  const start = inputChainStart('US:ARDV', '2026-11-18')
  const chained = (...records: readonly object[]) =>
    base64(records.reduce<Uint8Array>((head, record) => nextInputHead(head, inputHash(record as never)), start))
  const [one, two] = [
    { number: 1, kind: 'begin' },
    { number: 2, kind: 'arrive' },
  ]
  const heads = [
    chained(one, two),
    chained(two, one),
    chained(one),
    chained(one, { ...two, number: 3 }),
    chained({ ...one, kind: 'halts' }, two),
  ]
  expect(new Set(heads).size).toBe(heads.length)
})

it('names owners and orders anew every day, and owners of one account and its orders by nothing in common', () => {
  const names = ['2026-11-18', '2026-11-19'].flatMap((date) => [
    base64(inputOwner(key, 'US:ARDV', date)),
    base64(inputOrder(key, 'US:ARDV', date, '1')),
    base64(inputOrder(key, 'US:ARDV', date, '2')),
  ])
  expect(new Set(names).size).toBe(names.length)
})
