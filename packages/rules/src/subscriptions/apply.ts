import { formatScaled } from '../decimal.ts'
import { walletAccount } from '../ledger/accounts.ts'
import { type AccountState, type Outcome, walletOf } from '../ledger/account-state.ts'
import { type Cause, type EntryDraft, transfer } from '../ledger/entry.ts'
import { next } from '../machine.ts'
import { formatMinor } from '../money.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { availableOf } from '../wallets/wallet.ts'
import { type Offering, SUBSCRIPTION_CURRENCY, SUBSCRIPTION_WALLET, costOf } from './offering.ts'
import { subscriptionKind } from './records.ts'
import { type Subscription, subscriptionMachine } from './subscription.ts'

/** Applying for shares of an offering and taking that back, both while its window is open (`docs/rules/ipo.md` E.1). */
export type Applying = Readonly<{ id: string; number: string; offering: Offering; quantity: bigint; valueDate: CalendarDate }>
export type Applied = Readonly<{ subscription: Subscription; outcome: Outcome }>

/** The steps of one application in the ledger. */
export const steps = { hold: 0, allot: 1, refund: 2, deliver: 3, giveBack: 4 } as const

/** J50 holds the whole price. */
export function applyFor(state: AccountState, { id, number, offering, quantity, valueDate }: Applying, now: Instant): Result<Applied> {
  if (state.frozen) return refuse('account.frozen')
  const { opensAt, closesAt, lotSize, maxQuantity } = offering
  if (now < opensAt || now >= closesAt) return refuse('subscription.closed', { opensTimestamp: opensAt, closesTimestamp: closesAt })
  const hasOne = [...subscriptionKind.of(state).values()].some(
    ({ offeringId, status }) => offeringId === offering.id && status === 'waiting',
  )
  if (hasOne) return refuse('subscription.exists')
  if (quantity < lotSize) return refuse('quantity.below_minimum', { num: formatScaled(lotSize), field: 'quantity' })
  if (quantity % lotSize !== 0n) return refuse('quantity.step', { step: formatScaled(lotSize), field: 'quantity' })
  if (quantity > maxQuantity) return refuse('subscription.above_maximum', { num: formatScaled(maxQuantity), field: 'quantity' })
  const amount = costOf(offering, quantity)
  const available = availableOf(walletOf(state, SUBSCRIPTION_WALLET))
  const text = (minor: bigint): string => formatMinor(minor, SUBSCRIPTION_CURRENCY)
  if (amount > available)
    return refuse('wallet.insufficient', { field: 'quantity', available: text(available), missing: text(amount - available) })
  const subscription: Subscription = {
    ...{ id, number, accountId: state.accountId, kind: offering.kind, offeringId: offering.id, instrumentId: offering.instrumentId },
    ...{ price: offering.price, quantity, amount, status: 'waiting', allotted: 0n, paid: 0n, deliveredOn: null },
    ...{ startedAt: now, changedAt: now },
  }
  const lines = transfer({ from: walletAccount(SUBSCRIPTION_WALLET, 'CASH'), to: HOLD, asset: SUBSCRIPTION_CURRENCY, amount })
  const entry: EntryDraft = { journal: 'J50', cause: causeOf(subscription, steps.hold), lines, valueDate }
  return ok({ subscription, outcome: { entries: [entry], records: subscriptionKind.changed(subscription) } })
}

type Cancelling = Readonly<{ id: string; closesAt: Instant; valueDate: CalendarDate }>

/** J52 gives all of it back. Nothing of an account's state stands in the way. */
export function cancelApplication(state: AccountState, { id, closesAt, valueDate }: Cancelling, now: Instant): Result<Applied> {
  const subscription = subscriptionKind.of(state).get(id)
  if (subscription === undefined) return refuse('object.not_found')
  const status = next(subscriptionMachine, subscription.status, 'cancel')
  if (status === null) return refuse('subscription.not_cancellable', { status: subscription.status })
  if (now >= closesAt) return refuse('subscription.not_cancellable', { closesTimestamp: closesAt })
  const cancelled: Subscription = { ...subscription, status, changedAt: now }
  const entry = refund(cancelled, subscription.amount, steps.refund, valueDate)
  return ok({ subscription: cancelled, outcome: { entries: [entry], records: subscriptionKind.changed(cancelled) } })
}

/** J52. */
export const refund = (subscription: Subscription, amount: bigint, step: number, valueDate: CalendarDate): EntryDraft => ({
  journal: 'J52',
  cause: causeOf(subscription, step),
  lines: transfer({ from: HOLD, to: walletAccount(SUBSCRIPTION_WALLET, 'CASH'), asset: SUBSCRIPTION_CURRENCY, amount }),
  valueDate,
})

export const HOLD = walletAccount(SUBSCRIPTION_WALLET, 'HOLD')
export const causeOf = ({ id }: Subscription, step: number): Cause => ({ kind: 'subscription', id, step })
