import { divide } from '../decimal.ts'
import { fundAccount, fundAsset, house, walletAccount } from '../ledger/accounts.ts'
import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { type Line, mergeLines, transfer } from '../ledger/entry.ts'
import { next } from '../machine.ts'
import { moneyFact } from '../messages/message.ts'
import { messageKind } from '../messages/records.ts'
import { notional } from '../money.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { funds } from './fund.ts'
import { type FundOrder, type Redemption, fundOrderMachine, proceedsOf } from './fund-order.ts'
import { sellsCollateral } from '../loans/records.ts'
import { dealtNav, navText } from './nav.ts'
import { fundOrderKind } from './records.ts'
import { released } from './subscribe.ts'

/** Giving units back: at the strike after the request, paid on the next trading day (`docs/rules/funds.md` E.5). */
export type RedemptionRequest = Readonly<{
  orderId: string
  /** In units of 10^-8; null for all. */
  units: bigint | null
  /** True when the fee for ending before the term was shown and taken. */
  takesEarlyFee: boolean
  dealDate: CalendarDate
}>

type Redeemed = Readonly<{ order: FundOrder; outcome: Outcome }>

/** Asks for it; nothing is booked before the payment. Never refused for a frozen or unidentified account (`docs/rules/funds.md` O.10). */
export function redeem(
  state: AccountState,
  { orderId, units: asked, takesEarlyFee, dealDate }: RedemptionRequest,
  now: Instant,
): Result<Redeemed> {
  const order = fundOrderKind.of(state).get(orderId)
  if (order === undefined) return refuse('object.not_found')
  const status = next(fundOrderMachine, order.status, 'redeem')
  if (status === null) return refuse('fund.not_held')
  // From the end of their term on, units are given back by themselves: nobody chooses among values that are known.
  if (order.expiresOn !== null && dealDate >= order.expiresOn) return refuse('fund.not_held')
  // While what covers a loan in default is sold, its redemption is next: another one of the same units would put it off.
  if (sellsCollateral(state, orderId)) return refuse('position.locked', { field: 'units' })
  const free = order.units - order.pledged
  const units = asked ?? free
  if (units > order.units) return refuse('position.insufficient', { field: 'units' })
  if (units > free || units === 0n) return refuse('position.locked', { field: 'units' })
  const isEarly = order.expiresOn !== null
  if (isEarly && !takesEarlyFee) return refuse('fund.locked', { date: order.expiresOn })
  return ok(changed({ ...order, status, redemption: { units, dealDate, isEarly, loanId: null, struck: null }, changedAt: now }))
}

type TakingBack = Readonly<{ orderId: string; valueDate: CalendarDate; cutOffOf: (date: CalendarDate) => Instant }>

/** Until the cut-off of its strike a subscription and a redemption can be taken back. */
export function takeBack(state: AccountState, { orderId, valueDate, cutOffOf }: TakingBack, now: Instant): Result<Redeemed> {
  const order = fundOrderKind.of(state).get(orderId)
  if (order === undefined) return refuse('object.not_found')
  const { redemption } = order
  const date = redemption?.dealDate ?? order.dealDate
  const status = next(fundOrderMachine, order.status, redemption === null ? 'cancel' : 'withdraw')
  if (status === null) return refuse('fund.not_cancellable', { status: order.status })
  if (redemption !== null && redemption.loanId !== null) return refuse('fund.not_cancellable', { status: order.status })
  const isStruck = redemption !== null && redemption.struck !== null
  if (isStruck || now >= cutOffOf(date)) return refuse('fund.cut_off', { date })
  const left = { ...order, status, redemption: null, changedAt: now }
  return ok(redemption === null ? released(left, valueDate) : changed(left))
}

type Strike = Readonly<{ date: CalendarDate; nav: bigint; fees: bigint }>

/**
 * Prices what is given back at its strike; units whose term is over are given back by themselves. Null where nothing is due.
 * `paysOn` is the trading day after the strike.
 */
export function strikeRedemption(
  state: AccountState,
  { orderId, strike, paysOn }: Readonly<{ orderId: string; strike: Strike; paysOn: CalendarDate }>,
  now: Instant,
): Redeemed | null {
  const order = fundOrderKind.of(state).get(orderId)
  const redemption = order === undefined ? null : dueAt(order, strike.date)
  if (order === undefined || redemption === null) return null
  const struck = { nav: dealtNav(strike), fees: strike.fees, paysOn }
  return changed({ ...order, status: 'redeeming', redemption: { ...redemption, dealDate: strike.date, struck }, changedAt: now })
}

function dueAt(order: FundOrder, date: CalendarDate): Redemption | null {
  if (order.status === 'holding' && order.expiresOn !== null && order.expiresOn <= date)
    return { units: order.units, dealDate: date, isEarly: false, loanId: null, struck: null }
  const { redemption } = order
  return redemption !== null && redemption.struck === null && redemption.dealDate <= date ? redemption : null
}

const FIRST_PAYMENT_STEP = 2

type Paying = Readonly<{ orderId: string; venue: string; today: CalendarDate; valueDate: CalendarDate }>

/**
 * J62 on the day of the payment: units back to the fund, their worth to the wallet. What they are worth beyond their cost the market pays, or
 * has; of that the management fees are the house's. The fee for ending early stays in the fund.
 */
export function payRedemption(state: AccountState, { orderId, venue, today, valueDate }: Paying, now: Instant): Redeemed | null {
  const order = fundOrderKind.of(state).get(orderId)
  const redemption = order?.redemption ?? null
  if (order === undefined || redemption === null || redemption.struck === null || redemption.struck.paysOn > today) return null
  const { fundId, bought } = order
  const { wallet, currency } = funds[fundId]
  const { units, struck } = redemption
  const { value, proceeds } = proceedsOf(fundId, redemption, struck.nav)
  const isLast = units === order.units
  const cost = isLast ? order.cost : divide(order.cost * units, order.units, 'DOWN')
  const fees = notional(struck.fees - (bought?.fees ?? 0n), units, currency, 'HALF_EVEN')
  const pool = house.fundPool(fundId)
  const lines: readonly Line[] = [
    ...transfer({ from: fundAccount(order.id), to: pool, asset: fundAsset(fundId), amount: units }),
    ...resultLines(pool, house.market(venue, currency), currency, value + fees - cost),
    ...transfer({ from: pool, to: house.fee('FUND', currency), asset: currency, amount: fees }),
    ...transfer({ from: pool, to: walletAccount(wallet, 'CASH'), asset: currency, amount: proceeds }),
  ]
  const paid: FundOrder = {
    ...order,
    status: isLast ? 'redeemed' : 'holding',
    ...{ units: order.units - units, cost: order.cost - cost, redemption: null },
    ...{ paidCount: order.paidCount + 1, paid: order.paid + proceeds, changedAt: now },
  }
  const cause = { kind: 'fund', id: order.id, step: FIRST_PAYMENT_STEP + order.paidCount } as const
  const facts = { fund: fundId, amount: moneyFact(proceeds, currency), nav: navText(struck.nav) }
  return {
    order: paid,
    outcome: {
      entries: [{ journal: 'J62', cause, lines: mergeLines(lines), valueDate }],
      records: fundOrderKind.changed(paid),
      events: messageKind.happened({ template: 'fund.redeemed', facts, link: null }),
    },
  }
}

const resultLines = (pool: string, market: string, asset: string, result: bigint): readonly Line[] =>
  result >= 0n ? transfer({ from: market, to: pool, asset, amount: result }) : transfer({ from: pool, to: market, asset, amount: -result })

const changed = (order: FundOrder): Redeemed => ({ order, outcome: { entries: [], records: fundOrderKind.changed(order) } })
