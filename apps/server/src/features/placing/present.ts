import { codeOfPlacing } from '@rueda/contract/codes.ts'
import type { PlacingItem, PlacingOrder } from '@rueda/contract/placing.ts'
import { formatDecimal, formatScaled, greatest, least } from '@rueda/rules/decimal.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { MIN_PLACING_EQUITY } from '@rueda/rules/placing/eligibility.ts'
import { LOCK_TRADING_DAYS } from '@rueda/rules/placing/placing.ts'
import { SUBSCRIPTION_CURRENCY, costOf } from '@rueda/rules/subscriptions/offering.ts'
import type { Subscription } from '@rueda/rules/subscriptions/subscription.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { VenueClient } from '../../venue/client.ts'
import { flagOf, money, priceText, shownOf } from '../subscriptions/shown.ts'
import { offeringIdOf, statusAt } from './offering.ts'
import type { HeldOfPlacings, Placing } from './store.ts'

/** The only place where a placing and an application for it become JSON. */
const PERCENT_DECIMALS = 2
type Market = Pick<VenueClient, 'instruments' | 'quote'>

export const percentOf = (hundredths: number): string => formatDecimal(BigInt(hundredths), PERCENT_DECIMALS)

export function presentPlacing(venue: Market, placing: Placing, now: Instant): PlacingItem {
  const { id, number, name, instrumentId, discount, terms, asked, allotted } = placing
  const total = terms === null ? null : BigInt(terms.quota) * terms.lotSize
  const last = venue.quote(instrumentId)?.last
  const shares = (quantity: bigint | null | undefined): string | null =>
    quantity === null || quantity === undefined ? null : formatScaled(quantity)
  return {
    ...{
      id,
      offeringId: offeringIdOf(number),
      name,
      stockCode: codeOf(venue, instrumentId),
      market: HOUSE_MARKET,
      currency: SUBSCRIPTION_CURRENCY,
    },
    price: terms === null ? null : priceText(terms.price),
    discountPct: percentOf(discount),
    referencePrice: terms === null ? null : priceText(terms.reference),
    referenceDate: terms?.referenceOn ?? null,
    marketPrice: last === undefined ? null : priceText(last),
    lotSize: shares(terms?.lotSize),
    minCount: shares(terms?.lotSize),
    maxCountPerUser: terms === null ? null : formatScaled(BigInt(terms.maxLots) * terms.lotSize),
    totalQuantity: shares(total),
    askedQuantity: formatScaled(asked),
    remainQuantity: total === null ? null : formatScaled(greatest(0n, total - asked)),
    allotQuantity: formatScaled(allotted),
    saleStartTimestamp: placing.opensAt,
    saleEndTimestamp: placing.closesAt,
    lockDays: LOCK_TRADING_DAYS,
    unlockDate: placing.unlocksOn,
    eligibility: { institution: 1, minEquity: money(MIN_PLACING_EQUITY), suitability: 1 },
    listHash: placing.listHash,
    status: codeOfPlacing[statusAt(placing, now)],
    simulated: 1,
  }
}

/** An application with its placing, and what came of it; without that where nothing did yet. */
export type OrderParts = Readonly<{ subscription: Subscription; placing: Placing; held: HeldOfPlacings | null }>

export function presentOrder(venue: Market, { subscription, placing, held }: OrderParts, now: Instant): PlacingOrder {
  const { quantity, amount, paid, status, instrumentId } = subscription
  const last = venue.quote(instrumentId)?.last
  const isWaiting = status === 'waiting'
  // Shares that are free are a part of the position, which may have been sold meanwhile.
  const atStake = isWaiting ? { quantity, cost: amount } : held !== null && held.locked > 0n ? { quantity: held.locked, cost: paid } : null
  const valueNow = atStake === null || last === undefined ? null : costOf({ price: last }, atStake.quantity)
  return {
    ...shownOf(subscription),
    ...{ placingId: placing.id, name: placing.name, stockCode: codeOf(venue, instrumentId), market: HOUSE_MARKET },
    amount: money(amount),
    cancellable: flagOf(isWaiting && statusAt(placing, now) === 'open'),
    saleEndTimestamp: placing.closesAt,
    unlockDate: status === 'allotted' || status === 'delivered' ? placing.unlocksOn : null,
    availableQuantity: formatScaled(sellableOf(held)),
    lockedQuantity: formatScaled(held?.locked ?? 0n),
    valueNow: valueNow === null ? null : money(valueNow),
    floatProfit: valueNow === null || atStake === null ? null : money(valueNow - atStake.cost),
  }
}

/** Never more than can be sold of the whole position: shares are not told apart once they are free. */
export const sellableOf = (held: HeldOfPlacings | null): bigint => (held === null ? 0n : least(held.freed, held.sellable))

/** The code of today; a share that is no longer listed is known by its first one. */
export const codeOf = ({ instruments }: Pick<VenueClient, 'instruments'>, instrumentId: string): string =>
  instruments.get(instrumentId)?.code ?? instrumentId.slice(instrumentId.indexOf(':') + 1)
