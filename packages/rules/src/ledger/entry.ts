import type { CalendarDate, Instant } from '../time.ts'
import type { Journal } from './journals.ts'

/** A signed amount: minor units for a currency, 10^-8 units for an instrument. Plus increases what the account holds. */
export type Line = Readonly<{ account: string; asset: string; amount: bigint }>

/** `margin` is the event of one position: money added, or by date a daily settlement, a rollover, an expiry. */
export type CauseKind =
  | 'order'
  | 'grant'
  | 'newBeginning'
  | 'settlement'
  | 'transfer'
  | 'referral'
  | 'deposit'
  | 'withdrawal'
  | 'margin'
  | 'dividend'
  | 'split'
  | 'fund'
  | 'mandate'
  | 'subscription'
  | 'lock'
  | 'robot'
  | 'loan'
  | 'reversal'
/** One business event posts one step once. */
export type Cause = Readonly<{ kind: CauseKind; id: string; step: number }>

/** What an execution was, on the entries that book it: price and quantity in units of 10^-8, and the number that a trade between customers has. */
export type ExecutionTerms = Readonly<{
  price: bigint
  quantity: bigint
  at: Instant
  tradeDate: CalendarDate
  settlementDate: CalendarDate
  /** It rested at the venue until somebody took it. */
  resting: boolean
  match: number | null
}>

/**
 * A journal entry moves amounts between accounts, and per asset its lines add up to zero. It belongs to the chain
 * of one customer, names the event that caused it, and is never changed: a mistake is corrected by a new entry
 * that reverses it (`docs/rules/ledger.md` G).
 * This is an entry as a rule decides it, before the ledger gives it its place in the chain.
 */
export type EntryDraft = Readonly<{
  journal: Journal
  cause: Cause
  lines: readonly Line[]
  valueDate: CalendarDate
  reversalOf?: number
  /** Of the execution that it books. */
  execution?: ExecutionTerms
}>

/** An entry in its place: numbered without gaps per customer, each hash over the one before and the whole entry. */
export type Entry = EntryDraft &
  Readonly<{
    accountId: string
    sequence: number
    at: Instant
    /** Balance of each line's account after this entry; null for accounts of the brokerage, which are only summed. */
    balancesAfter: readonly (bigint | null)[]
    previousHash: string
    /** SHA-256 of the account's key in hex, which the hash covers too; null for an entry from before accounts had keys. */
    keyCommitment: string | null
    hash: string
  }>

/** The hash before the first entry of every chain. */
export const GENESIS_HASH = '0'.repeat(64)

type Movement = Readonly<{ from: string; to: string; asset: string; amount: bigint }>

/** "a→b X": X leaves one account and arrives on the other. Nothing moved is no lines. */
export function transfer({ from, to, asset, amount }: Movement): readonly Line[] {
  if (amount < 0n) throw new Error(`a transfer moves a positive amount, not ${amount}`)
  if (amount === 0n) return []
  return [
    { account: from, asset, amount: -amount },
    { account: to, asset, amount },
  ]
}

/** Joins lines of one account and asset, and drops those that cancel out. */
export function mergeLines(lines: readonly Line[]): readonly Line[] {
  const merged = new Map<string, Line>()
  for (const line of lines) {
    const key = `${line.account}|${line.asset}`
    const known = merged.get(key)
    merged.set(key, known === undefined ? line : { ...line, amount: known.amount + line.amount })
  }
  return [...merged.values()].filter((line) => line.amount !== 0n)
}

/** True when every asset's lines add up to zero and there is something to post. */
export function isBalanced(lines: readonly Line[]): boolean {
  const [first, second, third] = lines
  if (first === undefined || second === undefined) return false
  // Two lines, as most entries have, need no sums.
  if (third === undefined) return first.asset === second.asset && first.amount !== 0n && first.amount === -second.amount
  const sums = new Map<string, bigint>()
  for (const { asset, amount } of lines) sums.set(asset, (sums.get(asset) ?? 0n) + amount)
  return lines.every((line) => line.amount !== 0n) && [...sums.values()].every((sum) => sum === 0n)
}

/** How the text begins that is hashed of an entry which covers the account's key; one from before there were any begins with a hash. */
const SECOND_FORMAT = 'rueda/entry/v2'

/**
 * The exact text that is hashed: every field of the entry, in one order, with separators no field can hold (`docs/rules/ledger.md` G.6). An entry
 * without a commitment to the account's key has the first format, which covers no terms of executions either.
 */
export function canonicalEntry(entry: Omit<Entry, 'hash'>): string {
  let lines = ''
  for (let index = 0; index < entry.lines.length; index += 1) {
    const line = entry.lines[index]
    if (line !== undefined) lines += `\n${line.account} ${line.asset} ${line.amount} ${entry.balancesAfter[index] ?? '-'}`
  }
  const { cause, keyCommitment } = entry
  const place =
    `${entry.previousHash}\n${entry.accountId} ${entry.sequence} ${entry.at} ${entry.valueDate} ${entry.journal} ` +
    `${cause.kind} ${cause.id} ${cause.step} ${entry.reversalOf ?? '-'}`
  if (keyCommitment === null) return place + lines
  return `${SECOND_FORMAT}\n${keyCommitment}\n${place}\n${entry.execution === undefined ? '-' : canonicalTerms(entry.execution)}${lines}`
}

const canonicalTerms = ({ price, quantity, at, tradeDate, settlementDate, resting, match }: ExecutionTerms): string =>
  `${price} ${quantity} ${at} ${tradeDate} ${settlementDate} ${resting ? 'resting' : 'taking'} ${match ?? '-'}`

/** J99: the exact negation of an entry, naming it. */
export function reversalOf(entry: Pick<Entry, 'sequence' | 'lines'>, valueDate: CalendarDate): EntryDraft {
  return {
    journal: 'J99',
    cause: { kind: 'reversal', id: String(entry.sequence), step: 0 },
    lines: entry.lines.map((line) => ({ ...line, amount: -line.amount })),
    valueDate,
    reversalOf: entry.sequence,
  }
}
