import type { CalendarDate, Instant } from '../time.ts'
import { type Wallet, type WalletType, emptyWallet, walletTypes } from '../wallets/wallet.ts'
import { isCustomerAccount, readCustomerAccount } from './accounts.ts'
import { type Entry, type EntryDraft, GENESIS_HASH, canonicalEntry, isBalanced } from './entry.ts'
import { belongsTo } from './journals.ts'
import type { Happening, Identified, RecordChange, RecordKind } from './record.ts'

/**
 * One customer's account, as far as a decision needs it: the head of the chain, wallets, and the records that were read. Decisions read it;
 * `post` is the only way it changes, so that every projection follows from entries.
 */
export type AccountState = {
  readonly accountId: string
  /** SHA-256 of the account's key, which every entry covers from the moment there is one; null before. */
  readonly keyCommitment: string | null
  frozen: boolean
  sequence: number
  headHash: string
  /** The moment of the newest entry; the next is never earlier. */
  lastAt: Instant
  openOrders: number
  readonly wallets: Map<WalletType, Wallet>
  /** By kind and key; a kind hands out its own with `of`. */
  readonly records: Map<RecordKind<Identified>, Map<string, Identified>>
}

type Unsettled = Readonly<{ wallet: WalletType; change: bigint }>
type SettledThrough = Readonly<{ wallet: WalletType; date: CalendarDate }>

/** The changes of a decision; saved in one transaction or not at all. */
export type Outcome = Readonly<{
  entries: readonly EntryDraft[]
  /** Records that are new or different, each once. */
  records?: readonly RecordChange[]
  /** Events beside entries, and the customer's messages. */
  events?: readonly Happening[]
  /** Change of sale proceeds waiting for settlement, by wallet. */
  unsettled?: readonly Unsettled[]
  /** Everything that a wallet's market settles up to a date has settled. */
  settledThrough?: readonly SettledThrough[]
  /** The account is frozen from now on, until a person has looked at it. */
  freezes?: true
}>

/** A wallet a decision works on; one that was not read is a bug, never an empty wallet. */
export function walletOf(state: AccountState, type: WalletType): Wallet {
  const wallet = state.wallets.get(type)
  if (wallet === undefined) throw new Error(`wallet ${type} of account ${state.accountId} was not read`)
  return wallet
}

/** The state of a new account: every wallet at zero, the chain empty. */
export const openAccountState = (accountId: string, keyCommitment: string | null = null): AccountState => ({
  accountId,
  keyCommitment,
  frozen: false,
  sequence: 0,
  headHash: GENESIS_HASH,
  lastAt: 0,
  openOrders: 0,
  wallets: new Map(walletTypes.map((type) => [type, emptyWallet(type)])),
  records: new Map(),
})

type Sha256 = (text: string) => string

/** Applies an outcome to the account state and returns its entries in their places. A broken entry is a bug and throws. */
export function post(state: AccountState, outcome: Outcome, now: Instant, sha256: Sha256): readonly Entry[] {
  return apply(state, outcome, (draft) => append(state, draft, now, sha256))
}

/** The account state as an outcome will leave it, for the next part of the same decision; nothing is posted, and the chain stays. */
export function foresee(state: AccountState, outcome: Outcome): AccountState {
  const records = new Map([...state.records].map(([kind, held]) => [kind, new Map(held)]))
  const foreseen = { ...state, wallets: new Map(state.wallets), records }
  apply(foreseen, outcome, (draft) => moveLines(foreseen, draft))
  return foreseen
}

function apply<Placed>(state: AccountState, outcome: Outcome, place: (draft: EntryDraft) => Placed): readonly Placed[] {
  const { records = [] } = outcome
  for (const { kind, row } of records) kind.prepare(state, row)
  const placed = outcome.entries.map(place)
  for (const { kind, row } of records) kind.keep(state, row)
  for (const change of outcome.unsettled ?? []) changeUnsettled(state, change)
  if (outcome.freezes === true) state.frozen = true
  for (const settled of outcome.settledThrough ?? []) keepSettled(state, settled)
  return placed
}

function append(state: AccountState, draft: EntryDraft, now: Instant, sha256: Sha256): Entry {
  const balancesAfter = moveLines(state, draft)
  const at = now > state.lastAt ? now : state.lastAt
  const { accountId, keyCommitment, headHash: previousHash } = state
  const covered = keyCommitment === null ? withoutTerms(draft) : draft
  const placed = { ...covered, accountId, sequence: state.sequence + 1, at, balancesAfter, previousHash, keyCommitment }
  const entry: Entry = { ...placed, hash: sha256(canonicalEntry(placed)) }
  state.sequence = entry.sequence
  state.headHash = entry.hash
  state.lastAt = at
  return entry
}

/** An entry says nothing that its hash does not cover. */
const withoutTerms = ({ execution: _uncovered, ...draft }: EntryDraft): EntryDraft => draft

/** Moves what an entry moves and returns the balance of each line's account; null for the brokerage's own. */
function moveLines(state: AccountState, { journal, cause, lines }: EntryDraft): readonly (bigint | null)[] {
  if (!isBalanced(lines)) throw new Error(`unbalanced entry ${journal} for ${cause.kind} ${cause.id}`)
  const strange = lines.find(({ account }) => !belongsTo(journal, account))
  if (strange !== undefined) throw new Error(`an entry ${journal} moves nothing of ${strange.account}`)
  return lines.map((line) => (isCustomerAccount(line.account) ? move(state, line.account, line.amount) : null))
}

const partOfWallet = { CASH: 'cash', HOLD: 'hold' } as const

/** Moves one account of the customer and returns its new balance, which is never negative, and never positive for a debt. */
function move(state: AccountState, account: string, amount: bigint): bigint {
  const place = readCustomerAccount(account)
  if (place.kind === 'loan') return notPositive(account, moveRecord(state, account, amount))
  if (place.kind !== 'wallet') return notNegative(account, moveRecord(state, account, amount))
  const wallet = walletOf(state, place.wallet)
  const part = partOfWallet[place.part]
  const balance = notNegative(account, wallet[part] + amount)
  state.wallets.set(place.wallet, { ...wallet, [part]: balance })
  return balance
}

/** An account outside the wallets belongs to some record that was read or is new. */
function moveRecord(state: AccountState, account: string, amount: bigint): bigint {
  const place = readCustomerAccount(account)
  for (const kind of state.records.keys()) {
    const balance = kind.move(state, place, amount)
    if (balance !== null) return balance
  }
  throw new Error(`nothing was read that ${account} belongs to`)
}

function notNegative(account: string, balance: bigint): bigint {
  if (balance < 0n) throw new Error(`${account} would go below zero`)
  return balance
}

function notPositive(account: string, balance: bigint): bigint {
  if (balance > 0n) throw new Error(`${account} would go above zero`)
  return balance
}

function changeUnsettled(state: AccountState, { wallet: type, change }: Unsettled): void {
  const wallet = walletOf(state, type)
  state.wallets.set(type, { ...wallet, unsettled: wallet.unsettled + change })
}

function keepSettled(state: AccountState, { wallet, date }: SettledThrough): void {
  state.wallets.set(wallet, { ...walletOf(state, wallet), settledThrough: date })
}
