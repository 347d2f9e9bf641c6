import { least } from '../decimal.ts'
import { type Charge, chargeKinds, chargesOn } from '../fees/schedule.ts'
import { type OrderRates, ratesIn } from '../fees/versions.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { feesOf, isOddLot, roundLotAt } from '../instruments/terms.ts'
import { type AccountState, foresee } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import { notional } from '../money.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { Side } from '../side.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { type Accepted, type OrderRequest, type OrderTerms, acceptOrder, checkOrder } from './accept.ts'
import type { Decided } from './end-exits.ts'
import { priceHold } from './hold.ts'
import type { Order } from './order.ts'

/**
 * On an exchange with one book for lots and another for less, a request for 1,500 shares is two orders: a board lot and an odd lot. They
 * are accepted together or not at all (`docs/rules/taiwan.md` B.3, L.5).
 */
export type Part = Readonly<{ id: string; number: string }>

/** The parts of a quantity: whole lots first, then the odd lot. */
export function lotsIn(instrument: Instrument, quantity: bigint): readonly bigint[] {
  if (!isOddLot(instrument, instrument.minimumQuantity)) return [quantity]
  const lot = roundLotAt(instrument, 0n)
  const odd = quantity % lot
  return odd === 0n || odd === quantity ? [quantity] : [quantity - odd, odd]
}

export type AcceptedParts = Readonly<{ orders: readonly Order[]; outcome: Accepted['outcome'] }>

/** Accepts every part or refuses the whole; each is decided on the account as the one before leaves it. */
export function acceptInLots(
  state: AccountState,
  request: OrderRequest,
  [board, odd]: readonly [Part, Part],
  terms: OrderTerms,
  now: Instant,
): Result<AcceptedParts> {
  const { instrument } = terms
  const [lots = request.quantity, rest] = instrument === null ? [request.quantity] : lotsIn(instrument, request.quantity)
  if (instrument === null || rest === undefined) return asOne(acceptOrder(state, request, terms, now))
  // The exits of one purchase are in one book, so such a request is refused; it can be placed as two.
  if ((request.takeProfit ?? request.stopLoss ?? null) !== null) return refuse('order.type_unsupported', { field: 'takeProfit' })
  // Errors in any part come before missing money or shares.
  const checked = checkInLots(state, request, terms, now)
  if (!checked.ok) return checked
  let decided: Decided = { state, outcome: { entries: [] } }
  const orders: Order[] = []
  for (const [part, quantity] of [[board, lots] as const, [odd, rest] as const]) {
    const own = { ...request, ...part, quantity, splitFrom: request.id }
    const accepted = acceptOrder(
      decided.state,
      own,
      { ...terms, fees: feesOf(instrument, quantity, ratesIn(terms.fees, instrument.market)) },
      now,
    )
    if (!accepted.ok) return accepted
    orders.push(accepted.value.order)
    decided = { state: foresee(decided.state, accepted.value.outcome), outcome: compose(decided.outcome, accepted.value.outcome) }
  }
  return ok({ orders, outcome: decided.outcome })
}

/** Runs the same checks for every part; an accepted result is the same for all. */
export function checkInLots(state: AccountState, request: OrderRequest, terms: OrderTerms, now: Instant): ReturnType<typeof checkOrder> {
  const parts = terms.instrument === null ? [request.quantity] : lotsIn(terms.instrument, request.quantity)
  const checked = parts.map((quantity) => checkOrder(state, { ...request, quantity }, terms, now))
  return checked.find(({ ok: passed }) => !passed) ?? checked[0] ?? checkOrder(state, request, terms, now)
}

type Trade = Readonly<{ side: Side; price: bigint; quantity: bigint; tradeDate: CalendarDate; boughtThatDay: bigint }>

/** The charges on a trade, each part by the fees of its book; charges of one kind are one sum. */
export function chargesInLots(
  instrument: Instrument,
  rates: OrderRates,
  { side, price, quantity, tradeDate, boughtThatDay }: Trade,
): readonly Charge[] {
  const { currency } = instrument
  const sums = new Map<Charge['kind'], Charge>()
  let sameDay = boughtThatDay
  for (const part of lotsIn(instrument, quantity)) {
    const ofThatDay = least(part, sameDay)
    sameDay -= ofThatDay
    const traded = { side, notional: notional(price, part, currency, 'HALF_UP'), quantity: part, tradeDate }
    const sameDayNotional = side === 'sell' ? notional(price, ofThatDay, currency, 'HALF_UP') : 0n
    for (const charge of chargesOn(feesOf(instrument, part, rates), { ...traded, sameDayNotional }))
      sums.set(charge.kind, { ...charge, amount: charge.amount + (sums.get(charge.kind)?.amount ?? 0n) })
  }
  return [...sums.values()]
}

/** The hold of all parts of a purchase at their worst price. */
export const holdInLots = (
  instrument: Instrument,
  rates: OrderRates,
  request: OrderRequest,
  { worstPrice, tradeDate }: Readonly<{ worstPrice: bigint; tradeDate: CalendarDate }>,
): bigint =>
  lotsIn(instrument, request.quantity)
    .map((quantity) => priceHold({ side: request.side, quantity }, worstPrice, { fees: feesOf(instrument, quantity, rates), tradeDate }))
    .reduce((sum, priced) => sum + priced.notional + priced.charges, 0n)

const asOne = (accepted: Result<Accepted>): Result<AcceptedParts> =>
  accepted.ok ? ok({ orders: [accepted.value.order], outcome: accepted.value.outcome }) : accepted

/** The order as it was requested, made up of its parts; its number is that of the first. */
export function wholeOf(parts: readonly Order[], id: string): Order {
  const [first, ...others] = parts
  if (first === undefined) throw new Error(`order ${id} has no parts`)
  if (others.length === 0) return first
  const sum = (of: (order: Order) => bigint): bigint => parts.reduce((total, order) => total + of(order), 0n)
  const latest = parts.reduce((newest, order) => (order.changedAt > newest.changedAt ? order : newest), first)
  return {
    ...first,
    id,
    splitFrom: null,
    quantity: sum(({ quantity }) => quantity),
    filledQuantity: sum(({ filledQuantity }) => filledQuantity),
    filledValue: sum(({ filledValue }) => filledValue),
    filledNotional: sum(({ filledNotional }) => filledNotional),
    sameDayNotional: sum(({ sameDayNotional }) => sameDayNotional),
    charged: parts.reduce<Order['charged']>((charged, order) => addCharged(charged, order.charged), {}),
    holdAtStart: sum(({ holdAtStart }) => holdAtStart),
    heldCash: sum(({ heldCash }) => heldCash),
    heldQuantity: sum(({ heldQuantity }) => heldQuantity),
    status: statusOfParts(parts),
    endReason: latest.endReason,
    changedAt: latest.changedAt,
  }
}

const addCharged = (one: Order['charged'], other: Order['charged']): Order['charged'] =>
  Object.fromEntries(chargeKinds.map((kind) => [kind, (one[kind] ?? 0n) + (other[kind] ?? 0n)]))

/** The status of the parts together: in progress while one of them is, complete when all are. */
export function statusOfParts(parts: readonly Order[]): Order['status'] {
  const open = parts.filter(({ status }) => status === 'queued' || status === 'working' || status === 'partial' || status === 'held')
  const [first] = open
  if (first !== undefined) {
    const untouched = open.length === parts.length && parts.every(({ filledQuantity }) => filledQuantity === 0n)
    return untouched ? first.status : 'partial'
  }
  if (parts.every(({ status }) => status === 'filled')) return 'filled'
  return parts.some(({ status }) => status === 'cancelled') ? 'cancelled' : 'expired'
}
