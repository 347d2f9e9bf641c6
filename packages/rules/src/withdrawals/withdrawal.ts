import { type StatusOf, machine } from '../machine.ts'
import type { Currency } from '../money.ts'
import type { Instant } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'
import type { RailId } from './rails.ts'

/**
 * Money that leaves the brokerage. It is on hold from the moment of the request; until it is decided the customer can take it back, and
 * money that a bank sends back is the customer's again (`docs/rules/withdrawals.md` E.11).
 */
export const withdrawalMachine = machine({
  pending: { approve: 'sending', reject: 'rejected', cancel: 'cancelled' },
  sending: { send: 'sent', giveBack: 'returned' },
  sent: { giveBack: 'returned' },
  rejected: {},
  returned: {},
  cancelled: {},
})
export type WithdrawalStatus = StatusOf<typeof withdrawalMachine>
export const withdrawalStatuses = Object.keys(withdrawalMachine) as WithdrawalStatus[]

/** Reasons why it was refused, or came back; each has a text in the app that tells the customer the next step. */
export const withdrawalReasons = [
  'HOLDER_MISMATCH',
  'DESTINATION_UNSAFE',
  'NOT_REQUESTED',
  'DOCUMENTS_NEEDED',
  'ACCOUNT_CLOSED',
  'ADDRESS_REFUSED',
  'ACCOUNT_FROZEN',
] as const
export type WithdrawalReason = (typeof withdrawalReasons)[number]

/** The destination: the label that may be shown, and the rest sealed. */
export type Destination = Readonly<{
  cardId: string | null
  /** "Banco Macro ••••5201". */
  label: string
  /** Hex; opened only where it is paid out or a person reviews it. */
  sealed: string
  fingerprint: string
}>

export type Withdrawal = Readonly<{
  id: string
  number: string
  accountId: string
  rail: RailId
  wallet: WalletType
  destination: Destination
  /** The amount that left the wallet, and the fee in it, in minor units of its currency. */
  amount: bigint
  fee: bigint
  /** The amount that arrives, in minor units of its own currency; an estimate until it is sent if it is converted. */
  payout: bigint
  pays: Currency
  /** The rate of the conversion: as of the request, and from the payout on the one used; null where nothing is converted. */
  rate: bigint | null
  mid: bigint | null
  /** In cents of dollars, for the limits. */
  value: bigint
  status: WithdrawalStatus
  reason: WithdrawalReason | null
  /** The hash of its transaction or the bank's reference; null before it was sent. */
  reference: string | null
  /** The sequence of J11 in the customer's chain, for the entry that takes it back. */
  paidSequence: number | null
  startedAt: Instant
  /** The time of the rules' review. */
  reviewAt: Instant
  /** The time since which staff must review it; null while the rules have it. */
  queuedAt: Instant | null
  /** The time of the decision, whoever made it. */
  examinedAt: Instant | null
  sentAt: Instant | null
  changedAt: Instant
}>

/** Its money is on hold. */
export const isHeld = ({ status }: Pick<Withdrawal, 'status'>): boolean => status === 'pending' || status === 'sending'

/** True while its payout is not known: money is converted when it leaves, at the mid of that moment (`docs/rules/withdrawals.md` P.3). */
export const isEstimated = ({ sentAt, rate }: Pick<Withdrawal, 'sentAt' | 'rate'>): boolean => rate !== null && sentAt === null

/** A withdrawal that was refused, cancelled or sent back never left. */
export const countsAgainstLimits = ({ status }: Pick<Withdrawal, 'status'>): boolean => isHeld({ status }) || status === 'sent'

/** Events of a withdrawal, for its timeline; `by` names rules, the customer or staff, and never a person. */
export const withdrawalEventKinds = ['requested', 'queued', 'approved', 'rejected', 'cancelled', 'sent', 'returned'] as const
export type WithdrawalEvent = Readonly<{
  accountId: string
  withdrawalId: string
  kind: (typeof withdrawalEventKinds)[number]
  by: 'customer' | 'rules' | 'staff' | 'payout'
  reason: WithdrawalReason | null
  /** The checks and findings of the rules, by name. */
  findings: readonly string[]
  at: Instant
}>
