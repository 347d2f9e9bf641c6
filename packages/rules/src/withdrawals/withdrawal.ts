import { type StatusOf, machine } from '../machine.ts'
import type { Currency } from '../money.ts'
import type { Instant } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'
import type { RailId } from './rails.ts'

/**
 * Money that leaves the house. It is on hold from the moment it is asked for; until somebody decides the customer can
 * take it back, and what a bank sends back is the customer's again (`docs/rules/withdrawals.md` E.11).
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

/** Why it was refused, or came back; each has words in the app that say what to do. */
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

/** Where it goes: what may be shown of it, and the rest sealed. */
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
  /** What left the wallet, and the part of it that is the fee, in minor units of its currency. */
  amount: bigint
  fee: bigint
  /** What arrives, in minor units of its own currency; where money is changed an estimate until it is sent. */
  payout: bigint
  pays: Currency
  /** What money is changed at: as it stood at the request, and from the payout on what it was changed at; null where nothing is. */
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
  /** When the rules look at it. */
  reviewAt: Instant
  /** Since when a person has to look; null while the rules have it. */
  queuedAt: Instant | null
  /** When it was decided, by whomever. */
  examinedAt: Instant | null
  sentAt: Instant | null
  changedAt: Instant
}>

/** Its money is on hold. */
export const isHeld = ({ status }: Pick<Withdrawal, 'status'>): boolean => status === 'pending' || status === 'sending'

/** Nobody can say yet what it brings: money is changed when it leaves, at the mid of that moment (`docs/rules/withdrawals.md` P.3). */
export const isEstimated = ({ sentAt, rate }: Pick<Withdrawal, 'sentAt' | 'rate'>): boolean => rate !== null && sentAt === null

/** What was refused, cancelled or came back never left. */
export const countsAgainstLimits = ({ status }: Pick<Withdrawal, 'status'>): boolean => isHeld({ status }) || status === 'sent'

/** What happened to a withdrawal, for its timeline; `by` names rules, the customer or staff, and never a person. */
export const withdrawalEventKinds = ['requested', 'queued', 'approved', 'rejected', 'cancelled', 'sent', 'returned'] as const
export type WithdrawalEvent = Readonly<{
  accountId: string
  withdrawalId: string
  kind: (typeof withdrawalEventKinds)[number]
  by: 'customer' | 'rules' | 'staff' | 'payout'
  reason: WithdrawalReason | null
  /** What the rules looked at and found, by name. */
  findings: readonly string[]
  at: Instant
}>
