import type { OrderRow, orders } from '@rueda/contract/orders.ts'
import { isBound } from '@rueda/rules/agreements/bound-acts.ts'
import { formatScaled, parseScaled } from '@rueda/rules/decimal.ts'
import { type Amendment, amendOrder as decideAmendment, changes, keepsPlace } from '@rueda/rules/orders/amend.ts'
import { type Order, isOpening, isWorking } from '@rueda/rules/orders/order.ts'
import { type Refusal, type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { App, Deciding } from '../../app.ts'
import type { Caller, HandlerRequest, Idempotency } from '../../http/handler.ts'
import { commandKind } from '../../write-path/commands.ts'
import { withExposure, exposureTerms } from '../wallets/exposure.ts'
import { presentOrder } from './present.ts'
import { currentOrder, resubmit, withOrdersPulled } from './resubmit.ts'
import { ownOrder } from './store.ts'
import { type Missing, amendTerms, missingOf } from './terms.ts'
import { ordersWithPositions } from './reads.ts'
import { orderKind } from '@rueda/rules/orders/records.ts'

type Amending = Readonly<{ caller: Caller; idempotency: Idempotency; amendment: Amendment }>

/**
 * Changes what is still working of an order. When only the quantity becomes smaller, the venue takes that much off and the order keeps its
 * place; for everything else it releases the order and gets it back as a new one.
 */
export async function amendOrder(app: App, amending: Amending): Promise<Result<OrderRow>> {
  const { caller, amendment } = amending
  const known = await ownOrder(app.pool, caller.accountId, amendment.orderId)
  if (known === null) return (await bookAmendment(app, amending, null)).result
  return app.inTurn(idsOf(known), () => amendInTurn(app, amending))
}

async function amendInTurn(app: App, amending: Amending): Promise<Result<OrderRow>> {
  const { caller, amendment } = amending
  // Earlier amendments are in it, and the venue knows of all of them.
  const current = await currentOrder(app, caller.accountId, amendment.orderId)
  if (!current.ok) return current
  const order = current.value
  if (order === null || !isWorking(order) || !changes(order, amendment)) return (await bookAmendment(app, amending, order)).result
  if (enlarges(order, amendment) && isBound('enlargeOrder') && !(await app.hasAgreed(caller.accountId))) return refuse('agreement.required')
  if (keepsPlace(order, amendment)) return amendInPlace(app, amending, order)
  return withOrdersPulled(app, caller.accountId, idsOf(order), async () => (await bookAmendment(app, amending, order)).result)
}

/** Two orders that end the same position leave together, so that neither is filled while the ledger does not see the other. */
const idsOf = ({ id, siblingId }: Order): readonly string[] => (siblingId === null ? [id] : [id, siblingId])

async function amendInPlace(app: App, amending: Amending, order: Order): Promise<Result<OrderRow>> {
  const { caller, amendment } = amending
  const less = order.quantity - (amendment.quantity ?? order.quantity)
  const life = await app.venue.life()
  let amended = false
  try {
    for (const orderId of idsOf(order)) await app.venue.reduce({ orderId, accountId: caller.accountId }, less)
    const { result, amendedFrom } = await bookAmendment(app, amending, order)
    amended = amendedFrom === order.quantity && (await app.venue.life().catch(() => null)) === life
    return result
  } finally {
    // A refusal, the answer to an earlier request, an order that a purchase has made larger meanwhile, or a market that is away or began
    // anew: the venue may have taken off another quantity than the ledger has.
    if (!amended) {
      const { accountId } = caller
      for (const orderId of idsOf(order)) await app.venue.cancel({ orderId, accountId }).catch(() => undefined)
      for (const orderId of idsOf(order)) await resubmit(app, accountId, orderId)
    }
  }
}

/** `attempt` is this request's own: an answer that carries another one was given before. */
type Amended = Readonly<{ attempt: string; amendment: Amendment; known: Known | null; missing: Missing }>
type Known = Readonly<{ wallet: WalletType; instrumentId: string; quantity: bigint; action: 'open' | 'close' | undefined }>

export const amendingOrder = commandKind({
  name: 'orders.amend',
  reads: ({ amendment: { orderId }, known }: Amended) =>
    withExposure({ wallets: known === null ? [] : [known.wallet], records: ordersWithPositions([orderId]) }, known?.action),
  decide: (app: Pick<Deciding, 'venue' | 'fees'>, { attempt, amendment, known, missing }, state, now) => {
    const before = orderKind.of(state).get(amendment.orderId)
    const outgrown = growsUnderOlderFees(app, before, amendment, now)
    if (outgrown !== null) return outgrown
    const asked = { instrumentId: known?.instrumentId ?? '', quantity: amendment.quantity ?? known?.quantity ?? 0n }
    const terms = { ...amendTerms(app, state, amendment.orderId, asked, missing, now), ...exposureTerms(app, state, known?.action) }
    const amended = decideAmendment(state, amendment, terms, now)
    if (!amended.ok) return amended
    const { order, outcome } = amended.value
    const amendedFrom = before === undefined ? null : formatScaled(before.quantity)
    return ok({ outcome, data: { ...presentOrder(app.venue, order), attempt, amendedFrom } })
  },
})

/** True where more is bought or opened, or a purchase is let cost more, by its limit or by the price from which it is sent. */
const enlarges = (order: Order, { quantity, limitPrice, stopPrice }: Amendment): boolean =>
  isOpening(order) &&
  ((quantity ?? order.quantity) > order.quantity ||
    (order.side === 'buy' && (rises(order.limitPrice, limitPrice) || rises(order.stopPrice, stopPrice))))

const rises = (before: bigint | null | undefined, after: bigint | null | undefined): boolean => (after ?? 0n) > (before ?? 0n)

/** An order keeps the commissions it was accepted under and cannot grow under them once others hold (`docs/rules/fees.md` N.1). */
export function growsUnderOlderFees(
  { fees, venue }: Pick<App, 'fees' | 'venue'>,
  before: Pick<Order, 'instrumentId' | 'quantity' | 'feeVersion'> | undefined,
  { quantity }: Pick<Amendment, 'quantity'>,
  now: Instant,
): Refusal | null {
  const instrument = before === undefined ? undefined : venue.instruments.get(before.instrumentId)
  if (before === undefined || instrument === undefined || quantity === undefined || quantity <= before.quantity) return null
  const { version } = fees.rates({ market: instrument.market, accountId: null }, now)
  return before.feeVersion < version ? refuse('order.fees_older') : null
}

/** Returns the quantity that was amended too; null after a refusal, and for an answer that an earlier request got. */
async function bookAmendment(
  app: App,
  { caller, idempotency, amendment }: Amending,
  known: Order | null,
): Promise<Readonly<{ result: Result<OrderRow>; amendedFrom: bigint | null }>> {
  const attempt = app.ids.next()
  const booked = await app.commands.run(amendingOrder, {
    accountId: caller.accountId,
    idempotency,
    arguments: { attempt, amendment, known: known === null ? null : knownOf(known), missing: missingOf(app, caller) },
  })
  if (!booked.ok) return { result: booked, amendedFrom: null }
  const { attempt: answered, amendedFrom, ...row } = booked.value
  return { result: ok(row), amendedFrom: answered !== attempt || amendedFrom === null ? null : parseScaled(amendedFrom) }
}

const knownOf = ({ wallet, instrumentId, quantity, margin }: Order): Known => ({ wallet, instrumentId, quantity, action: margin?.action })

/** The wire's decimals as the rules' integers; fields that are left out are not changed. */
export function readAmendment(input: HandlerRequest<typeof orders.amend>['input']): Result<Amendment> {
  const { orderId, price, quantity, stopPrice, trailPercent } = input
  const fields = { price, quantity, stopPrice, trailPercent }
  const amendment: { -readonly [Field in keyof Amendment]: Amendment[Field] } = { orderId }
  for (const [field, text] of Object.entries(fields)) {
    if (text === undefined) continue
    const value = parseScaled(text)
    if (value === null) return refuse('parameter.invalid', { field })
    amendment[field === 'price' ? 'limitPrice' : (field as 'quantity' | 'stopPrice' | 'trailPercent')] = value
  }
  return Object.keys(amendment).length === 1 ? refuse('parameter.missing', { field: 'price' }) : ok(amendment)
}
