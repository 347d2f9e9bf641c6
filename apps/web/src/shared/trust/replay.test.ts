import type { ChainEntry } from '@rueda/contract/trust.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { KEY_COMMITMENT, book, newHouse, newestOf } from '../../testing/log-and-account.ts'
import { CoveredExecutions } from './check-executions.ts'
import { hashOf } from './chain.ts'
import { Replay } from './replay.ts'

/** `docs/rules/proof.md` P.32: an account's whole chain, computed anew. */
let chain: readonly ChainEntry[]
beforeEach(() => {
  const house = newHouse()
  for (let entry = 0; entry < 5; entry += 1) book(house, 100n)
  ;({ chain } = house)
})

const OTHER_COMMITMENT = 'ef'.repeat(32)
/** With the hash of what it has become. */
const anew = (entry: ChainEntry): ChainEntry => ({ ...entry, hash: hashOf(entry) })
const replayed = (entries: readonly ChainEntry[]): Replay => {
  const replay = new Replay(KEY_COMMITMENT)
  replay.add(entries.slice(0, 2))
  replay.add(entries.slice(2))
  return replay
}

it('leads, page by page, to the head and to the balances of the account alone', () => {
  const replay = replayed(chain)
  expect(replay).toMatchObject({ wrong: null, head: newestOf(chain) })
  expect(replay.balances).toEqual([{ account: 'U:STOCK:CASH', asset: 'USD', amount: 500n }])
  expect([1, 5, 6].map((sequence) => replay.headAt(sequence))).toEqual([chain[0]?.hash, chain[4]?.hash, null])
})

it('names an entry that has another hash, one that was changed with its hash, and one that is missing', () => {
  const [first, second, third, ...rest] = chain as [ChainEntry, ChainEntry, ChainEntry, ...ChainEntry[]]
  const at = (sequence: number) => ({ sequence, unlike: 'chain' })
  expect(replayed([first, { ...second, journal: 'J02' }, third, ...rest]).wrong).toEqual(at(2))
  expect(replayed([first, anew({ ...second, journal: 'J02' }), third, ...rest]).wrong).toEqual(at(3))
  expect(replayed([first, second, ...rest]).wrong).toEqual(at(3))
})

it('names an entry whose balance is not the sum of the amounts, though its hash covers it', () => {
  const [first, second] = chain as [ChainEntry, ChainEntry]
  const lines = second.lines.map((line) => (line.balanceAfter === null ? line : { ...line, balanceAfter: '201' }))
  const wrong = { ...second, lines }
  expect(replayed([first, anew(wrong)])).toMatchObject({ wrong: { sequence: 2, unlike: 'chain' }, head: newestOf([first]) })
})

it('names an entry that covers another key than the one that the house gives, though everything fits otherwise', () => {
  const [first, second] = chain as [ChainEntry, ChainEntry]
  const swapped = replayed([first, anew({ ...second, keyCommitment: OTHER_COMMITMENT })])
  expect(swapped).toMatchObject({ wrong: { sequence: 2, unlike: 'key' }, head: newestOf([first]) })
  // With a key of its own the whole chain can be written anew: then it is the first entry that is not of the key that the device knows.
  expect(replayed([anew({ ...first, keyCommitment: OTHER_COMMITMENT })]).wrong).toEqual({ sequence: 1, unlike: 'key' })
})

it('follows entries of the first format until one covers the key, and none after it', () => {
  const [first, second, third] = chain as [ChainEntry, ChainEntry, ChainEntry]
  const older = anew({ ...first, keyCommitment: null })
  const covering = anew({ ...second, previousHash: older.hash })
  expect(replayed([older, covering]).wrong).toBeNull()
  expect(replayed([older, covering, anew({ ...third, keyCommitment: null, previousHash: covering.hash })]).wrong).toEqual({
    ...{ sequence: 3, unlike: 'chain' },
  })
})

describe('the executions that a chain covers', () => {
  const terms = { price: '18237000000', quantity: '150000000', timestamp: 1_000, tradeDate: '2026-03-11', settlementDate: '2026-03-12' }
  const execution = { ...terms, isResting: 0, match: null } as const
  const bought = (step: number): ChainEntry => ({
    ...(chain[0] as ChainEntry),
    ...{ journal: 'J32', cause: { kind: 'order', id: `order-${Math.ceil(step / 2)}`, step }, execution },
  })
  const shown = (sequence: number) => ({ sequence, price: '182.37', quantity: '1.50', tradeTimestamp: 1_000 })
  const order = { orderNo: 'A-1', positionId: null }
  let covered: CoveredExecutions
  beforeEach(() => {
    covered = new CoveredExecutions()
    covered.add([1, 2, 3].map(bought))
  })

  it('are those of the newest orders, and are the same however they are written', () => {
    expect(covered.newestOrders(1)).toEqual(['order-2'])
    expect(covered.compare('order-1', { ...order, fills: [shown(1), shown(2)] })).toBe(2)
  })

  it.each([
    ['a price', { price: '182.38' }],
    ['a quantity', { quantity: '1.5001' }],
    ['a time', { tradeTimestamp: 2_000 }],
  ])('are held against %s that the app shows', (_, change) => {
    expect(covered.compare('order-1', { ...order, fills: [shown(1), { ...shown(2), ...change }] })).toMatchObject({
      ...{ orderNumber: 'A-1', covered: '1.5 × 182.37 (1970-01-01T00:00:01.000Z)' },
    })
  })

  it('are held against one that is left out, or made up', () => {
    expect(covered.compare('order-1', { ...order, fills: [shown(1)] })).toMatchObject({ shown: '–' })
    expect(covered.compare('order-2', { ...order, fills: [shown(3), shown(4)] })).toMatchObject({ covered: '–' })
    // An entry of the first format covers nothing, so that nothing can be made up beside it.
    covered.add([{ ...bought(5), execution: null }])
    expect(covered.compare('order-2', { ...order, fills: [shown(3), shown(4)] })).toBe(1)
  })
})
