import type { VenueOrder } from '@rueda/exchange/venue.ts'
import type { AccountState, Outcome } from '@rueda/rules/ledger/account-state.ts'
import type { EventKind, Identified, RecordKind } from '@rueda/rules/ledger/record.ts'
import type { Result } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Wallet, WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { Idempotency } from '../http/handler.ts'
import type { OrderReport } from '../venue/proposals.ts'
import type { Read } from './record-kind.ts'

/** Parts of its customer's account state that a command needs; everything else is not read. */
export type Reads = Readonly<{
  wallets?: readonly WalletType[] | 'all'
  records?: readonly Read[]
}>

export type Decision<Data> = Readonly<{ outcome: Outcome; data: Data; placement?: Placement<Data> }>

/** New orders of a decision, which the venue may execute before they are committed. */
export type Placement<Data> = Readonly<{
  orders: readonly VenueOrder[]
  /** The decision with the venue's reports on these orders, given the account state as it is once they are accepted; null when they cannot be booked with it. It then stands without them. */
  complete: (reports: readonly OrderReport[], accepted: AccountState) => Decision<Data> | null
}>

/**
 * One change of one customer's account with its decider (`commands.ts`). `decide` gets the account state of that moment and returns the
 * changes, or a refusal; it may run again when its transaction has to be repeated, so it has no effects of its own.
 */
export type BoundCommand<Data> = Readonly<{
  accountId: string
  reads: Reads
  /** Null for commands of the server itself, which recognise a repetition by their cause. */
  idempotency: Idempotency | null
  decide: (state: AccountState, now: Instant) => Result<Decision<Data>>
  /** True for a command with a placement. None of its account is decided after it in the same batch. */
  places?: true
  /** True for a command that a crowd of others does not hold up (`CommandKind`). */
  goesFirst?: true
}>

/** Changes of one committed batch, for everybody who is notified. */
export type Committed = Readonly<{
  accounts: readonly string[]
  /** Records of one kind, each once in its last state. */
  changed: <Row extends Identified>(kind: RecordKind<Row>) => readonly Row[]
  /** Those of them that are new with this batch. */
  added: <Row extends Identified>(kind: RecordKind<Row>) => readonly Row[]
  happened: <Event, Row>(kind: EventKind<Event, Row>) => readonly Row[]
  wallets: readonly Readonly<{ accountId: string; wallet: Wallet }>[]
  /** True for an order that the venue had before it was committed. */
  isAtVenue: (orderId: string) => boolean
}>
