import type { ChannelId } from '@rueda/rules/deposits/channel.ts'
import type { Books, Outcome } from '@rueda/rules/ledger/books.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import type { Message } from '@rueda/rules/messages/message.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import type { OrderEvent } from '@rueda/rules/orders/events.ts'
import type { Order } from '@rueda/rules/orders/order.ts'
import type { Position } from '@rueda/rules/positions/position.ts'
import type { Result } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Wallet, WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { Idempotency } from '../http/handler.ts'

/** What a command needs to see of its customer's books; everything else is not read. */
export type Reads = Readonly<{
  wallets?: readonly WalletType[]
  /** Each with the open position in its instrument and the orders that stand or fall with it. */
  orders?: readonly string[]
  /** Open positions in these instruments. */
  instruments?: readonly string[]
  transfers?: readonly string[]
  withdrawals?: readonly string[]
  /** Every withdrawal that was started after this moment. */
  withdrawalsSince?: Instant
  cards?: readonly string[]
  /** By their own id or by that of what arrived for them. */
  deposits?: readonly string[]
  /** Every deposit of a channel that has not ended. */
  depositChannels?: readonly ChannelId[]
  /** Positions on margin by their id; those of the orders asked for come with them. */
  marginPositions?: readonly string[]
  /** True for all wallets, all open positions and all working orders that open one on margin: what a customer owns and has at stake. */
  everythingHeld?: boolean
}>

export type Decision<Data> = Readonly<{ outcome: Outcome; data: Data }>

/**
 * One change of one customer's books. `decide` is given the books as they are at that moment and answers with what
 * changes, or with a refusal; it may run again when its transaction has to be repeated, so it has no effects of its own.
 */
export type Command<Data> = Readonly<{
  accountId: string
  reads: Reads
  /** Null for commands of the house itself, which recognise a repetition by their cause. */
  idempotency: Idempotency | null
  decide: (books: Books, now: Instant) => Result<Decision<Data>>
}>

/** What one committed batch changed, for everybody who has to be told. */
export type Committed = Readonly<{
  /** Orders that are new with this batch. */
  accepted: readonly Order[]
  orders: readonly Order[]
  fills: readonly Fill[]
  orderEvents: readonly OrderEvent[]
  positions: readonly Position[]
  marginPositions: readonly MarginPosition[]
  wallets: readonly Readonly<{ accountId: string; wallet: Wallet }>[]
  messages: readonly Message[]
}>
