import { SCALE, divide, least } from '../decimal.ts'
import { type FeeSchedule, chargesOn, totalOf } from '../fees/schedule.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { percent } from '../markets/market.ts'
import { formatMinor, minorDigits } from '../money.ts'
import { type MarketFacts, toTick, worstMarketPrice } from '../orders/limits.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { Side } from '../side.ts'
import type { CalendarDate } from '../time.ts'
import { fractionsBoughtAt } from './fraction.ts'

/**
 * A purchase that names an amount of money instead of a quantity (`docs/rules/fractions.md` P.5). Its quantity is what the amount pays for
 * at a collar above the ask, fees included, so that neither hold nor cost is ever more than the amount.
 */

/** A market purchase by amount is never filled farther above the ask than this. */
export const AMOUNT_COLLAR = percent('1')

type Market = Pick<MarketFacts, 'last' | 'ask'>

/** The worst price of a purchase by amount at market: 1 % above the ask, floored to the tick, and inside what any market order may pay. */
export function collarOfAmount(instrument: Instrument, market: MarketFacts): bigint {
  const reference = askOf(market)
  const collar = toTick(instrument, reference + divide(reference * AMOUNT_COLLAR, SCALE, 'DOWN'), 'FLOOR')
  return least(collar, worstMarketPrice(instrument, 'buy', market))
}

const askOf = ({ ask, last }: Market): bigint => (ask === 0n ? last : ask)

type Sized = Readonly<{ side: Side; quantity: bigint; limitPrice: bigint | null; amount?: bigint | null }>
type Terms = Readonly<{ instrument: Instrument | null; market: MarketFacts | null; fees: FeeSchedule; tradeDate: CalendarDate }>

/**
 * The same request with the quantity that its amount pays for; a request that names a quantity is returned as it is. Refuses an amount that
 * pays for nothing. Where no price is known the quantity is the least one, because the order is refused for the missing price.
 */
export function sizedByAmount<Request extends Sized>(request: Request, terms: Terms): Result<Request> {
  const amount = request.amount ?? null
  if (amount === null) return ok(request)
  if (request.side === 'sell') return refuse('parameter.invalid', { field: 'amount' })
  const { instrument, market } = terms
  if (instrument === null || instrument.quoteOnly || instrument.contract !== null) return ok(request)
  if (market === null || market.last === 0n) return ok({ ...request, quantity: instrument.minimumQuantity })
  const price = request.limitPrice ?? collarOfAmount(instrument, market)
  if (price <= 0n) return refuse('parameter.invalid', { field: 'price' })
  const fractions = fractionsBoughtAt(instrument, market.last)
  const step = fractions?.step ?? instrument.step
  const quantity = quantityFor(amount, price, step, terms)
  const worth = divide(quantity * least(price, market.last) * minorScaleOf(terms.fees), SCALE * SCALE, 'HALF_UP')
  if (quantity > 0n && worth >= (fractions?.minimumWorth ?? 0n)) return ok({ ...request, quantity })
  const needed = leastAmount(instrument, price, step, fractions?.minimumWorth ?? 0n, terms)
  return refuse('amount.out_of_range', { num: formatMinor(needed, terms.fees.currency), field: 'amount' })
}

type Charging = Pick<Terms, 'fees' | 'tradeDate'>

/** What is left of an amount in minor units after the fees on the whole of it, at a price, cut to the step; in units of 10^-8. */
function quantityFor(amount: bigint, price: bigint, step: bigint, { fees, tradeDate }: Charging): bigint {
  const whole = divide(amount * SCALE * SCALE, price * minorScaleOf(fees), 'DOWN')
  const charges = totalOf(chargesOn(fees, { side: 'buy', notional: amount, quantity: whole, tradeDate }))
  if (amount <= charges) return 0n
  return divide((amount - charges) * SCALE * SCALE, price * minorScaleOf(fees) * step, 'DOWN') * step
}

/** An amount that is certain to pay for one step, and for the least worth: a cent more than that with its fees. */
function leastAmount(instrument: Instrument, price: bigint, step: bigint, minimumWorth: bigint, { fees, tradeDate }: Charging): bigint {
  const oneStep = divide(price * step * minorScaleOf(fees), SCALE * SCALE, 'CEIL')
  const collared = minimumWorth + divide(minimumWorth * AMOUNT_COLLAR, SCALE, 'CEIL')
  const traded = (oneStep > collared ? oneStep : collared) + 1n
  return traded + totalOf(chargesOn(fees, { side: 'buy', notional: traded, quantity: instrument.step, tradeDate }))
}

const minorScaleOf = ({ currency }: FeeSchedule): bigint => 10n ** BigInt(minorDigits[currency])
