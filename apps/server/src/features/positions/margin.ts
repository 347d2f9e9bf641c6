import type { DataOf } from '@rueda/contract/endpoint.ts'
import { worstSeenIn } from '../orders/conditions.ts'
import { sideOfDirection, typeOfCode } from '@rueda/contract/codes.ts'
import type { positions } from '@rueda/contract/positions.ts'
import { formatScaled, parseDecimal, parseScaled } from '@rueda/rules/decimal.ts'
import { feesOf, formatPrice, marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import { openingCost, priceOpening } from '@rueda/rules/margin/accept.ts'
import { type Added, addMargin, setTopUp } from '@rueda/rules/margin/add-margin.ts'
import { toCents } from '@rueda/rules/margin/dollar-rate.ts'
import { type MarginPosition, availableQuantityOf, closingSideOf } from '@rueda/rules/margin/position.ts'
import { valueOf } from '@rueda/rules/margin/requirement.ts'
import type { MarginInstrument } from '@rueda/rules/margin/valuation.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { worstMarketPrice } from '@rueda/rules/orders/limits.ts'
import { hasLimit } from '@rueda/rules/orders/order.ts'
import { elsewhere, giversTo } from '@rueda/rules/transfers/sources.ts'
import { openingSizes, saleSizes } from '@rueda/rules/orders/sizes.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import { valueDateOf } from '../../venue/value-date.ts'
import type { App } from '../../app.ts'
import type { Caller, HandlerRequest, Idempotency } from '../../http/handler.ts'
import { commandKind } from '../../write-path/commands.ts'
import { readAccountState } from '../../write-path/read-account-state.ts'
import { dollarRateOf } from '../../venue/dollar-rate.ts'
import { type ParsedMarginOrder, placeMarginOrder, placingKindOnMargin } from '../orders/place-margin.ts'
import { exitsOf } from '../orders/working.ts'
import { exposureLeftOf } from '../wallets/exposure.ts'
import { type MarginDay, readMarginDay } from './margin-day.ts'
import { ownMarginPosition } from './margin-store.ts'
import { presentMarginPosition } from './present-margin.ts'
import { marginPositionsById } from './margin-records.ts'
import { marginPositionKind } from '@rueda/rules/margin/records.ts'

/** Operations on a position on margin: close it, add to its margin, have margin added automatically. */
type CloseInput = HandlerRequest<typeof positions.close>['input']
type Closing = Readonly<{ caller: Caller; idempotency: Idempotency; input: CloseInput }>

/** Closes a position or a part of it; decided on the account state, so that a repeated request gets the answer of the first. */
export async function closeMarginPosition(
  app: App,
  position: MarginPosition,
  { caller, idempotency, input }: Closing,
): ReturnType<typeof placeMarginOrder> {
  const { instrumentId, wallet, id } = position
  const wanted = input.quantity === undefined ? null : parseScaled(input.quantity)
  // Closing more than is free ends the exits that hold the rest (`docs/rules/orders.md` D.1).
  const isFree = wanted !== null && wanted <= availableQuantityOf(position)
  const ends = isFree ? [] : await exitsOf(app.pool, position)
  const concerned = { instrumentId, wallet, margin: { action: 'close', positionId: id } } as const
  return placeMarginOrder(app, closingOnMargin, { caller, idempotency, ...concerned, ends, asked: { ...concerned, input } })
}

type Asked = Pick<ParsedMarginOrder, 'instrumentId' | 'wallet' | 'margin'> & Readonly<{ input: CloseInput }>

/** Closes the position as it is at that moment: all of it that is free, unless a quantity was named. */
function closingOrder({ instrumentId, wallet, margin, input }: Asked, state: AccountState): Result<ParsedMarginOrder> {
  const held = marginPositionKind.of(state).get(margin.positionId)
  if (held === undefined || held.quantity === 0n) return refuse('position.not_open')
  const quantity = input.quantity === undefined ? availableQuantityOf(held) : parseScaled(input.quantity)
  const limitPrice = input.price === undefined ? null : parseScaled(input.price)
  if (quantity === null) return refuse('parameter.invalid', { field: 'quantity' })
  if (quantity === 0n) return refuse('position.insufficient', { available: '0' })
  const type = typeOfCode[input.orderType]
  const feesSeen = input.feeVersion ?? null
  const worstSeen = type === 'market' ? worstSeenIn(input) : null
  const common = { instrumentId, wallet, margin, type, quantity, feesSeen, worstSeen, leverage: 1, timeInForce: 'DAY' } as const
  return ok({ ...common, side: closingSideOf(held.side), limitPrice: hasLimit(type) ? limitPrice : null })
}

export const closingOnMargin = placingKindOnMargin('positions.closeOnMargin', closingOrder)

type Changing = Readonly<{ caller: Caller; idempotency: Idempotency; positionId: string; cents: bigint | null }>
type Change = Readonly<{
  id: string
  positionId: string
  wallet: WalletType
  instrumentId: string
  cents: bigint | null
  marginDay: MarginDay
}>
type Decide = (state: AccountState, change: Change, context: Readonly<{ tradeDate: CalendarDate; now: Instant }>) => Result<Added>

/** A kind of command that changes what secures a position. */
const changingKind = (name: string, decide: Decide) =>
  commandKind({
    name,
    reads: ({ wallet, positionId }: Change) => ({ wallets: [wallet], records: [marginPositionsById([positionId])] }),
    decide: ({ venue }: Pick<App, 'venue'>, change, state, now) => {
      const tradeDate = valueDateOf(venue, change.instrumentId)
      const changed = decide(state, change, { tradeDate, now })
      if (!changed.ok) return changed
      const { outcome, position } = changed.value
      return ok({ outcome, data: presentMarginPosition({ venue, now, marginDay: change.marginDay }, position) })
    },
  })

export const addingMargin = changingKind('positions.addMargin', (state, { positionId, cents, id }, { tradeDate, now }) =>
  addMargin(state, { positionId, cents: cents ?? 0n, id, tradeDate }, now),
)

export const settingTopUp = changingKind('positions.setTopUp', (state, { positionId, cents }, { now }) =>
  setTopUp(state, { positionId, cap: cents }, now),
)

async function changePosition(
  app: App,
  kind: ReturnType<typeof changingKind>,
  { caller, idempotency, positionId, cents }: Changing,
): Promise<Result<DataOf<typeof positions.addMargin>>> {
  const position = await ownMarginPosition(app.pool, caller.accountId, positionId)
  if (position === null) return refuse('object.not_found', { field: 'id' })
  const { wallet, instrumentId } = position
  const marginDay = await readMarginDay({ reader: app.pool, venue: app.venue }, caller.accountId, [position])
  const change = { id: app.ids.next(), positionId, wallet, instrumentId, cents, marginDay }
  return app.commands.run(kind, { accountId: caller.accountId, idempotency, arguments: change })
}

const CENTS_DECIMALS = 2

export function addPositionMargin(
  app: App,
  { input, caller, idempotency }: HandlerRequest<typeof positions.addMargin>,
): ReturnType<typeof changePosition> {
  const cents = parseDecimal(input.amount, CENTS_DECIMALS) ?? 0n
  return changePosition(app, addingMargin, { caller, idempotency, positionId: input.id, cents })
}

export function setAutoTopUp(
  app: App,
  { input, caller, idempotency }: HandlerRequest<typeof positions.topUp>,
): ReturnType<typeof changePosition> {
  const cents = input.amount === undefined ? null : parseDecimal(input.amount, CENTS_DECIMALS)
  return changePosition(app, settingTopUp, { caller, idempotency, positionId: input.id, cents })
}

type SizesInput = HandlerRequest<typeof positions.sizes>['input']

/** Quantities that the wallet's money can open, or that can be closed of the named position (`docs/rules/positions.md` D.6). */
export async function marginSizes(
  app: App,
  accountId: string,
  { input, instrument }: Readonly<{ input: SizesInput; instrument: MarginInstrument }>,
): Promise<Result<DataOf<typeof positions.sizes>>> {
  const terms = marketTermsOf(instrument.market)
  const rate = dollarRateOf(app.venue, instrument.currency)
  const quote = app.venue.quote(instrument.id)
  if (terms === null) return refuse('instrument.quote_only')
  if (quote === null || rate === null) return refuse('quote.stale')
  const side = sideOfDirection[input.direction]
  const limit = input.price === undefined || !hasLimit(typeOfCode[input.orderType]) ? null : parseScaled(input.price)
  const worstPrice = limit ?? worstMarketPrice(instrument, side, quote)
  const closes = input.action === 1 && input.positionId !== undefined
  const state = await readAccountState(app.pool, accountId, {
    wallets: [terms.wallet, ...giversTo(terms.wallet)],
    records: [marginPositionsById(closes && input.positionId !== undefined ? [input.positionId] : [])],
  })
  const { tradeDate } = app.venue.session(instrument.market)
  const rates = app.fees.rates({ market: instrument.market, accountId }, app.clock.now())
  const pricing = (quantity: bigint) => ({
    request: { side, quantity, leverage: input.leverage },
    instrument,
    rate,
    worstPrice,
    terms: { fees: feesOf(instrument, quantity, rates), tradeDate, market: quote },
  })
  const exposure = closes ? 0n : await exposureLeftOf(app, accountId)
  const position = closes ? marginPositionKind.of(state).get(input.positionId ?? '') : undefined
  const free = position === undefined ? 0n : availableQuantityOf(position)
  const available = state.wallets.get(terms.wallet)?.cash ?? 0n
  const costOf = (quantity: bigint): bigint => openingCost(pricing(quantity))
  const isAllowed = (quantity: bigint): boolean => toCents(valueOf(instrument.contract, worstPrice, quantity), rate, 'HALF_UP') <= exposure
  const others = elsewhere(state.wallets, terms.wallet)
  const paid = openingSizes({ ...instrument, available: available + others, costOf })
  const opening = (money: bigint) => openingSizes({ ...instrument, available: money, costOf, isAllowed })
  const sizes = closes ? saleSizes(free, instrument) : opening(available)
  const withOthers = closes ? sizes : opening(available + others)
  const reserved = position === undefined ? 0n : position.held
  const { openingFee, closingFee } = priceOpening(pricing(sizes.full))
  return ok({
    half: formatScaled(sizes.half),
    full: formatScaled(sizes.full),
    fullWithOthers: formatScaled(withOthers.full),
    elsewhere: closes ? null : formatMinor(others, 'USD'),
    available: closes ? formatScaled(free) : formatMinor(available, 'USD'),
    minCount: formatScaled(instrument.minimumQuantity),
    step: formatScaled(instrument.step),
    fractionStep: null,
    usedPrice: formatPrice(instrument, worstPrice),
    estFee: formatMinor(closes ? closingFee : openingFee, 'USD'),
    limitedBy: closes ? (reserved > 0n ? 'orders' : null) : withOthers.full < paid.full ? 'exposure' : paid.full === 0n ? 'money' : null,
    reserved: formatScaled(reserved),
    leastHold: closes ? null : formatMinor(costOf(instrument.minimumQuantity), 'USD'),
  })
}
