import { SCALE, divide, greatest } from '../decimal.ts'
import { type StatusOf, isFinal, machine } from '../machine.ts'
import { notional } from '../money.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { type Agency, type AgencyId, EXIT_FEE, type TermDays } from './agency.ts'

/**
 * A mandate: money that follows an agency for a term (`docs/rules/mandates.md` E.7). Its money is on hold until the strike that it is dealt
 * at; from then on its units end at a strike whose value nobody knows when it is asked for.
 */
export const mandateMachine = machine({
  waiting: { confirm: 'active', cancel: 'cancelled', reject: 'rejected' },
  active: { renew: 'active', settle: 'settled' },
  settled: {},
  cancelled: {},
  rejected: {},
})
export type MandateStatus = StatusOf<typeof mandateMachine>
export const mandateStatuses = Object.keys(mandateMachine) as MandateStatus[]

export const isOpen = ({ status }: Pick<Mandate, 'status'>): boolean => !isFinal(mandateMachine, status)

/** Why a mandate ended: its term, the customer's request or loss limit, the agency's protective stop, or its end. */
export const endReasons = ['term', 'request', 'limit', 'stop', 'closed'] as const
export type MandateEnd = (typeof endReasons)[number]

/** In percent of the amount. It is looked at from the strike of `from` on, so that nobody sets one by prices that are known. */
export type LossLimit = Readonly<{ percent: number; from: CalendarDate }>

/** Asked for before the term; carried out at the strike of `dealDate`. */
export type Ending = Readonly<{ dealDate: CalendarDate; reason: 'request' | 'limit' }>

export type Mandate = Readonly<{
  id: string
  number: string
  accountId: string
  agencyId: AgencyId
  /** In cents: whole dollars. */
  amount: bigint
  termDays: TermDays
  status: MandateStatus
  /** The strike that it is confirmed at. */
  dealDate: CalendarDate
  /** Units held, in units of 10^-8; none before the strike. */
  units: bigint
  /** At its strike: the value of a unit, and the management fees a unit had paid since the record began. */
  entered: Readonly<{ nav: bigint; fees: bigint }> | null
  /** The part of the pool that belongs to the units held, at what they cost, in cents. */
  cost: bigint
  /** What the mandate has to be worth for a share of its gain to be due: the amount, and what was left after each renewal. */
  highWater: bigint
  /** The first day on which it ends by itself; null before its strike. */
  expiresOn: CalendarDate | null
  /** True when the customer has asked for another term after this one. */
  renews: boolean
  /** Terms that followed the first. */
  renewals: number
  limit: LossLimit | null
  ending: Ending | null
  /** What the agency was given of the gain so far, in cents. */
  sharePaid: bigint
  /** Set with its end, in cents where it is money. */
  settled: Settlement | null
  startedAt: Instant
  changedAt: Instant
}>

export type Settlement = Readonly<{ on: CalendarDate; reason: MandateEnd; nav: bigint; value: bigint; exitFee: bigint; payout: bigint }>

/** What units are worth, in cents. */
export const valueOfUnits = (units: bigint, nav: bigint): bigint => notional(nav, units, 'USD', 'DOWN')

/** Units for an amount, in units of 10^-8: DOWN8(A / NAV). */
export const unitsFor = (cents: bigint, nav: bigint): bigint => divide(cents * CENT * SCALE, nav, 'DOWN')
/** The least number of units that are worth an amount. */
export const unitsWorth = (cents: bigint, nav: bigint): bigint => divide(cents * CENT * SCALE, nav, 'UP')
/** A cent in units of 10^-8 of a dollar. */
const CENT = 1_000_000n

export type Payout = Readonly<{ value: bigint; exitFee: bigint; share: bigint; payout: bigint }>

/** The exit fee is taken before the agency's share of the gain, and what is left is paid (`docs/rules/mandates.md` E.7, P.9). */
export function payoutOf(
  { profitShare }: Pick<Agency, 'profitShare'>,
  { value, highWater, isEarly }: Readonly<{ value: bigint; highWater: bigint; isEarly: boolean }>,
): Payout {
  const exitFee = isEarly ? divide(value * EXIT_FEE, SCALE, 'UP') : 0n
  const left = value - exitFee
  const share = divide(greatest(left - highWater, 0n) * profitShare, SCALE, 'HALF_UP')
  return { value, exitFee, share, payout: left - share }
}

const WHOLE = 100n
/** True when a mandate is worth so little at a strike that its own limit ends it. */
export const isBeyondLimit = (
  { amount, limit, units }: Pick<Mandate, 'amount' | 'limit' | 'units'>,
  { date, nav }: Readonly<{ date: CalendarDate; nav: bigint }>,
): boolean => limit !== null && date >= limit.from && valueOfUnits(units, nav) * WHOLE <= amount * (WHOLE - BigInt(limit.percent))
