import type { Card } from '../cards/card.ts'
import type { ChannelId } from '../deposits/channel.ts'
import type { Arrival, Deposit } from '../deposits/deposit.ts'
import type { MessageDraft } from '../messages/message.ts'
import { type Position, emptyPosition } from '../positions/position.ts'
import { type MarginPosition, emptyMarginPosition } from '../margin/position.ts'
import type { OrderEvent } from '../orders/events.ts'
import { type Order, isWorking } from '../orders/order.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { Transfer } from '../transfers/transfer.ts'
import type { Withdrawal, WithdrawalEvent } from '../withdrawals/withdrawal.ts'
import { type Wallet, type WalletType, emptyWallet, walletTypes } from '../wallets/wallet.ts'
import { isCustomerAccount, readCustomerAccount } from './accounts.ts'
import { type Entry, type EntryDraft, GENESIS_HASH, canonicalEntry, isBalanced } from './entry.ts'
import type { Fill } from '../orders/fill.ts'
import { belongsTo } from './journals.ts'

/**
 * One customer's books, as far as a decision needs them: the head of the chain, wallets, orders and open positions.
 * Decisions read them; `post` is the only way they change, so that every projection follows from entries.
 */
export type Books = {
  readonly accountId: string
  frozen: boolean
  sequence: number
  headHash: string
  /** The moment of the newest entry; the next is never earlier. */
  lastAt: Instant
  openOrders: number
  readonly wallets: Map<WalletType, Wallet>
  readonly orders: Map<string, Order>
  readonly transfers: Map<string, Transfer>
  readonly deposits: Map<string, Deposit>
  readonly withdrawals: Map<string, Withdrawal>
  /** Where money may leave to; what a card says of it is sealed and not part of the books. */
  readonly cards: Map<string, Card>
  /** Open positions by instrument. */
  readonly positions: Map<string, Position>
  /** Positions on isolated margin, by their id. */
  readonly marginPositions: Map<string, MarginPosition>
}

/** A line of the chain or the bank, with whose it is. */
export type OwnArrival = Arrival & Readonly<{ accountId: string; channel: ChannelId }>

type Unsettled = Readonly<{ wallet: WalletType; change: bigint }>
type SettledThrough = Readonly<{ wallet: WalletType; date: CalendarDate }>

/** What a decision changes; saved in one transaction or not at all. */
export type Outcome = Readonly<{
  entries: readonly EntryDraft[]
  orders?: readonly Order[]
  fills?: readonly Fill[]
  /** What happened to orders beside their fills: the timelines that customers read. */
  orderEvents?: readonly OrderEvent[]
  positions?: readonly Position[]
  transfers?: readonly Transfer[]
  deposits?: readonly Deposit[]
  /** What the outside world brought, as it said so itself. */
  arrivals?: readonly OwnArrival[]
  withdrawals?: readonly Withdrawal[]
  withdrawalEvents?: readonly WithdrawalEvent[]
  marginPositions?: readonly MarginPosition[]
  /** Change of sale proceeds waiting for settlement, by wallet. */
  unsettled?: readonly Unsettled[]
  /** Everything that a wallet's market settles up to a date has settled. */
  settledThrough?: readonly SettledThrough[]
  /** The account is frozen from now on, until a person has looked at it. */
  freezes?: true
  /** What the customer is told; the end of an order is told without being named here. */
  messages?: readonly MessageDraft[]
}>

/** A wallet a decision works on; one that was not read is a bug, never an empty wallet. */
export function walletOf(books: Books, type: WalletType): Wallet {
  const wallet = books.wallets.get(type)
  if (wallet === undefined) throw new Error(`wallet ${type} of account ${books.accountId} was not read`)
  return wallet
}

/** The books of a new account: every wallet at zero, the chain empty. */
export const openBooks = (accountId: string): Books => ({
  accountId,
  frozen: false,
  sequence: 0,
  headHash: GENESIS_HASH,
  lastAt: 0,
  openOrders: 0,
  wallets: new Map(walletTypes.map((type) => [type, emptyWallet(type)])),
  orders: new Map(),
  transfers: new Map(),
  deposits: new Map(),
  withdrawals: new Map(),
  cards: new Map(),
  positions: new Map(),
  marginPositions: new Map(),
})

type Sha256 = (text: string) => string

/** Applies an outcome to the books and returns its entries in their places. A broken entry is a bug and throws. */
export function post(books: Books, outcome: Outcome, now: Instant, sha256: Sha256): readonly Entry[] {
  // Positions come first: they bring the holdings that an entry's lines then move.
  for (const position of outcome.positions ?? [])
    if (!books.positions.has(position.instrumentId)) books.positions.set(position.instrumentId, emptyPosition(position))
  for (const position of outcome.marginPositions ?? [])
    if (!books.marginPositions.has(position.id)) books.marginPositions.set(position.id, emptyMarginPosition(position, position.openedAt))
  const entries = outcome.entries.map((draft) => append(books, draft, now, sha256))
  for (const position of outcome.positions ?? []) keepPosition(books, position)
  for (const position of outcome.marginPositions ?? []) keepMarginPosition(books, position)
  for (const order of outcome.orders ?? []) keepOrder(books, order)
  for (const transfer of outcome.transfers ?? []) books.transfers.set(transfer.id, transfer)
  for (const deposit of outcome.deposits ?? []) books.deposits.set(deposit.id, deposit)
  for (const withdrawal of outcome.withdrawals ?? []) books.withdrawals.set(withdrawal.id, withdrawal)
  for (const change of outcome.unsettled ?? []) changeUnsettled(books, change)
  if (outcome.freezes === true) books.frozen = true
  for (const settled of outcome.settledThrough ?? []) keepSettled(books, settled)
  return entries
}

function append(books: Books, draft: EntryDraft, now: Instant, sha256: Sha256): Entry {
  if (!isBalanced(draft.lines)) throw new Error(`unbalanced entry ${draft.journal} for ${draft.cause.kind} ${draft.cause.id}`)
  const strange = draft.lines.find(({ account }) => !belongsTo(draft.journal, account))
  if (strange !== undefined) throw new Error(`an entry ${draft.journal} moves nothing of ${strange.account}`)
  const at = now > books.lastAt ? now : books.lastAt
  const balancesAfter = draft.lines.map((line) => (isCustomerAccount(line.account) ? move(books, line.account, line.amount) : null))
  const placed = { ...draft, accountId: books.accountId, sequence: books.sequence + 1, at, balancesAfter, previousHash: books.headHash }
  const entry: Entry = { ...placed, hash: sha256(canonicalEntry(placed)) }
  books.sequence = entry.sequence
  books.headHash = entry.hash
  books.lastAt = at
  return entry
}

const partOfWallet = { CASH: 'cash', HOLD: 'hold' } as const
const partOfPosition = { SEC: 'free', SECHOLD: 'held', SECLOCK: 'locked' } as const

/** Moves one account of the customer and answers its new balance, which is never negative. */
function move(books: Books, account: string, amount: bigint): bigint {
  const place = readCustomerAccount(account)
  if (place.kind === 'wallet') {
    const wallet = walletOf(books, place.wallet)
    const part = partOfWallet[place.part]
    const balance = wallet[part] + amount
    if (balance < 0n) throw new Error(`${account} would go below zero`)
    books.wallets.set(place.wallet, { ...wallet, [part]: balance })
    return balance
  }
  if (place.kind === 'margin') return moveMargin(books, place, amount)
  const position = books.positions.get(place.instrumentId)
  if (position === undefined) throw new Error(`no position in ${place.instrumentId} to post to`)
  const part = partOfPosition[place.part]
  const balance = position[part] + amount
  if (balance < 0n) throw new Error(`${account} would go below zero`)
  books.positions.set(place.instrumentId, { ...position, [part]: balance })
  return balance
}

/** A position's margin is a part of its wallet's; the balance answered is the position's own. */
function moveMargin(
  books: Books,
  { wallet: type, positionId }: Readonly<{ wallet: WalletType; positionId: string }>,
  amount: bigint,
): bigint {
  const wallet = walletOf(books, type)
  const position = books.marginPositions.get(positionId)
  if (position === undefined) throw new Error(`no position ${positionId} to post margin to`)
  const balance = position.margin + amount
  if (balance < 0n) throw new Error(`the margin of position ${positionId} would go below zero`)
  books.marginPositions.set(positionId, { ...position, margin: balance })
  books.wallets.set(type, { ...wallet, margin: wallet.margin + amount })
  return balance
}

function keepMarginPosition(books: Books, position: MarginPosition): void {
  if (books.marginPositions.get(position.id)?.margin !== position.margin)
    throw new Error(`the margin of position ${position.id} differs from its postings`)
  books.marginPositions.set(position.id, position)
}

/** A decision's position must agree with what its entries moved: the quantities come from the ledger alone. */
function keepPosition(books: Books, position: Position): void {
  const posted = books.positions.get(position.instrumentId)
  if (posted !== undefined && (posted.free !== position.free || posted.held !== position.held || posted.locked !== position.locked)) {
    throw new Error(`position in ${position.instrumentId} differs from its postings`)
  }
  if (position.closedAt === null) books.positions.set(position.instrumentId, position)
  else books.positions.delete(position.instrumentId)
}

function keepOrder(books: Books, order: Order): void {
  const wasOpen = isOpen(books.orders.get(order.id))
  const open = isOpen(order)
  if (open && !wasOpen) books.openOrders += 1
  if (!open && wasOpen) books.openOrders -= 1
  books.orders.set(order.id, order)
}

const isOpen = (order: Order | undefined): boolean => order !== undefined && isWorking(order)

function changeUnsettled(books: Books, { wallet: type, change }: Unsettled): void {
  const wallet = walletOf(books, type)
  books.wallets.set(type, { ...wallet, unsettled: wallet.unsettled + change })
}

function keepSettled(books: Books, { wallet, date }: SettledThrough): void {
  books.wallets.set(wallet, { ...walletOf(books, wallet), settledThrough: date })
}
