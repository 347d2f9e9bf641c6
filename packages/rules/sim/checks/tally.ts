import { isCustomerAccount } from '../../src/ledger/accounts.ts'
import { type Entry, GENESIS_HASH, isBalanced } from '../../src/ledger/entry.ts'
import type { Account } from '../brokerage/account.ts'

/**
 * The running totals of a customer's journal. Every entry is read once, in the step that wrote it; a full check adds everything up again
 * from the first entry, so that no entry can change unseen.
 */
export type Tally = {
  entries: number
  hash: string
  at: number
  fills: number
  realised: bigint
  readonly sums: Map<string, bigint>
}

export const newTally = (): Tally => ({ entries: 0, hash: GENESIS_HASH, at: 0, fills: 0, realised: 0n, sums: new Map() })

/** Adds the entries written since; each breach is a sentence. The numbers are those of `docs/rules/invariants.md` 5. */
export function* tallied(tally: Tally, { entries, fills }: Account): Generator<string> {
  for (let index = tally.entries; index < entries.length; index += 1) {
    const entry = entries[index]
    if (entry === undefined) continue
    yield* placeBreaches(tally, entry)
    for (const { account, asset, amount } of entry.lines) {
      if (isCustomerAccount(account) || account.startsWith('H:FX:') || account.startsWith('H:INSURANCE')) add(tally.sums, account, amount)
      add(tally.sums, asset, amount)
    }
  }
  tally.entries = entries.length
  for (let index = tally.fills; index < fills.length; index += 1) tally.realised += fills[index]?.realised ?? 0n
  tally.fills = fills.length
}

function* placeBreaches(tally: Tally, entry: Entry): Generator<string> {
  if (!isBalanced(entry.lines)) yield `INV-01 entry ${entry.sequence} is not balanced`
  if (entry.sequence !== tally.entries + 1 || entry.previousHash !== tally.hash) yield `INV-05 the chain has a gap at ${entry.sequence}`
  if (entry.at < tally.at) yield `INV-06 entry ${entry.sequence} is earlier than the one before`
  tally.entries = entry.sequence
  tally.hash = entry.hash
  tally.at = entry.at
}

const add = (sums: Map<string, bigint>, name: string, amount: bigint): void => void sums.set(name, (sums.get(name) ?? 0n) + amount)
export const summed = ({ sums }: Tally, name: string): bigint => sums.get(name) ?? 0n
