import type { FundOrder as FundOrderRow } from '@rueda/contract/funds.ts'
import { type FundId, funds } from '@rueda/rules/funds/fund.ts'
import type { FundOrder } from '@rueda/rules/funds/fund-order.ts'
import { fundOrderKind } from '@rueda/rules/funds/records.ts'
import { redeem, takeBack } from '@rueda/rules/funds/redeem.ts'
import { subscribe } from '@rueda/rules/funds/subscribe.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App, Deciding } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { houseDate } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { presentFundOrder } from './present.ts'
import { fundOrdersById } from './records.ts'
import { roomIn } from './room.ts'
import { cutOffAt, dealDateAt } from './schedule.ts'

/** What a customer does with funds: buy units, give them back, and take either back before its cut-off. */
type Asking = Readonly<{ caller: Caller; idempotency: Idempotency }>

/** Takes a subscription: its money is on hold with the answer. */
export async function buyUnits(
  app: App,
  { caller, idempotency, fundId, amount }: Asking & Readonly<{ fundId: FundId; amount: bigint }>,
): Promise<Result<FundOrderRow>> {
  if (app.funds.latest(fundId) === null) return refuse('object.not_found', { field: 'productId' })
  const dealDate = dealDateAt(app.venue, app.clock.now())
  if (dealDate === null) return refuse('quote.stale')
  const room = (await roomIn(app, [fundId], 'waiting'))(fundId)
  const asked = { id: app.ids.next(), fundId, amount, dealDate, room }
  return app.commands.run(subscribing, { accountId: caller.accountId, idempotency, arguments: asked })
}

type Asked = Readonly<{ id: string; fundId: FundId; amount: bigint; dealDate: CalendarDate; room: bigint }>
type Told = Pick<Deciding, 'venue' | 'switches' | 'funds'>

export const subscribing = commandKind({
  name: 'funds.subscribe',
  reads: ({ fundId }: Asked) => ({ wallets: [funds[fundId].wallet], records: [] }),
  decide: (app: Told, asked, state, now) => {
    const off = app.switches.refusal('funds')
    if (off !== null) return off
    const valueDate = houseDate(app.venue)
    const number = referenceNumber('F', asked.dealDate, asked.id)
    const subscribed = subscribe(state, { ...asked, number, valueDate }, now)
    return subscribed.ok ? ok({ outcome: subscribed.value.outcome, data: presentFundOrder(app, subscribed.value.order, now) }) : subscribed
  },
})

/** Asks for units to be given back. Nothing of an account's state stands in the way (`docs/rules/funds.md` O.10). */
export async function giveBack(
  app: App,
  { caller, idempotency, ...asked }: Asking & Readonly<{ orderId: string; fundId: FundId; units: bigint | null; takesEarlyFee: boolean }>,
): Promise<Result<FundOrderRow>> {
  const dealDate = dealDateAt(app.venue, app.clock.now())
  if (dealDate === null) return refuse('quote.stale')
  return app.commands.run(redeeming, { accountId: caller.accountId, idempotency, arguments: { ...asked, dealDate } })
}

type Returning = Readonly<{ orderId: string; fundId: FundId; units: bigint | null; takesEarlyFee: boolean; dealDate: CalendarDate }>

export const redeeming = commandKind({
  name: 'funds.redeem',
  reads: ({ orderId }: Returning) => ({ wallets: [], records: [fundOrdersById([orderId])] }),
  decide: (app: Pick<Deciding, 'venue' | 'funds'>, { fundId, ...asked }, state, now) => {
    if (fundOrderKind.of(state).get(asked.orderId)?.fundId !== fundId) return refuse('object.not_found', { field: 'orderId' })
    const redeemed = redeem(state, asked, now)
    return redeemed.ok ? ok({ outcome: redeemed.value.outcome, data: presentFundOrder(app, redeemed.value.order, now) }) : redeemed
  },
})

/** Takes back what was asked for, a subscription or a redemption, until the cut-off of its strike. */
export const takeBackOrder = (app: App, { caller, idempotency }: Asking, order: FundOrder): Promise<Result<FundOrderRow>> =>
  app.commands.run(takingBack, { accountId: caller.accountId, idempotency, arguments: { orderId: order.id, fundId: order.fundId } })

export const takingBack = commandKind({
  name: 'funds.cancel',
  reads: ({ orderId, fundId }: Readonly<{ orderId: string; fundId: FundId }>) => ({
    wallets: [funds[fundId].wallet],
    records: [fundOrdersById([orderId])],
  }),
  decide: (app: Pick<Deciding, 'venue' | 'funds'>, { orderId }, state, now) => {
    const changed = takeBack(state, { orderId, valueDate: houseDate(app.venue), cutOffOf: cutOffAt }, now)
    return changed.ok ? ok({ outcome: changed.value.outcome, data: presentFundOrder(app, changed.value.order, now) }) : changed
  },
})
