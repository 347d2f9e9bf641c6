import { codeOfSubscription } from '@rueda/contract/codes.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { SUBSCRIPTION_CURRENCY } from '@rueda/rules/subscriptions/offering.ts'
import { type Subscription, heldBy, refundedOf } from '@rueda/rules/subscriptions/subscription.ts'
import type { Totals } from './applications.ts'

/** What is shown of every application, whatever it is for, and of all of an offering. */
const PRICE_DECIMALS = 2
export const flagOf = (value: boolean): 0 | 1 => (value ? 1 : 0)
export const money = (minor: bigint): string => formatMinor(minor, SUBSCRIPTION_CURRENCY)
export const priceText = (price: bigint): string => formatScaled(price, PRICE_DECIMALS)

/** Of an application: what was asked for, what came of it, and where its money is. */
export const shownOf = (subscription: Subscription) => ({
  id: subscription.id,
  orderNo: subscription.number,
  price: priceText(subscription.price),
  currency: SUBSCRIPTION_CURRENCY,
  quantity: formatScaled(subscription.quantity),
  allotQuantity: formatScaled(subscription.allotted),
  paidAmount: money(subscription.paid),
  pendingAmount: money(heldBy(subscription)),
  refundAmount: money(refundedOf(subscription)),
  status: codeOfSubscription[subscription.status],
  offeringWithdrawn: flagOf(subscription.status === 'withdrawn'),
  createTimeTimestamp: subscription.startedAt,
})

/** Of all applications for an offering, as staff see them. */
export const sumsOf = ({ requested, held, paid, refunded, applications }: Totals) => ({
  ...{ requested: money(requested), held: money(held), paid: money(paid), refunded: money(refunded) },
  balanced: flagOf(requested === held + paid + refunded),
  applications,
})
