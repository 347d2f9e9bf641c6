import { SCALE, divide, least } from '../decimal.ts'
import { type FeeSchedule, chargesOn, totalOf } from '../fees/schedule.ts'
import type { OrderRates } from '../fees/versions.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { feesOf, isOddLot, roundLotAt } from '../instruments/terms.ts'
import { minorDigits, notional } from '../money.ts'
import type { CalendarDate } from '../time.ts'

/** The largest order that can be placed, and half of it (`docs/rules/positions.md` D.6). Quantities in units of 10^-8. */
export type Sizes = Readonly<{ full: bigint; half: bigint }>

type Rules = Readonly<{ step: bigint; minimumQuantity: bigint }>
type Purchase = Rules & Readonly<{ available: bigint; price: bigint; fees: FeeSchedule; tradeDate: CalendarDate }>

/** For a purchase: the most that the available money pays for at a price, all charges included. `available` in minor units. */
export function purchaseSizes({ available, price, fees, tradeDate, step, minimumQuantity }: Purchase): Sizes {
  if (price <= 0n) return { full: 0n, half: 0n }
  const minorScale = 10n ** BigInt(minorDigits[fees.currency])
  const withoutCharges = divide(available * SCALE * SCALE, price * minorScale * step, 'DOWN')
  const steps = mostThat((count) => costOf(count * step, price, fees, tradeDate) <= available, withoutCharges)
  return sizes(steps * step, { step, minimumQuantity })
}

type InstrumentPurchase = Readonly<{ instrument: Instrument; rates: OrderRates; available: bigint; price: bigint; tradeDate: CalendarDate }>

/** The most of an instrument the money buys: whole lots where its market has an odd-lot book, and less only if no lot can be paid. */
export function largestPurchase({ instrument, rates, available, price, tradeDate }: InstrumentPurchase): Sizes {
  const of = (unit: bigint, minimumQuantity: bigint): Sizes =>
    purchaseSizes({ available, price, tradeDate, step: unit, minimumQuantity, fees: feesOf(instrument, minimumQuantity, rates) })
  const { step, minimumQuantity } = instrument
  if (!isOddLot(instrument, minimumQuantity)) return of(step, minimumQuantity)
  const lot = roundLotAt(instrument, price)
  const inLots = of(lot, lot)
  if (inLots.full > 0n) return inLots
  const { full } = of(step, minimumQuantity)
  return sizes(least(full, lot - step), instrument)
}

type Opening = Rules &
  Readonly<{
    available: bigint
    costOf: (quantity: bigint) => bigint
    /** True for a quantity within the customer's limits; nothing larger than a refused quantity is allowed. */
    isAllowed?: (quantity: bigint) => boolean
  }>

/** For an order on margin: the most that the available money pays for, the fees of opening and closing included. */
export function openingSizes({ available, costOf, isAllowed = () => true, step, minimumQuantity }: Opening): Sizes {
  const ofOneStep = costOf(step)
  if (ofOneStep <= 0n) return { full: 0n, half: 0n }
  // The rounded cost of one step may be half a cent too high, so twice as many steps are searched.
  const most = (available * 2n) / ofOneStep + 1n
  const fits = (quantity: bigint): boolean => costOf(quantity) <= available && isAllowed(quantity)
  return sizes(mostThat((count) => fits(count * step), most) * step, { step, minimumQuantity })
}

/** For a sale: everything that is free. */
export const saleSizes = (free: bigint, rules: Rules): Sizes => sizes(floorTo(free, rules.step), rules)

function costOf(quantity: bigint, price: bigint, fees: FeeSchedule, tradeDate: CalendarDate): bigint {
  const traded = notional(price, quantity, fees.currency, 'CEIL')
  return traded + totalOf(chargesOn(fees, { side: 'buy', notional: traded, quantity, tradeDate }))
}

/** The largest count up to `most` that fits, provided that nothing larger than a misfit ever fits. */
function mostThat(fits: (count: bigint) => boolean, most: bigint): bigint {
  let [fitting, tooMany] = [0n, most + 1n]
  while (tooMany - fitting > 1n) {
    const middle = (fitting + tooMany) / 2n
    if (fits(middle)) fitting = middle
    else tooMany = middle
  }
  return fitting
}

function sizes(full: bigint, { step, minimumQuantity }: Rules): Sizes {
  const atLeastMinimum = (quantity: bigint): bigint => (quantity < minimumQuantity ? 0n : quantity)
  return { full: atLeastMinimum(full), half: atLeastMinimum(floorTo(full / 2n, step)) }
}

const floorTo = (quantity: bigint, step: bigint): bigint => (quantity / step) * step
