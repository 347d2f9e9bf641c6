import { isCustomerAccount } from '../../src/ledger/accounts.ts'
import { type Entry, type ExecutionTerms, GENESIS_HASH, isBalanced } from '../../src/ledger/entry.ts'
import type { Fill } from '../../src/orders/fill.ts'
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
export function* tallied(tally: Tally, { state, entries, fills }: Account): Generator<string> {
  yield* termBreaches(entries.slice(tally.entries), fills.slice(tally.fills))
  for (let index = tally.entries; index < entries.length; index += 1) {
    const entry = entries[index]
    if (entry === undefined) continue
    if (entry.keyCommitment !== state.keyCommitment) yield `CHAIN-1 entry ${entry.sequence} does not cover the key of its account`
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

const booksExecutions: ReadonlySet<string> = new Set(['J32', 'J33', 'J40', 'J42', 'J45', 'J46'])

/** CHAIN-2: the entries of an execution cover what its fill says, and no others cover anything of the kind. */
function* termBreaches(entries: readonly Entry[], fills: readonly Fill[]): Generator<string> {
  for (const { sequence, journal, cause, execution } of entries) {
    const booked = cause.kind === 'order' && booksExecutions.has(journal)
    const fill = booked ? fills.find(({ orderId, sequence: step }) => cause.id === orderId && cause.step === step) : undefined
    const expected = fill === undefined ? '-' : termsIn({ ...fill, match: fill.match?.number ?? null })
    const covered = execution === undefined ? '-' : termsIn(execution)
    if (covered !== expected) yield `CHAIN-2 entry ${sequence} covers ${covered} of its execution, its fill says ${expected}`
  }
}

const termsIn = ({ price, quantity, at, tradeDate, settlementDate, resting, match }: ExecutionTerms): string =>
  `${price} ${quantity} ${at} ${tradeDate} ${settlementDate} ${resting} ${match}`

const add = (sums: Map<string, bigint>, name: string, amount: bigint): void => void sums.set(name, (sums.get(name) ?? 0n) + amount)
export const summed = ({ sums }: Tally, name: string): bigint => sums.get(name) ?? 0n
