import { chargedTotal, chargesOn, totalOf } from '../fees/schedule.ts'
import { securityAccount, walletAccount } from '../ledger/accounts.ts'
import { type AccountState, type Outcome, walletOf } from '../ledger/account-state.ts'
import { type Line, transfer } from '../ledger/entry.ts'
import { type MarginTerms, checkClosing, checkExposure, priceOpening } from '../margin/accept.ts'
import { toCents } from '../margin/dollar-rate.ts'
import { valueOf } from '../margin/requirement.ts'
import { isOnMargin } from '../margin/valuation.ts'
import { walletCurrencies } from '../wallets/wallet.ts'
import { formatMinor } from '../money.ts'
import { type Refusal, type Result, ok, refuse } from '../result.ts'
import type { OrderTerms } from './accept.ts'
import { checkHoldings, priceHold } from './hold.ts'
import { type Order, isOpening, remainingOf } from './order.ts'
import { positionKind } from '../positions/records.ts'
import { marginPositionKind } from '../margin/records.ts'
import { orderKind } from './records.ts'

/**
 * The hold of an amended order, worked out anew and exactly: an increase is held, a decrease is released (`docs/rules/holds.md` D.3). Two
 * orders that close the same are of one size and change it together.
 */
export type Amended = Readonly<{ order: Order; outcome: Outcome }>
export type AmendTerms = OrderTerms & Partial<Pick<MarginTerms, 'rate' | 'exposureLeft'>>
type Amending = Readonly<{ before: Order; wanted: Order; sibling: Order | null; terms: AmendTerms }>

export function holdAmended(state: AccountState, amending: Amending): Result<Amended> {
  const { before, wanted } = amending
  if (isOpening(before)) return holdCash(state, amending)
  if (wanted.quantity === before.quantity) return ok({ order: wanted, outcome: { entries: [], records: orderKind.changed(wanted) } })
  return before.margin === null ? holdShares(state, amending) : holdPart(state, amending)
}

function holdCash(state: AccountState, { before, wanted, terms }: Amending): Result<Amended> {
  const needed = before.margin === null ? costOf(before, wanted, terms) : marginOf(wanted, terms)
  if (needed === null) return refuse('quote.stale')
  const tooMuch = before.margin === null ? null : checkAdded(before, wanted, terms)
  if (tooMuch !== null) return tooMuch
  const more = needed - before.heldCash
  const currency = walletCurrencies[before.wallet]
  const available = walletOf(state, before.wallet).cash
  if (more > available) {
    return refuse('wallet.insufficient', {
      need: formatMinor(more, currency),
      available: formatMinor(available, currency),
      missing: formatMinor(more - available, currency),
    })
  }
  const order: Order = { ...wanted, holdAtStart: before.holdAtStart + more, heldCash: needed }
  const [cash, hold] = [walletAccount(order.wallet, 'CASH'), walletAccount(order.wallet, 'HOLD')]
  const lines = moved(more, { free: cash, held: hold, asset: currency })
  return ok({ order, outcome: { entries: entriesOf(order, more, lines, terms), records: orderKind.changed(order) } })
}

/** The whole cost of a purchase, less the part already paid; a smallest charge counts once for the whole of it. */
function costOf(before: Order, wanted: Order, terms: AmendTerms): bigint {
  const rest = priceHold({ side: 'buy', quantity: remainingOf(wanted) }, wanted.worstPrice, terms)
  const { side, quantity } = wanted
  const whole = before.filledNotional + rest.notional
  const charges = totalOf(chargesOn(terms.fees, { side, notional: whole, quantity, tradeDate: terms.tradeDate }))
  return whole + charges - before.filledNotional - chargedTotal(before.charged)
}

/** Margin and fees of the part still to be opened; null while there is no rate for the dollar. */
function marginOf(wanted: Order, terms: AmendTerms): bigint | null {
  const { instrument, rate = null } = terms
  if (instrument === null || !isOnMargin(instrument) || rate === null) return null
  const { side, worstPrice, margin } = wanted
  const ask = { side, quantity: remainingOf(wanted), leverage: margin?.leverage ?? 1 }
  const priced = priceOpening({ request: ask, instrument, rate, worstPrice, terms })
  return priced.margin + priced.openingFee + priced.closingFee
}

/** Refuses an increase of exposure beyond the limit. */
function checkAdded(before: Order, wanted: Order, terms: AmendTerms): Refusal | null {
  const { instrument, rate = null } = terms
  if (instrument === null || !isOnMargin(instrument) || rate === null) return null
  const exposure = (order: Order): bigint => toCents(valueOf(instrument.contract, order.worstPrice, remainingOf(order)), rate, 'HALF_UP')
  const added = exposure(wanted) - exposure(before)
  return added > 0n ? checkExposure(terms, added) : null
}

function holdShares(state: AccountState, amending: Amending): Result<Amended> {
  const { before, wanted, terms } = amending
  const more = wanted.quantity - before.quantity
  const { instrumentId } = before
  const position = positionKind.of(state).get(instrumentId) ?? null
  const short = more > 0n ? checkHoldings(position, more) : null
  if (short !== null || position === null) return short ?? refuse('position.insufficient', { available: '0' })
  const [order, ...others] = resized(amending)
  const lines = moved(more, {
    free: securityAccount('SEC', instrumentId),
    held: securityAccount('SECHOLD', instrumentId),
    asset: instrumentId,
  })
  const held = { ...position, free: position.free - more, held: position.held + more, changedAt: wanted.changedAt }
  const entries = entriesOf(order, more, lines, terms)
  return ok({ order, outcome: { entries, records: [...orderKind.changed(order, ...others), ...positionKind.changed(held)] } })
}

/** A closing order sets its quantity aside on its position; the ledger has no part in that. */
function holdPart(state: AccountState, amending: Amending): Result<Amended> {
  const { before, wanted } = amending
  const more = wanted.quantity - before.quantity
  const position = marginPositionKind.of(state).get(before.margin?.positionId ?? '')
  const wrong = more > 0n ? checkClosing(position, { ...before, quantity: more }) : null
  if (wrong !== null || position === undefined) return wrong ?? refuse('position.not_open', { field: 'orderId' })
  const [order, ...others] = resized(amending)
  const held = { ...position, held: position.held + more, changedAt: wanted.changedAt }
  return ok({ order, outcome: { entries: [], records: [...orderKind.changed(order, ...others), ...marginPositionKind.changed(held)] } })
}

/** The order in its new size and with it the other one; one of the two holds for both. */
function resized({ before, wanted, sibling }: Amending): readonly [Order, ...Order[]] {
  const more = wanted.quantity - before.quantity
  const order: Order = { ...wanted, holdAtStart: before.holdAtStart + more }
  if (sibling === null) return [{ ...order, heldQuantity: before.heldQuantity + more }]
  const { quantity, holdAtStart, heldQuantity } = sibling
  const other: Order = { ...sibling, quantity: quantity + more, holdAtStart: holdAtStart + more, changedAt: wanted.changedAt }
  return heldQuantity === 0n
    ? [{ ...order, heldQuantity: before.heldQuantity + more }, other]
    : [order, { ...other, heldQuantity: heldQuantity + more }]
}

function moved(more: bigint, { free, held, asset }: Readonly<{ free: string; held: string; asset: string }>): readonly Line[] {
  return more >= 0n ? transfer({ from: free, to: held, asset, amount: more }) : transfer({ from: held, to: free, asset, amount: -more })
}

/** Steps below that of the release at the end, one for each amendment. */
const FIRST_AMENDMENT_STEP = -2

function entriesOf(order: Order, more: bigint, lines: readonly Line[], { tradeDate }: OrderTerms): Outcome['entries'] {
  if (more === 0n) return []
  const step = FIRST_AMENDMENT_STEP - (order.amendments - 1)
  return [{ journal: more > 0n ? 'J30' : 'J31', cause: { kind: 'order', id: order.id, step }, lines, valueDate: tradeDate }]
}
