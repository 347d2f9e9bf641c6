import { type StatusOf, machine } from '../machine.ts'
import type { Instant } from '../time.ts'
import type { BankAccount } from './bank-account.ts'
import type { NameMatch } from './name-match.ts'
import type { Network } from './networks.ts'

/**
 * A destination of withdrawals: a bank account or an address of a network. A new one is checked first, and is not used in its first day, so
 * that its owner has time to notice one added by somebody else (`docs/rules/cards.md` J.4).
 */
export const cardMachine = machine({
  checking: { certify: 'active', reject: 'rejected', remove: 'removed' },
  active: { update: 'checking', remove: 'removed' },
  rejected: { update: 'checking', remove: 'removed' },
  removed: {},
})
export type CardStatus = StatusOf<typeof cardMachine>

export const cardTypes = ['bank', 'vm'] as const
export type CardType = (typeof cardTypes)[number]

export type BankDetails = BankAccount & Readonly<{ type: 'bank'; bankName: string; currency: string; swift: string | null }>
export type AddressDetails = Readonly<{ type: 'vm'; network: Network; address: string; label: string | null }>
/** The destination in the clear. It is stored sealed and shown masked. */
export type CardDetails = BankDetails | AddressDetails

/** Reasons why a card was not accepted, or waits for staff. */
export const cardRejections = ['HOLDER_MISMATCH', 'ACCOUNT_CLOSED', 'CERTIFICATE_FAILED', 'IDENTITY_LOST'] as const
export type CardRejection = (typeof cardRejections)[number]

export type Card = Readonly<{
  accountId: string
  id: string
  /** Counts from one; an update is a new version that is checked anew. */
  version: number
  type: CardType
  status: CardStatus
  reason: CardRejection | null
  /** The comparison of the holder's name with the customer's; an address has no holder. */
  nameMatch: NameMatch | null
  addedAt: Instant
  /** When its review is due. */
  reviewAt: Instant
  /** Before this moment no money leaves to it. */
  coolingUntil: Instant
}>

export const isUsable = ({ status, coolingUntil }: Pick<Card, 'status' | 'coolingUntil'>, now: Instant): boolean =>
  status === 'active' && now >= coolingUntil
