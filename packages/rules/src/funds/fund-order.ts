import { notional } from '../money.ts'
import { type StatusOf, isFinal, machine } from '../machine.ts'
import { divide } from '../decimal.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { EARLY_FEE, type FundId, funds } from './fund.ts'
import { SCALE } from '../decimal.ts'

/**
 * A subscription to a fund and what becomes of its units (`docs/rules/funds.md` E.5). Its money is on hold until the strike that it is
 * dealt at; its units can be given back in parts, one redemption at a time.
 */
export const fundOrderMachine = machine({
  confirming: { confirm: 'holding', cancel: 'cancelled', reject: 'rejected' },
  holding: { redeem: 'redeeming' },
  redeeming: { withdraw: 'holding', payPart: 'holding', pay: 'redeemed' },
  redeemed: {},
  cancelled: {},
  rejected: {},
})
export type FundOrderStatus = StatusOf<typeof fundOrderMachine>
export const fundOrderStatuses = Object.keys(fundOrderMachine) as FundOrderStatus[]

/** Its money or its units are still in a fund or on the way there. */
export const isOpen = ({ status }: Pick<FundOrder, 'status'>): boolean => !isFinal(fundOrderMachine, status)

/** Units that are given back; priced at the strike of `dealDate`, and paid on the trading day after it. */
export type Redemption = Readonly<{
  /** In units of 10^-8. */
  units: bigint
  dealDate: CalendarDate
  /** Before the end of the term. */
  isEarly: boolean
  /** The loan in default that it pays; null for one that its customer asked for. */
  loanId: string | null
  /** Set at its strike: the value of a unit, the management fees a unit has paid since the fund began, and the day of the payment. */
  struck: Readonly<{ nav: bigint; fees: bigint; paysOn: CalendarDate }> | null
}>

export type FundOrder = Readonly<{
  id: string
  number: string
  accountId: string
  fundId: FundId
  /** What was paid for it, and the subscription fee in it, in minor units of the fund's currency. */
  amount: bigint
  fee: bigint
  status: FundOrderStatus
  /** The strike that it is bought at. */
  dealDate: CalendarDate
  /** Units held, in units of 10^-8; none before the strike. */
  units: bigint
  /** Of them, those that cover a loan and cannot be given back (`docs/rules/loans.md` E.6). */
  pledged: bigint
  /** At its strike: the value of a unit, and the management fees a unit had paid since the fund began. */
  bought: Readonly<{ nav: bigint; fees: bigint }> | null
  /** The part of the fund's money that belongs to the units still held, at what they cost. */
  cost: bigint
  /** The first day on which units of a fixed term are redeemed; null for those of no term. */
  expiresOn: CalendarDate | null
  redemption: Redemption | null
  /** Redemptions that were paid, and everything they paid. */
  paidCount: number
  paid: bigint
  startedAt: Instant
  changedAt: Instant
}>

/** What units are worth, in minor units of their fund's currency. */
export const valueOfUnits = (fundId: FundId, units: bigint, nav: bigint): bigint => notional(nav, units, funds[fundId].currency, 'DOWN')

/** What a redemption pays at a value of a unit, and the fee for units given back early, which stays in the fund. */
export function proceedsOf(fundId: FundId, { units, isEarly }: Pick<Redemption, 'units' | 'isEarly'>, nav: bigint) {
  const value = valueOfUnits(fundId, units, nav)
  const fee = isEarly ? divide(value * EARLY_FEE, SCALE, 'UP') : 0n
  return { value, fee, proceeds: value - fee }
}

/** What the order's units are worth, at the last strike or as they were struck to be paid. */
export function valueOfOrder({ fundId, units, redemption }: Pick<FundOrder, 'fundId' | 'units' | 'redemption'>, nav: bigint): bigint {
  if (redemption === null || redemption.struck === null) return valueOfUnits(fundId, units, nav)
  return proceedsOf(fundId, redemption, redemption.struck.nav).proceeds + valueOfUnits(fundId, units - redemption.units, nav)
}

/** Income = value + what was paid out − what was paid in; it can be negative, and is shown so (`docs/rules/funds.md` L.8). */
export const incomeOf = (order: Pick<FundOrder, 'fundId' | 'units' | 'redemption' | 'amount' | 'paid'>, nav: bigint): bigint =>
  valueOfOrder(order, nav) + order.paid - order.amount
