import { greatest, least } from '../decimal.ts'
import { chargesOn, totalOf } from '../fees/schedule.ts'
import { type AccountState, walletOf } from '../ledger/account-state.ts'
import { toCents } from '../margin/dollar-rate.ts'
import { valueOf } from '../margin/requirement.ts'
import { isOnMargin } from '../margin/valuation.ts'
import { notional } from '../money.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { Instant } from '../time.ts'
import { type Amendment, amendOrder } from './amend.ts'
import type { AmendTerms } from './amend-hold.ts'
import { type MarketFacts, crosses } from './limits.ts'
import { type Order, isOpening, remainingOf } from './order.ts'
import { orderKind } from './records.ts'

/** An amendment as it would be decided now, without being made (`docs/rules/orders.md` D.2, `docs/rules/holds.md` D.3). */
export type AmendEffect = Readonly<{
  before: Order
  after: Order
  /** The most likely price for the rest of the order, and its amount and charges at that price. */
  price: bigint
  amount: bigint
  fee: bigint
  /** The other side of the market reaches its limit, so that it trades at once. */
  executes: boolean
  /** It trades at once, holds more than before, or is for more than before: the customer confirms it like a new order. */
  asksMore: boolean
}>

/** More than any wallet has: missing money is shown and refuses nothing here. */
const LENT = 10n ** 18n

/** The effect of an amendment; refused as the amendment itself is, but for money. */
export function amendEffect(state: AccountState, amendment: Amendment, terms: AmendTerms, now: Instant): Result<AmendEffect> {
  const before = orderKind.of(state).get(amendment.orderId)
  if (before === undefined) return refuse('object.not_found', { field: 'orderId' })
  const amended = amendOrder(isOpening(before) ? lent(state, before) : state, amendment, terms, now)
  if (!amended.ok) return amended
  const { market, instrument } = terms
  if (market === null || instrument === null) return refuse('quote.stale')
  const after = amended.value.order
  const price = likelyPrice(after, market)
  const amount = amountOf(after, price, terms)
  if (amount === null) return refuse('quote.stale')
  const { side } = after
  const fee = totalOf(chargesOn(terms.fees, { side, quantity: remainingOf(after), notional: amount, tradeDate: terms.tradeDate }))
  // A stop that was not reached waits, whatever the other side of the market quotes.
  const executes = terms.matching && after.status !== 'held' && crosses(side, after.limitPrice, market)
  const asksMore = executes || after.heldCash > before.heldCash || after.quantity > before.quantity
  return ok({ before, after, price, amount, fee, executes, asksMore })
}

function lent(state: AccountState, { wallet: name }: Order): AccountState {
  const wallet = walletOf(state, name)
  return { ...state, wallets: new Map(state.wallets).set(name, { ...wallet, cash: wallet.cash + LENT }) }
}

function likelyPrice({ side, status, limitPrice, stopPrice }: Order, { bid, ask, last }: MarketFacts): bigint {
  if (status === 'held' && stopPrice !== null) return limitPrice ?? stopPrice
  const best = (side === 'buy' ? ask : bid) || last
  if (limitPrice === null) return best
  return side === 'buy' ? least(best, limitPrice) : greatest(best, limitPrice)
}

/** In minor units of the wallet; null while there is no rate for the dollar. */
function amountOf(order: Order, price: bigint, { instrument, rate = null }: AmendTerms): bigint | null {
  if (instrument === null) return null
  if (!isOnMargin(instrument)) return notional(price, remainingOf(order), instrument.currency, 'HALF_UP')
  return rate === null ? null : toCents(valueOf(instrument.contract, price, remainingOf(order)), rate, 'HALF_UP')
}
