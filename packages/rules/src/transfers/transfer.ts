import { type StatusOf, machine } from '../machine.ts'
import type { Instant } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'

/**
 * Money that a customer moves from one wallet to another. In one currency it has arrived when it is accepted; into another it is on hold
 * until the exchange settles, and can be called back until then (`docs/rules/transfers.md` J.3).
 */
export const transferMachine = machine({
  pending: { settle: 'done', cancel: 'cancelled', fail: 'failed' },
  done: {},
  failed: {},
  cancelled: {},
})
export type TransferStatus = StatusOf<typeof transferMachine>

/** A promise of the brokerage: this amount of one wallet gives that amount in the other, until it expires. */
export type ExchangeQuote = Readonly<{
  id: string
  accountId: string
  from: WalletType
  to: WalletType
  /** The amounts that leave and arrive, in minor units of each wallet's currency. */
  amount: bigint
  received: bigint
  mid: bigint
  /** The last update of the market that gave the mid. */
  midAt: Instant
  rate: bigint
  /** In units of 10^-8. */
  spread: bigint
  expiresAt: Instant
}>

/** The promised terms of an exchange, stored with its transfer. */
export type Exchange = Pick<ExchangeQuote, 'mid' | 'midAt' | 'rate' | 'spread'> & Readonly<{ settlesAt: Instant }>

/** `rate` is the one it was converted back at; null when it went back whole, unconverted. */
export type Returned = Readonly<{ amount: bigint; rate: bigint | null }>

export type Transfer = Readonly<{
  /** An exchange goes by the id of its quote: a quote that has been used is a transfer that exists. */
  id: string
  number: string
  accountId: string
  from: WalletType
  to: WalletType
  amount: bigint
  received: bigint
  /** Null between wallets of one currency. */
  exchange: Exchange | null
  status: TransferStatus
  /** The return to the wallet it left when it was called back or failed; null while it may arrive and once it has. */
  returned: Returned | null
  startedAt: Instant
  changedAt: Instant
}>
