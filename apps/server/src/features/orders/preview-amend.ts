import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { orders } from '@rueda/contract/orders.ts'
import { formatPrice } from '@rueda/rules/instruments/terms.ts'
import { walletOf } from '@rueda/rules/ledger/account-state.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import type { Amendment } from '@rueda/rules/orders/amend.ts'
import { amendEffect } from '@rueda/rules/orders/amend-effect.ts'
import { isOpening } from '@rueda/rules/orders/order.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import type { Caller } from '../../http/handler.ts'
import { readAccountState } from '../../write-path/read-account-state.ts'
import { withExposure, exposureTerms } from '../wallets/exposure.ts'
import { ownOrder } from './store.ts'
import { growsUnderOlderFees } from './amend.ts'
import { amendTerms, missingOf } from './terms.ts'
import { ordersWithPositions } from './reads.ts'

type AmendPreview = DataOf<typeof orders.previewAmend>

/** Previews an amendment: decided like the amendment itself, and nothing is changed. */
export async function previewAmendment(app: App, caller: Caller, amendment: Amendment): Promise<Result<AmendPreview>> {
  const known = await ownOrder(app.pool, caller.accountId, amendment.orderId)
  if (known === null) return refuse('object.not_found', { field: 'orderId' })
  const { wallet, instrumentId, margin, quantity } = known
  const action = margin?.action
  const state = await readAccountState(
    app.pool,
    caller.accountId,
    withExposure({ wallets: [wallet], records: ordersWithPositions([known.id]) }, action),
  )
  const now = app.clock.now()
  const outgrown = growsUnderOlderFees(app, known, amendment, now)
  if (outgrown !== null) return outgrown
  const asked = { instrumentId, quantity: amendment.quantity ?? quantity }
  const terms = { ...amendTerms(app, state, known.id, asked, missingOf(app, caller), now), ...exposureTerms(app, state, action) }
  const effect = amendEffect(state, amendment, terms, now)
  if (!effect.ok) return effect
  const { instrument, market } = terms
  if (instrument === null || market === null) return refuse('quote.stale')
  const { before, after, price, amount, fee, executes, asksMore } = effect.value
  const currency = walletCurrencies[wallet]
  const money = (minor: bigint): string => formatMinor(minor, currency)
  const [available, more] = [walletOf(state, wallet).cash, after.heldCash - before.heldCash]
  const holdsMoney = isOpening(before)
  return ok({
    estPrice: formatPrice(instrument, price),
    worstPrice: formatPrice(instrument, after.worstPrice),
    estAmount: money(amount),
    estFee: money(fee),
    holdBefore: holdsMoney ? money(before.heldCash) : null,
    holdAfter: holdsMoney ? money(after.heldCash) : null,
    availableBefore: money(available),
    availableAfter: money(available - more),
    missing: more > available ? money(more - available) : null,
    bid: market.bid === 0n ? null : formatPrice(instrument, market.bid),
    ask: market.ask === 0n ? null : formatPrice(instrument, market.ask),
    executes: executes ? 1 : 0,
    asksMore: asksMore ? 1 : 0,
    walletType: wallet,
    currency,
    quoteTimestamp: terms.marketAt,
    venue: app.venue.label,
  })
}
