import type { Deposit } from '@rueda/rules/deposits/deposit.ts'
import type { Books, OwnArrival } from '@rueda/rules/ledger/books.ts'
import type { Entry } from '@rueda/rules/ledger/entry.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import type { Message } from '@rueda/rules/messages/message.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import type { OrderEvent } from '@rueda/rules/orders/events.ts'
import type { Order } from '@rueda/rules/orders/order.ts'
import type { Position } from '@rueda/rules/positions/position.ts'
import type { Transfer } from '@rueda/rules/transfers/transfer.ts'
import type { Withdrawal, WithdrawalEvent } from '@rueda/rules/withdrawals/withdrawal.ts'
import type { StoredAnswer } from './idempotency.ts'
import type { OwnWallet } from './tables.ts'

/** Rows of one kind that a batch writes, each once in its last state; those in `added` are new to the database. */
export type ChangedRows<Row> = Readonly<{ all: Map<string, Row>; added: Set<string> }>

/** What a batch gathers while its commands are decided, to be written set by set. */
export type Changes = Readonly<{
  books: Map<string, Books>
  entries: Entry[]
  orders: ChangedRows<Order>
  fills: Fill[]
  orderEvents: OrderEvent[]
  positions: ChangedRows<Position>
  transfers: ChangedRows<Transfer>
  deposits: ChangedRows<Deposit>
  withdrawals: ChangedRows<Withdrawal>
  withdrawalEvents: WithdrawalEvent[]
  arrivals: OwnArrival[]
  /** Accounts that are frozen with this batch. */
  frozen: Set<string>
  marginPositions: ChangedRows<MarginPosition>
  wallets: Map<string, OwnWallet>
  messages: Message[]
  answers: ChangedRows<StoredAnswer>
}>

const noRows = <Row>(): ChangedRows<Row> => ({ all: new Map(), added: new Set() })

export const noChanges = (): Changes => ({
  books: new Map(),
  entries: [],
  orders: noRows(),
  fills: [],
  orderEvents: [],
  positions: noRows(),
  transfers: noRows(),
  deposits: noRows(),
  withdrawals: noRows(),
  withdrawalEvents: [],
  arrivals: [],
  frozen: new Set(),
  marginPositions: noRows(),
  wallets: new Map(),
  messages: [],
  answers: noRows(),
})
