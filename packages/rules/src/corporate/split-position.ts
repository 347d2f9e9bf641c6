import { SCALE, divide } from '../decimal.ts'
import { FRACTION_STEP } from '../markets/market.ts'
import { type Currency, minorDigits } from '../money.ts'
import { type Position, quantityOf } from '../positions/position.ts'
import type { Instant } from '../time.ts'
import type { Split } from './action.ts'

/**
 * A holding before and after a split. Its shares multiply and its cost stays. Whole shares become whole shares, and a holding with a part
 * of a share is counted down to the step of such parts (`docs/rules/fractions.md` P.5); what is left over is sold for the holder at the close
 * before the split, with its part of the cost (`docs/rules/corporate-actions.md` D.9).
 */
export type SplitTerms = Pick<Split, 'newShares' | 'oldShares'> & Readonly<{ priorClose: bigint; currency: Currency }>

export type SplitHolding = Readonly<{
  position: Position
  /** What is left over of a share or of a step, in units of 10^-8, and the cash paid for it in minor units. */
  fraction: bigint
  cash: bigint
  /** The fraction's proceeds less its cost. */
  realised: bigint
}>

export function splitPosition(position: Position, terms: SplitTerms, now: Instant): SplitHolding {
  const { newShares, oldShares } = terms
  const scaledBy = (quantity: bigint): bigint => divide(quantity * newShares, oldShares, 'HALF_UP')
  const before = quantityOf(position)
  const { quantity, fraction, cash } = sharesAfter(before, terms)
  const locked = (position.locked * newShares) / oldShares
  const keptLocked = locked - (locked % stepOf(before))
  // The exact part of the cost goes with what is left over; a position without a step of its own ends.
  const left = before * newShares - quantity * oldShares
  const costOut = quantity === 0n ? position.cost : divide(position.cost * left, before * newShares, 'HALF_UP')
  const realised = cash - costOut
  const price = cashPrice(terms)
  return {
    fraction,
    cash,
    realised,
    position: {
      ...position,
      free: quantity - keptLocked,
      held: 0n,
      locked: keptLocked,
      cost: position.cost - costOut,
      realised: position.realised + realised,
      boughtQuantity: scaledBy(position.boughtQuantity),
      soldQuantity: scaledBy(position.soldQuantity) + fraction,
      soldValue: position.soldValue + divide(price * fraction, SCALE, 'HALF_UP'),
      changedAt: now,
      closedAt: quantity === 0n ? now : null,
    },
  }
}

export type SharesAfter = Readonly<{ quantity: bigint; fraction: bigint; cash: bigint }>

/** Whole shares stay whole; parts of shares stay parts. */
const stepOf = (quantity: bigint): bigint => (quantity % SCALE === 0n ? SCALE : FRACTION_STEP)

/** The shares that a number of shares becomes, and the cash paid for the rest. */
export function sharesAfter(before: bigint, terms: SplitTerms): SharesAfter {
  const { newShares, oldShares, priorClose, currency } = terms
  const exact = before * newShares
  const step = stepOf(before)
  const quantity = (exact / (oldShares * step)) * step
  const left = exact - quantity * oldShares
  const minorScale = 10n ** BigInt(minorDigits[currency])
  return {
    quantity,
    fraction: left / oldShares,
    // A new share is worth oldShares / newShares of an old one, and `left` counts parts of 1 / oldShares.
    cash: divide(priorClose * left * minorScale, newShares * SCALE * SCALE, 'HALF_UP'),
  }
}

/** The close before the split, as a price of new shares. */
export const cashPrice = ({ priorClose, newShares, oldShares }: SplitTerms): bigint => divide(priorClose * oldShares, newShares, 'HALF_UP')
