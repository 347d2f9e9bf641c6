import { hexToBytes } from '@noble/hashes/utils.js'
import type { OwnLiability } from '@rueda/contract/trust.ts'
import type { LogEntry } from '@rueda/proof/entries.ts'
import { verifyOwnParts } from '@rueda/proof/sum-tree.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import type { Balance } from './replay.ts'

/** What the log says of an asset in a night. */
export type LoggedTotal = Extract<LogEntry, { kind: 'liabilities' }>

export type LiabilityJudgement =
  | Readonly<{ kind: 'fine'; assets: number }>
  /** The first asset that is not as the account's own entries have it, or not as the log does. */
  | Readonly<{ kind: 'wrong'; asset: string }>
  /** The account had entries by then, and is not in the newest night. */
  | Readonly<{ kind: 'leftOut' }>
  /** The first asset whose total should be in the log by now, and is not. */
  | Readonly<{ kind: 'unsigned'; asset: string }>
  /** No checkpoint covers it yet, or it could not be read. */
  | Readonly<{ kind: 'open' }>

/** Whether an account with its first entry at a moment has to be in the statement of a night: it was there a day before the night's day began. */
export const isSurelyIn = (night: string, firstEntryAt: number | null): boolean =>
  firstEntryAt !== null && firstEntryAt < Date.parse(`${night}T00:00:00Z`) - DAY_MS

type Judged = Readonly<{
  own: OwnLiability
  /** The key of the account's heads, in hex. */
  key: string
  /** Of the account's own entries up to the sequence of the statement, and the hash of the newest of them. */
  balances: readonly Balance[]
  head: string | null
  /** What was found at the place of each asset's entry, by asset; null where it could not be read. */
  logged: ReadonlyMap<string, LoggedTotal | null>
  /** The account's first entry behind that sequence; null where there is none. */
  nextEntryAt: number | null
  /** The log has had the time to say what the night said. */
  isOverdue: boolean
}>

/**
 * Judges a night's statement by what the account's own entries give (`docs/rules/proof.md` P.24): each asset that something is owed of is in it with
 * exactly that, and leads to the total that the log has.
 */
export function judgeLiability({ own, key, balances, head, logged, nextEntryAt, isOverdue }: Judged): LiabilityJudgement {
  // A statement that ends long before the night leaves out what came since.
  if (isSurelyIn(own.date, nextEntryAt)) return { kind: 'leftOut' }
  if (own.sequence > 0 && head !== own.head) return { kind: 'wrong', asset: own.assets[0]?.asset ?? '' }
  const owed = owedOf(balances)
  const missing = [...owed.keys()].find((asset) => !own.assets.some((each) => each.asset === asset))
  if (missing !== undefined) return { kind: 'wrong', asset: missing }
  let open: LiabilityJudgement | null = null
  for (const asset of own.assets) {
    const entry = logged.get(asset.asset)
    if (asset.entry === null || entry === undefined || entry === null) {
      open ??= asset.entry === null && isOverdue ? { kind: 'unsigned', asset: asset.asset } : { kind: 'open' }
      continue
    }
    const isSaid = entry.date === own.date && entry.asset === asset.asset && entry.root === asset.root
    const isTotal = entry.total === asset.total && entry.leaves === asset.leaves
    if (!isSaid || !isTotal || !isIncluded(own, asset, { key, owed: owed.get(asset.asset) ?? 0n }))
      return { kind: 'wrong', asset: asset.asset }
  }
  return open ?? { kind: 'fine', assets: own.assets.length }
}

/** Debts count as nothing, so that they hide nothing that is owed. */
function owedOf(balances: readonly Balance[]): ReadonlyMap<string, bigint> {
  const owed = new Map<string, bigint>()
  for (const { asset, amount } of balances) if (amount > 0n) owed.set(asset, (owed.get(asset) ?? 0n) + amount)
  return owed
}

type Own = Readonly<{ key: string; owed: bigint }>

function isIncluded(own: OwnLiability, { root, total, leaves, parts }: OwnLiability['assets'][number], { key, owed }: Own): boolean {
  const checked = {
    ...{ key: hexToBytes(key), date: own.date, account: own.accountNumber, sequence: own.sequence, head: hexToBytes(own.head) },
    ...{ size: leaves, balances: [owed] },
    parts: parts.map(({ index, amount, path }) => ({
      ...{ index, sums: [BigInt(amount)] },
      path: path.map(({ sum, hash }) => ({ sums: [BigInt(sum)], hash: hexToBytes(hash) })),
    })),
  }
  return verifyOwnParts(checked, { sums: [BigInt(total)], hash: hexToBytes(root) }).ok
}
