import { type StatusOf, machine } from '../machine.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { IssueKind } from './offering.ts'

/**
 * An application for shares of an offering (`docs/rules/ipo.md` E.1): its whole price is on hold from the first moment, what is allotted is
 * captured, and the rest goes back. It can never cost more than its hold.
 */
export const subscriptionMachine = machine({
  waiting: { allot: 'allotted', miss: 'notAllotted', cancel: 'cancelled', withdraw: 'withdrawn' },
  allotted: { deliver: 'delivered', withdraw: 'withdrawn' },
  delivered: {},
  notAllotted: {},
  cancelled: {},
  withdrawn: {},
})
export type SubscriptionStatus = StatusOf<typeof subscriptionMachine>
export const subscriptionStatuses = Object.keys(subscriptionMachine) as SubscriptionStatus[]

export type Subscription = Readonly<{
  id: string
  number: string
  accountId: string
  kind: IssueKind
  offeringId: string
  instrumentId: string
  /** Prices and quantities in units of 10^-8. */
  price: bigint
  quantity: bigint
  /** The price of the whole, held from the start; in cents. */
  amount: bigint
  status: SubscriptionStatus
  allotted: bigint
  /** Captured for what was allotted, in cents; zero again where the offering was withdrawn. */
  paid: bigint
  /** The trading day from which on the shares are the customer's position; null before. */
  deliveredOn: CalendarDate | null
  startedAt: Instant
  changedAt: Instant
}>

/** Held in cents: all of it until the draw, nothing after it. */
export const heldBy = ({ status, amount }: Pick<Subscription, 'status' | 'amount'>): bigint => (status === 'waiting' ? amount : 0n)
/** What went back so far, in cents. */
export const refundedOf = ({ status, amount, paid }: Pick<Subscription, 'status' | 'amount' | 'paid'>): bigint =>
  status === 'waiting' ? 0n : amount - paid
