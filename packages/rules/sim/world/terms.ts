import type { CloseOnly } from '../../src/instruments/close-only.ts'
import { tickAt } from '../../src/instruments/instrument.ts'
import { feesOf } from '../../src/instruments/terms.ts'
import type { OrderRates } from '../../src/fees/versions.ts'
import type { MarginTerms } from '../../src/margin/accept.ts'
import { AT_PAR, type DollarRate, unitsForDollar } from '../../src/margin/dollar-rate.ts'
import { ratesNow } from './commissions.ts'
import { isSettlementDay } from './clock.ts'
import type { Listing } from './listings.ts'
import { dollarMidAt } from './prices.ts'
import { SHARE_UNIT } from './units.ts'
import { type Step, type World, closeBefore, dateIn, goodTillCancelled, lastOf } from './world.ts'

/** The state of the market as it is reported at this moment, with the troubles it has now and then. */
export type Condition = 'open' | 'closed' | 'halted' | 'closing only' | 'silent' | 'stale' | 'no price'
const troubles: readonly Condition[] = ['closed', 'halted', 'closing only', 'silent', 'stale', 'no price']

export const conditionOf = ({ rng, world }: Step): Condition => (!world.still && rng.percent(10) ? rng.pick(troubles) : 'open')

const STALE_MS = 10_001
const CLOSING_ONLY: CloseOnly = { reason: 'clearing', from: 0, until: Number.MAX_SAFE_INTEGER }

export function termsFor(step: Step, listing: Listing, quantity: bigint, condition: Condition = 'open', kept?: OrderRates): MarginTerms {
  const { instrument, unit } = listing
  const last = condition === 'no price' ? 0n : lastOf(step, listing) * unit
  const date = dateIn(step, listing)
  return {
    instrument,
    market: condition === 'silent' ? null : { last, ...bestPrices(listing, last / unit), previousClose: closeBefore(step, listing) * unit },
    marketAt: condition === 'stale' ? step.now - STALE_MS : step.now,
    matching: condition !== 'closed',
    halted: condition === 'halted',
    closeOnly: condition === 'closing only' ? CLOSING_ONLY : null,
    tradeDate: date,
    dayOrderEnds: date,
    goodTillCancelledEnds: goodTillCancelled(date),
    fees: feesOf(
      instrument,
      quantity,
      kept ?? ratesNow({ begun: step.world.begun, now: step.now, accountId: step.accountId }, instrument.market),
    ),
    settles: isSettlementDay(date),
    identityMissing: false,
    rate: rateOf(step, listing),
  }
}

/** A tick on either side of the last price, which is given in the unit of the listing. */
export function bestPrices({ instrument, unit }: Listing, last: bigint): Readonly<{ bid: bigint; ask: bigint }> {
  const tick = tickAt(instrument, last * unit)
  return { bid: last * unit - tick, ask: last * unit + tick }
}

/** Dollars per unit of the quoted currency; for a pair quoted per dollar its own price gives the rate. */
export function rateOf(step: Step, listing: Listing): DollarRate {
  return listing.instrument.currency === 'JPY' ? unitsForDollar(lastOf(step, listing) * listing.unit) : AT_PAR
}

/** Dollars per unit of the currency that a share is quoted in; null for dollars. */
export function sharesRateOf({ still }: Pick<World, 'still'>, { instrument }: Listing, number: number): DollarRate | null {
  const mid = dollarMidAt(instrument.currency, still ? 0 : number)
  return mid === null ? null : unitsForDollar(mid * SHARE_UNIT.price)
}
