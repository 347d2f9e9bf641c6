import { type StatusOf, machine } from '../machine.ts'
import { HOUR_MS, type Instant } from '../time.ts'
import type { ChannelId } from './channel.ts'

/**
 * Money that a customer brings to the brokerage. It is credited for the amount that arrived, never for the one announced; an amount too
 * small to credit waits in the customer's name until there is enough (`docs/rules/deposits.md` E.11).
 */
export const depositMachine = machine({
  announced: { arrive: 'arrived', fail: 'failed' },
  arrived: { credit: 'credited', suspend: 'waiting', fail: 'failed' },
  waiting: { credit: 'credited', reverse: 'reversed' },
  credited: { reverse: 'reversed' },
  reversed: {},
  failed: {},
})
export type DepositStatus = StatusOf<typeof depositMachine>

/** Statuses of deposits that have not ended and are decided together with the next arrival over the same channel. */
export const openDepositStatuses = ['announced', 'arrived', 'waiting'] as const satisfies readonly DepositStatus[]
export const isOpenDeposit = ({ status }: Pick<Deposit, 'status'>): boolean => (openDepositStatuses as readonly string[]).includes(status)

/** Reasons why a deposit failed or was taken back; customers read them in their language. */
export const failureReasons = ['NO_FUNDS', 'BAD_PROOF', 'RETURNED', 'REORGANISED', 'RECALLED'] as const
export type FailureReason = (typeof failureReasons)[number]

/** A line of the chain or of the bank, the only source of the amount that arrived. */
export type Arrival = Readonly<{
  id: string
  amount: bigint
  /** The transaction's hash, or the bank's own number of the line. */
  reference: string
  /** The block it is in; null for a bank line. */
  block: number | null
  at: Instant
}>

export type Deposit = Readonly<{
  id: string
  number: string
  accountId: string
  channel: ChannelId
  /** In minor units of the channel's currency; null when it came unannounced. */
  announced: bigint | null
  /** The customer's proof: an uploaded image, a transaction's hash. */
  proof: string | null
  txHash: string | null
  arrival: Arrival | null
  /** In minor units of the wallet, and the rate it was credited at; null before. */
  credited: bigint | null
  rate: bigint | null
  /** The part missing in the wallet when it was taken back, in minor units of the wallet. */
  shortfall: bigint
  status: DepositStatus
  reason: FailureReason | null
  startedAt: Instant
  /** When a bank line is matched by rule; null for a chain, which confirms by itself. */
  reviewAt: Instant | null
  changedAt: Instant
}>

/** Time after the announcement within which a deposit must arrive. */
export const ANNOUNCED_FOR_MS = 48 * HOUR_MS

/** The most deposits of one channel that may wait at the same time. */
export const MAX_OPEN = 20
