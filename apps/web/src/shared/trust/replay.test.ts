import type { ChainEntry } from '@rueda/contract/trust.ts'
import { beforeEach, expect, it } from 'vitest'
import { book, newHouse, newestOf } from '../../testing/log-and-account.ts'
import { hashOf } from './chain.ts'
import { Replay } from './replay.ts'

/** `docs/rules/proof.md` P.32: an account's whole chain, computed anew. */
let chain: readonly ChainEntry[]
beforeEach(() => {
  const house = newHouse()
  for (let entry = 0; entry < 5; entry += 1) book(house, 100n)
  ;({ chain } = house)
})

const replayed = (entries: readonly ChainEntry[]): Replay => {
  const replay = new Replay()
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
  expect(replayed([first, { ...second, journal: 'J02' }, third, ...rest]).wrong).toBe(2)
  const changed = { ...second, journal: 'J02' }
  expect(replayed([first, { ...changed, hash: hashOf(changed) }, third, ...rest]).wrong).toBe(3)
  expect(replayed([first, second, ...rest]).wrong).toBe(3)
})

it('names an entry whose balance is not the sum of the amounts, though its hash covers it', () => {
  const [first, second] = chain as [ChainEntry, ChainEntry]
  const lines = second.lines.map((line) => (line.balanceAfter === null ? line : { ...line, balanceAfter: '201' }))
  const wrong = { ...second, lines }
  expect(replayed([first, { ...wrong, hash: hashOf(wrong) }])).toMatchObject({ wrong: 2, head: newestOf([first]) })
})
