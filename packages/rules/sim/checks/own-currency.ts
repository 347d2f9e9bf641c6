import type { Lot } from '../../src/positions/lots.ts'
import type { OwnResult, RatedLot } from '../../src/positions/own-currency.ts'
import type { Account } from '../brokerage/account.ts'
import { halfUp } from '../model/fees.ts'
import type { Listing } from '../world/listings.ts'
import { dollarMidAt, priceAt } from '../world/prices.ts'
import { sharesRateOf } from '../world/terms.ts'
import { SHARE_UNIT } from '../world/units.ts'
import type { World } from '../world/world.ts'

/**
 * P.12: a holding's result in dollars is its value now less what its lots cost at their own rates, and splits into price and exchange to the cent.
 * Each is worked out once more from the mids that the world has kept, as a fraction that is not rounded.
 */
export function* ownCurrencyBreaches(world: World, { fillsOf, splits }: Account, number: number): Generator<string> {
  const { rules } = world.brokerage
  for (const listing of world.shares) {
    const { id, currency } = listing.instrument
    const rate = sharesRateOf(world, listing, number)
    const fills = fillsOf.get(id)
    if (rate === null || fills === undefined) continue
    const own = splits.filter(({ instrumentId }) => instrumentId === id)
    const lots = rules.holdingHistory({ fills, splits: own, currency }).holdings.at(-1)?.lots.lots ?? []
    if (lots.length === 0) continue
    const rated = lots.flatMap((lot): RatedLot[] => (lot.rate === null ? [] : [{ ...lot, rate: lot.rate }]))
    if (rated.length < lots.length) return yield `P.12 a lot of ${id} has no rate`
    const now = world.still ? 0 : number
    const price = priceAt(listing, now)
    const mid = dollarMidAt(currency, now) ?? 0n
    const result = rules.ownResult(rated, { price: price * listing.unit, rate, currency })
    const exact = lots.map((lot) => ofLot(world, listing, lot, { price, mid })).reduce(added)
    yield* differences(id, result, exact, BigInt(lots.length))
    notice(world, result, lots)
  }
}

/** Parts of a cent, fine enough that what is lost in all lots together is less than half a cent. */
const PARTS = 10n ** 9n
type Exact = Pick<OwnResult, 'cost' | 'value' | 'price' | 'exchange'>
type Now = Readonly<{ price: bigint; mid: bigint }>

/** q p₀ f₀, q p₁ f₁, q (p₁ − p₀) f₀ and q p₁ (f₁ − f₀), each by its own formula. */
function ofLot({ mids }: World, { instrument, lot: whole }: Listing, { id, quantity, cost }: Lot, now: Now): Exact {
  const minors = instrument.currency === 'TWD' ? 1n : CENTS
  const value = halfUp(now.price * quantity * minors, SHARE_UNIT.price * whole)
  // A lot that nobody knows the rate of is worth nothing here, which shows.
  const then = mids.get(id) ?? PARTS ** 2n
  const parts = (minor: bigint, mid: bigint): bigint => (minor * CENTS * SHARE_UNIT.price * PARTS) / (minors * mid)
  return {
    cost: parts(cost, then),
    value: parts(value, now.mid),
    price: parts(value - cost, then),
    exchange: parts(value, now.mid) - parts(value, then),
  }
}
const CENTS = 100n

const added = (a: Exact, b: Exact): Exact => ({
  cost: a.cost + b.cost,
  value: a.value + b.value,
  price: a.price + b.price,
  exchange: a.exchange + b.exchange,
})

/** Every lot rounds cost, value and the price's part to the nearest cent, and the exchange's part takes all three. */
function* differences(id: string, { cost, value, price, exchange, total }: OwnResult, exact: Exact, lots: bigint): Generator<string> {
  if (value - cost !== total) yield `P.12 ${id} brought ${total}, its value less its cost is ${value - cost}`
  if (price + exchange !== total) yield `P.12 ${id} brought ${total}, price and exchange ${price + exchange}`
  const roundings = { cost: 1n, value: 1n, price: 1n, exchange: 3n }
  const shown = { cost, value, price, exchange }
  for (const part of ['cost', 'value', 'price', 'exchange'] as const) {
    const difference = shown[part] * PARTS - exact[part]
    const most = (roundings[part] * lots * (PARTS + PARTS / 10n)) / 2n
    if (difference > most || difference < -most) yield `P.12 the ${part} of ${id} is ${shown[part]}, worked out ${exact[part]} parts`
  }
}

function notice({ seen }: World, { price, exchange }: OwnResult, lots: readonly Lot[]): void {
  if (price > 0n && exchange < 0n) seen.add('won by the price, lost on the exchange')
  if (price < 0n && exchange > 0n) seen.add('lost by the price, won on the exchange')
  if (new Set(lots.map(({ rate }) => rate?.denominator)).size > 1) seen.add('bought at several rates')
}
