import { usTicks } from '../src/markets/us.ts'
import { usStockFees } from '../src/markets/us.ts'
import { type Dividend, type Split, actionId } from '../src/corporate/action.ts'
import { type Entitlement, entitlementOf, payDividend } from '../src/corporate/dividend.ts'
import { bookSplit } from '../src/corporate/split.ts'
import type { Instrument } from '../src/instruments/instrument.ts'
import { type Books, type Outcome, openBooks, post, walletOf } from '../src/ledger/books.ts'
import type { Entry } from '../src/ledger/entry.ts'
import { settleTrades } from '../src/ledger/settle.ts'
import { type OrderAsk, type OrderTerms, acceptOrder } from '../src/orders/accept.ts'
import { type Execution, bookExecution } from '../src/orders/book-execution.ts'
import { type Amendment, amendOrder } from '../src/orders/amend.ts'
import { endOrder } from '../src/orders/end.ts'
import type { ExitTerms } from '../src/orders/exits.ts'
import { trailOrder, triggerOrder } from '../src/orders/trigger.ts'
import type { Fill } from '../src/orders/fill.ts'
import type { EndReason } from '../src/orders/order.ts'
import { type BookedSplit, holdingHistory } from '../src/positions/history.ts'
import { quantityOf } from '../src/positions/position.ts'
import { type Result, ok } from '../src/result.ts'
import type { CalendarDate, Instant } from '../src/time.ts'
import type { MessageDraft } from '../src/messages/message.ts'
import { messagesOf } from '../src/messages/order-messages.ts'
import { cancelTransfer, settleTransfer } from '../src/transfers/end.ts'
import { priceExchange } from '../src/transfers/exchange.ts'
import { type TransferAsk, startTransfer } from '../src/transfers/start.ts'
import { grantPracticeMoney } from '../src/wallets/grant.ts'

/**
 * The house in memory: the same rules as the server's, the same way from decision to posting, without a database.
 * The rules are given, so that a planted bug can stand in for one of them.
 */
export type HouseRules = Readonly<{
  acceptOrder: typeof acceptOrder
  bookExecution: typeof bookExecution
  endOrder: typeof endOrder
  triggerOrder: typeof triggerOrder
  trailOrder: typeof trailOrder
  amendOrder: typeof amendOrder
  settleTrades: typeof settleTrades
  priceExchange: typeof priceExchange
  startTransfer: typeof startTransfer
  cancelTransfer: typeof cancelTransfer
  settleTransfer: typeof settleTransfer
  messagesOf: typeof messagesOf
  payDividend: typeof payDividend
  bookSplit: typeof bookSplit
  holdingHistory: typeof holdingHistory
  /** What was held at the close before a date, asked on it or after it. */
  heldAtClose: (account: Account, instrumentId: string, date: CalendarDate) => bigint
  /** Whether a journal of this event stands in the books, which is all that a restart has to go by. */
  isBooked: (account: Account, journal: 'J96' | 'J97', id: string) => boolean
  /** How a repeated request is told from a new one. */
  requestKey: (accountId: string, key: string) => string
}>

export const realRules: HouseRules = {
  acceptOrder,
  bookExecution,
  endOrder,
  triggerOrder,
  trailOrder,
  amendOrder,
  settleTrades,
  priceExchange,
  startTransfer,
  cancelTransfer,
  settleTransfer,
  messagesOf,
  payDividend,
  bookSplit,
  holdingHistory,
  heldAtClose: ({ books, fills }, instrumentId, date) => {
    const position = books.positions.get(instrumentId)
    const since = fills.filter((fill) => fill.instrumentId === instrumentId && fill.tradeDate >= date)
    const change = since.reduce((sum, { side, quantity }) => (side === 'buy' ? sum + quantity : sum - quantity), 0n)
    return (position === undefined ? 0n : quantityOf(position)) - change
  },
  isBooked: ({ entries }, journal, id) => entries.some((entry) => entry.journal === journal && entry.cause.id === id),
  requestKey: (accountId, key) => `${accountId} ${key}`,
}

export type Account = {
  books: Books
  readonly entries: Entry[]
  readonly fills: Fill[]
  readonly messages: MessageDraft[]
  readonly entitlements: Map<string, Entitlement>
  readonly splits: BookedSplit[]
}

export class House {
  readonly accounts = new Map<string, Account>()
  readonly answers = new Map<string, Result<string>>()
  readonly rules: HouseRules
  constructor(rules: HouseRules) {
    this.rules = rules
  }

  open(accountId: string, cents: bigint, date: CalendarDate, now: Instant): void {
    const account: Account = { books: openBooks(accountId), entries: [], fills: [], messages: [], entitlements: new Map(), splits: [] }
    this.accounts.set(accountId, account)
    this.#commit(account, grantPracticeMoney(accountId, cents, date), now)
  }

  account(accountId: string): Account {
    const account = this.accounts.get(accountId)
    if (account === undefined) throw new Error(`no account ${accountId}`)
    return account
  }

  /** Places an order, or answers a repeated request as it was answered before. */
  place(accountId: string, key: string, ask: OrderAsk, terms: OrderTerms, now: Instant): Result<string> {
    const request = this.rules.requestKey(accountId, key)
    const known = this.answers.get(request)
    if (known !== undefined) return known
    const account = this.account(accountId)
    const accepted = this.rules.acceptOrder(account.books, ask, terms, now)
    if (!accepted.ok) return accepted
    this.#commit(account, accepted.value.outcome, now)
    const answer = ok(ask.id)
    this.answers.set(request, answer)
    return answer
  }

  execute(accountId: string, execution: Execution, positionId: string, now: Instant): Result<Outcome> {
    const newPosition = { id: positionId, number: positionId }
    return this.#decide(accountId, now, (books) => {
      const terms = { fees: usStockFees, market: 'US', newPosition, exits: exitTerms(books, execution) }
      return this.rules.bookExecution(books, execution, terms, now)
    })
  }

  trigger(accountId: string, trade: Parameters<typeof triggerOrder>[1], now: Instant): Result<Outcome> {
    return this.#decide(accountId, now, (books) => this.rules.triggerOrder(books, trade, instrumentOf(books, trade.orderId), now))
  }

  trail(accountId: string, trade: Parameters<typeof trailOrder>[1], now: Instant): Result<Outcome> {
    return this.#decide(accountId, now, (books) => this.rules.trailOrder(books, trade, instrumentOf(books, trade.orderId), now))
  }

  amend(accountId: string, amendment: Amendment, terms: OrderTerms, now: Instant): Result<Outcome> {
    return this.#decide(accountId, now, (books) => {
      const amended = this.rules.amendOrder(books, amendment, terms, now)
      return amended.ok ? ok(amended.value.outcome) : amended
    })
  }

  end(accountId: string, orderId: string, reason: EndReason, tradeDate: CalendarDate, now: Instant): Result<Outcome> {
    return this.#decide(accountId, now, (books) => this.rules.endOrder(books, { orderId, reason, tradeDate }, now))
  }

  /** The settlement job: it may run twice for a date and settles it once. */
  settle(accountId: string, date: CalendarDate, now: Instant): Result<Outcome> {
    return this.#decide(accountId, now, (books) => {
      const { settledThrough } = walletOf(books, 'STOCK')
      if (settledThrough !== null && settledThrough >= date) return ok({ entries: [] })
      const fills = this.account(accountId).fills.filter(({ settlementDate }) => settlementDate === date)
      return ok(this.rules.settleTrades({ accountId, market: 'US', venue: 'SIM', currency: 'USD', wallet: 'STOCK', date, fills }))
    })
  }

  transfer(accountId: string, ask: TransferAsk, now: Instant): Result<Outcome> {
    return this.#decide(accountId, now, (books) => {
      const started = this.rules.startTransfer(books, ask, now)
      return started.ok ? ok(started.value.outcome) : started
    })
  }

  cancelTransfer(accountId: string, transferId: string, valueDate: CalendarDate, now: Instant): Result<Outcome> {
    return this.#decide(accountId, now, (books) => this.rules.cancelTransfer(books, { transferId, valueDate }, now))
  }

  settleTransfer(accountId: string, settling: Parameters<typeof settleTransfer>[1], now: Instant): Result<Outcome> {
    return this.#decide(accountId, now, (books) => this.rules.settleTransfer(books, settling, now))
  }

  /** The job of an ex-date: who held the share at the close before is written down, once. */
  entitle(accountId: string, dividend: Dividend): void {
    const account = this.account(accountId)
    const quantity = this.rules.heldAtClose(account, dividend.instrumentId, dividend.exDate)
    if (quantity <= 0n || account.entitlements.has(actionId(dividend))) return
    const entitlement = entitlementOf({ accountId, positionId: '', quantity, claimsTreaty: false }, dividend, 'US', 'USD')
    if (entitlement !== null) account.entitlements.set(entitlement.actionId, entitlement)
  }

  /** The job of a pay date: it may run twice and pays once. */
  payDividend(accountId: string, id: string, now: Instant): Result<Outcome> {
    const account = this.account(accountId)
    const entitlement = account.entitlements.get(id)
    if (entitlement === undefined || this.rules.isBooked(account, 'J96', id)) return ok({ entries: [] })
    return this.#decide(accountId, now, () => ok(this.rules.payDividend(entitlement, 'SIM', 'STOCK')))
  }

  split(accountId: string, split: Split, priorClose: bigint, now: Instant): Result<Outcome> {
    const account = this.account(accountId)
    if (this.rules.isBooked(account, 'J97', actionId(split))) return ok({ entries: [] })
    const isHeld = account.books.positions.has(split.instrumentId)
    const booking = { split, priorClose, venue: 'SIM', wallet: 'STOCK', currency: 'USD' } as const
    const booked = this.#decide(accountId, now, (books) => this.rules.bookSplit(books, booking, now))
    if (booked.ok && isHeld) account.splits.push({ ...split, priorClose })
    return booked
  }

  #decide(accountId: string, now: Instant, decide: (books: Books) => Result<Outcome>): Result<Outcome> {
    const account = this.account(accountId)
    const decided = decide(account.books)
    if (decided.ok) this.#commit(account, decided.value, now)
    return decided
  }

  #commit(account: Account, outcome: Outcome, now: Instant): void {
    account.messages.push(...this.rules.messagesOf(account.books, outcome))
    account.entries.push(...post(account.books, outcome, now, quickHash))
    account.fills.push(...(outcome.fills ?? []))
  }
}

/** A hash that is cheap rather than safe: in memory nobody tampers, and the chain is recomputed by `verify`. */
export function quickHash(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

function instrumentOf(books: Books, orderId: string): Instrument {
  const instrument = instruments.find(({ id }) => id === books.orders.get(orderId)?.instrumentId)
  if (instrument === undefined) throw new Error(`no instrument of order ${orderId}`)
  return instrument
}

/** Exits are named after the execution that brings them. */
function exitTerms(books: Books, { orderId, sequence, tradeDate }: Execution): ExitTerms {
  const named = (kind: string) => ({ id: `${kind}-${sequence}`, number: `${kind}-${sequence}` })
  return {
    instrument: instrumentOf(books, orderId),
    takeProfit: named('profit'),
    stopLoss: named('loss'),
    goodTillCancelledEnds: tradeDate,
  }
}

const ONE = 100_000_000n

/** Three stocks: one ordinary, one dear, and one below a dollar, where prices have four decimals. */
export const instruments: readonly Instrument[] = ['AAAA', 'BBBB', 'CCCC'].map((code) => ({
  id: `US:${code}`,
  market: 'US',
  code,
  name: code,
  exchange: 'NYSE',
  currency: 'USD',
  ticks: usTicks,
  step: ONE,
  minimumQuantity: ONE,
  quoteOnly: false,
  contract: null,
}))
