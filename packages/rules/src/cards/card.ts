import { type StatusOf, machine } from '../machine.ts'
import type { Instant } from '../time.ts'
import type { BankAccount } from './bank-account.ts'
import type { NameMatch } from './name-match.ts'
import type { Network } from './networks.ts'

/**
 * A place money may leave to: a bank account or an address of a network. A new one is checked first, and is not used in
 * its first day, so that its owner has the time to notice one that somebody else added (`docs/rules/cards.md` J.4).
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
/** Where the money goes, in the open. At rest it is sealed, and shown it is masked. */
export type CardDetails = BankDetails | AddressDetails

/** Why a card was not taken, or waits for people. */
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
  /** How the holder's name compares with the customer's; an address has no holder. */
  nameMatch: NameMatch | null
  addedAt: Instant
  /** When its review is due. */
  reviewAt: Instant
  /** Before this moment no money leaves to it. */
  coolingUntil: Instant
}>

export const isUsable = ({ status, coolingUntil }: Pick<Card, 'status' | 'coolingUntil'>, now: Instant): boolean =>
  status === 'active' && now >= coolingUntil
