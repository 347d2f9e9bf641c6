import type { FundOrder as FundOrderRow } from '@rueda/contract/funds.ts'
import { type FundId, funds } from '@rueda/rules/funds/fund.ts'
import type { FundOrder } from '@rueda/rules/funds/fund-order.ts'
import { fundOrderKind } from '@rueda/rules/funds/records.ts'
import { redeem, takeBack } from '@rueda/rules/funds/redeem.ts'
import { subscribe } from '@rueda/rules/funds/subscribe.ts'
import { parseDecimal } from '@rueda/rules/decimal.ts'
import { minorDigits } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { App, Deciding } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { houseDate } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { type AskedSource, walletsAsked, withBrought } from '../transfers/bring.ts'
import { allLoans } from '../loans/records.ts'
import { presentFundOrder } from './present.ts'
import { fundOrdersById } from './records.ts'
import { capacityLeft } from './capacity.ts'
import { ownFundOrder } from './store.ts'
import { cutOffAt, dealDateAt } from './schedule.ts'

/** What a customer does with funds: subscribe, redeem, and cancel either before its cut-off. */
type Requested = Readonly<{ caller: Caller; idempotency: Idempotency }>

/** Takes a subscription: its money is on hold with the answer. */
export async function subscribeTo(
  app: App,
  { caller, idempotency, ...asked }: Requested & Pick<Subscribing, 'fundId' | 'amount' | 'sources'>,
): Promise<Result<FundOrderRow>> {
  const { fundId } = asked
  if (app.navs.latest(fundId) === null) return refuse('object.not_found', { field: 'productId' })
  const room = (await capacityLeft(app, [fundId], 'waiting'))(fundId)
  const given = { ...asked, id: app.ids.next(), room }
  return app.commands.run(subscribing, { accountId: caller.accountId, idempotency, arguments: given })
}

type Adding = Requested & Readonly<{ orderId: string; amount: string }>

/** Another subscription to the fund of one that the customer has: what is added is bought at its own strike and has its own term. */
export async function addToFund(app: App, { caller, idempotency, orderId, amount: typed }: Adding): Promise<Result<FundOrderRow>> {
  const order = await ownFundOrder(app.pool, caller.accountId, orderId)
  if (order === null) return refuse('object.not_found', { field: 'orderId' })
  const { fundId } = order
  const amount = parseDecimal(typed, minorDigits[funds[fundId].currency])
  return amount === null
    ? refuse('parameter.invalid', { field: 'amount' })
    : subscribeTo(app, { caller, idempotency, fundId, amount, sources: [] })
}

type Subscribing = Readonly<{ id: string; fundId: FundId; amount: bigint; sources: readonly AskedSource[]; room: bigint }>

export const subscribing = commandKind({
  name: 'funds.subscribe',
  reads: ({ fundId, sources }: Subscribing) => ({ wallets: walletsAsked(funds[fundId].wallet, sources), records: [] }),
  decide: (app: Pick<Deciding, 'venue' | 'switches' | 'offerings' | 'navs'>, { sources, ...given }, state, now) => {
    const off = app.switches.refusal('funds') ?? app.offerings.refusal('fund', given.fundId)
    if (off !== null) return off
    const dealDate = dealDateAt(app.venue, now)
    if (dealDate === null) return refuse('quote.stale')
    const number = referenceNumber('F', dealDate, given.id)
    const asked = { ...given, number, dealDate, valueDate: houseDate(app.venue) }
    const lacking = { wallet: funds[given.fundId].wallet, sources }
    const subscribed = withBrought(app, lacking, { state, now, decide: (at) => subscribe(at, asked, now) })
    return subscribed.ok ? ok({ outcome: subscribed.value.outcome, data: presentFundOrder(app, subscribed.value.order, now) }) : subscribed
  },
})

/** Asks for units to be given back. Nothing of an account's state stands in the way (`docs/rules/funds.md` O.10). */
export const redeemUnits = (app: App, { caller, idempotency, ...given }: Requested & Redeeming): Promise<Result<FundOrderRow>> =>
  app.commands.run(redeeming, { accountId: caller.accountId, idempotency, arguments: given })

type Redeeming = Readonly<{ orderId: string; fundId: FundId; units: bigint | null; takesEarlyFee: boolean }>

export const redeeming = commandKind({
  name: 'funds.redeem',
  reads: ({ orderId }: Redeeming) => ({ wallets: [], records: [fundOrdersById([orderId]), ...allLoans] }),
  decide: (app: Pick<Deciding, 'venue' | 'navs'>, { fundId, ...given }, state, now) => {
    const dealDate = dealDateAt(app.venue, now)
    if (dealDate === null) return refuse('quote.stale')
    if (fundOrderKind.of(state).get(given.orderId)?.fundId !== fundId) return refuse('object.not_found', { field: 'orderId' })
    const redeemed = redeem(state, { ...given, dealDate }, now)
    return redeemed.ok ? ok({ outcome: redeemed.value.outcome, data: presentFundOrder(app, redeemed.value.order, now) }) : redeemed
  },
})

/** Takes back what was asked for, a subscription or a redemption, until the cut-off of its strike. */
export const cancelFundOrder = (app: App, { caller, idempotency }: Requested, order: FundOrder): Promise<Result<FundOrderRow>> =>
  app.commands.run(takingBack, { accountId: caller.accountId, idempotency, arguments: { orderId: order.id, fundId: order.fundId } })

export const takingBack = commandKind({
  name: 'funds.cancel',
  reads: ({ orderId, fundId }: Readonly<{ orderId: string; fundId: FundId }>) => ({
    wallets: [funds[fundId].wallet],
    records: [fundOrdersById([orderId])],
  }),
  decide: (app: Pick<Deciding, 'venue' | 'navs'>, { orderId }, state, now) => {
    const changed = takeBack(state, { orderId, valueDate: houseDate(app.venue), cutOffOf: cutOffAt }, now)
    return changed.ok ? ok({ outcome: changed.value.outcome, data: presentFundOrder(app, changed.value.order, now) }) : changed
  },
})
