import { bytesToHex } from '@noble/hashes/utils.js'
import type { OwnLiability } from '@rueda/contract/trust.ts'
import { liabilityId } from '@rueda/proof/account-key.ts'
import { PARTS, SPLIT_BYTES, splitInParts, sumLeaf, sumPath, sumRoot, sumTree } from '@rueda/proof/sum-tree.ts'
import { expect, it } from 'vitest'
import { type LoggedTotal, isSurelyIn, judgeLiability } from './judge-liability.ts'
import type { Balance } from './replay.ts'

/** `docs/rules/proof.md` P.24, from the owner's side: an account that is owed 12.34 dollars and three shares, beside another one. */
const DATE = '2026-11-18'
const KEY = new Uint8Array(32).fill(1)
const HEAD = new Uint8Array(32).fill(2)
const OTHER = new Uint8Array(32).fill(3)
const SPLIT = new Uint8Array(SPLIT_BYTES).fill(90)
const own = { account: '7', sequence: 5, head: HEAD }

/** What a house says of an asset of which it owes the account this much. */
function said(asset: string, owed: bigint): Readonly<{ own: OwnLiability['assets'][number]; entry: LoggedTotal }> {
  const leavesOf = (key: Uint8Array, of: typeof own, sum: bigint) =>
    splitInParts(sum, SPLIT).map((part, at) => ({ part, node: sumLeaf({ id: liabilityId(key, DATE, at), sums: [part], ...of }) }))
  const leaves = [...leavesOf(KEY, own, owed), ...leavesOf(OTHER, { account: '8', sequence: 9, head: OTHER }, 1_000n)]
  const tree = sumTree(leaves.map(({ node }) => node))
  const root = sumRoot(tree)
  const total = { root: bytesToHex(root.hash), total: String(root.sums[0]), leaves: leaves.length }
  const parts = leaves.slice(0, PARTS).map(({ part }, index) => ({
    ...{ index, amount: String(part) },
    path: sumPath(tree, index).map(({ sums, hash }) => ({ sum: String(sums[0]), hash: bytesToHex(hash) })),
  }))
  return { own: { asset, ...total, entry: 3, parts }, entry: { kind: 'liabilities', at: 1, date: DATE, asset, ...total } }
}

const balances: readonly Balance[] = [
  { account: 'U:CASH:US_WALLET', asset: 'USD', amount: 1_000n },
  { account: 'U:HOLD:US_WALLET', asset: 'USD', amount: 234n },
  { account: 'U:SEC:US:TEST', asset: 'US:TEST', amount: 300_000_000n },
  { account: 'U:LOAN:1', asset: 'debt USD', amount: -99_999n },
]
const DOLLARS = said('USD', 1_234n)
const SHARES = said('US:TEST', 300_000_000n)

function judged(
  change: Partial<{
    assets: readonly ReturnType<typeof said>[]
    head: string
    logged: Record<string, LoggedTotal | null>
    nextEntryAt: number
    isOverdue: boolean
    entry: null
  }> = {},
) {
  const assets = change.assets ?? [DOLLARS, SHARES]
  const logged = new Map<string, LoggedTotal | null>(assets.map(({ entry }) => [entry.asset, entry]))
  for (const [asset, entry] of Object.entries(change.logged ?? {})) logged.set(asset, entry)
  return judgeLiability({
    own: {
      ...{ date: DATE, timestamp: 1, accountNumber: '7', sequence: 5, head: bytesToHex(HEAD) },
      assets: assets.map((each) => ({ ...each.own, ...('entry' in change ? { entry: null } : {}) })),
    },
    ...{ nextEntryAt: change.nextEntryAt ?? null, isOverdue: change.isOverdue ?? false },
    ...{ key: bytesToHex(KEY), balances, head: change.head ?? bytesToHex(HEAD), logged },
  })
}

it('what the own entries give is in what is owed to everybody, and a debt takes nothing from it', () => {
  expect(judged()).toEqual({ kind: 'fine', assets: 2 })
})

it.each([
  ['a sum is smaller than the entries give', { assets: [said('USD', 1_233n), SHARES] }, 'USD'],
  ['a sum is larger, which is as wrong', { assets: [said('USD', 1_235n), SHARES] }, 'USD'],
  ['an asset is left out', { assets: [DOLLARS] }, 'US:TEST'],
  ['the log has another root', { logged: { USD: { ...DOLLARS.entry, root: 'ab'.repeat(32) } } }, 'USD'],
  ['the log has another total', { logged: { 'US:TEST': { ...SHARES.entry, total: '1' } } }, 'US:TEST'],
  ['the log says another day at that place', { logged: { USD: { ...DOLLARS.entry, date: '2026-11-17' } } }, 'USD'],
  ['the log says another asset at that place', { logged: { USD: { ...DOLLARS.entry, asset: 'EUR' } } }, 'USD'],
  ['it was said of another history', { head: 'cd'.repeat(32) }, 'USD'],
] as const)('is found wrong where %s', (_, change, asset) => {
  expect(judged(change)).toEqual({ kind: 'wrong', asset })
})

it('is open while the log does not have it', () => {
  expect(judged({ logged: { USD: null } })).toEqual({ kind: 'open' })
})

it.each([
  ['it had its first entry a day before the night began', Date.UTC(2026, 10, 16, 23), true],
  ['its first entry came on the day before, whose end by the clock of New York is another', Date.UTC(2026, 10, 17, 1), false],
  ['it has no entry', null, false],
])('an account is surely in a night where %s', (_, firstEntryAt, isIn) => {
  expect(isSurelyIn(DATE, firstEntryAt)).toBe(isIn)
})

it('a statement that ends days before the night leaves out what came since', () => {
  expect(judged({ nextEntryAt: Date.UTC(2026, 10, 16, 23) })).toEqual({ kind: 'leftOut' })
  expect(judged({ nextEntryAt: Date.UTC(2026, 10, 18, 23) })).toEqual({ kind: 'fine', assets: 2 })
})

it('what nobody signed is said once the log should have it, and hides no asset that is wrong', () => {
  expect(judged({ entry: null })).toEqual({ kind: 'open' })
  expect(judged({ entry: null, isOverdue: true })).toEqual({ kind: 'unsigned', asset: 'USD' })
  expect(judged({ isOverdue: true, logged: { 'USD': null, 'US:TEST': { ...SHARES.entry, total: '1' } } })).toEqual({
    kind: 'wrong',
    asset: 'US:TEST',
  })
})
