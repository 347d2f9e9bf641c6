import type { OrderRates } from '@rueda/rules/fees/versions.ts'
import { worstSeenIn } from '../orders/conditions.ts'
import { BLOCK_LIST, BLOCK_SOURCE, requestedMarket, marketOfListSource, sideOfDirection, typeOfCode } from '@rueda/contract/codes.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { OrderRow } from '@rueda/contract/orders.ts'
import { type Position as PositionRow, positions } from '@rueda/contract/positions.ts'
import { formatScaled, parseScaled } from '@rueda/rules/decimal.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { chargesOn, totalOf } from '@rueda/rules/fees/schedule.ts'
import { fractionTermsOf, fractionsBoughtAt } from '@rueda/rules/fractions/fraction.ts'
import { feesOf, formatPrice, marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { isOnMargin } from '@rueda/rules/margin/valuation.ts'
import { formatMinor, notional } from '@rueda/rules/money.ts'
import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import { type MarketFacts, worstMarketPrice } from '@rueda/rules/orders/limits.ts'
import { hasLimit } from '@rueda/rules/orders/order.ts'
import { priceHold } from '@rueda/rules/orders/hold.ts'
import { largestPurchase, saleSizes } from '@rueda/rules/orders/sizes.ts'
import { elsewhere, giversTo } from '@rueda/rules/transfers/sources.ts'
import type { Position } from '@rueda/rules/positions/position.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { EVER } from '../../storage/archive-reading.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { explained } from '../../http/derivation.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, type SharedReads, sharedRoutes } from '../../http/routes.ts'
import { forCustomer } from '../../http/sharing.ts'
import { readAccountState } from '../../write-path/read-account-state.ts'
import { startOfDate } from '../../venue/day-bounds.ts'
import { type ParsedOrder, placeOrder, placingKind, walletOfInstrument } from '../orders/place.ts'
import { exitsIn, orderRows, workingRows } from '../orders/working.ts'
import { explainHoldings, explainPosition } from './explain.ts'
import { addPositionMargin, closeMarginPosition, setAutoTopUp, marginSizes } from './margin.ts'
import { closedRows, heldRows } from './lists.ts'
import { marginPositionsIn, ownMarginPosition } from './margin-store.ts'
import type { LotChoice } from '@rueda/rules/positions/lots.ts'
import { chooseLotsOf } from '../orders/choose-lots.ts'
import { checkChosen, choiceOf, lotDefault } from './lot-choice.ts'
import { presentLots, readLots } from './lots.ts'
import { readMarginDay } from './margin-day.ts'
import { presentMarginPosition } from './present-margin.ts'
import { presentPosition } from './present.ts'
import { valueHoldings } from './valuation.ts'
import { tradedToday, ownPosition, positionIn } from './store.ts'
import { openPositionsIn } from './records.ts'
import { positionKind } from '@rueda/rules/positions/records.ts'

const shared = (app: App): SharedReads<typeof positions> => ({ holding: ({ caller, now }) => forCustomer(app, caller, now) })

/** Positions and the lists of the trade page. */
export const positionRoutes = (app: App): Registered =>
  sharedRoutes(positions, shared(app), {
    holding: async ({ input, caller, now }) => {
      const onlyBlocks = input.type === BLOCK_LIST || input.source === BLOCK_SOURCE
      const filter = { market: marketOfListSource(onlyBlocks ? BLOCK_SOURCE : input.source), onlyBlocks }
      const { held, whole } = await inSnapshot(app.pool, async (reader) => ({
        held: await heldRows({ reader, venue: app.venue, now }, caller.accountId, filter, sliceOf(input)),
        whole: await valueHoldings({ reader, venue: app.venue }, caller.accountId, filter.market, onlyBlocks),
      }))
      return ok({
        ...pageOf(held.rows, held.total, input),
        totalMarketValue: formatMinor(whole.value, 'USD'),
        totalProfit: formatMinor(whole.profit, 'USD'),
        currency: 'USD',
      })
    },

    explain: async ({ input, caller, now }) => {
      const { accountId } = caller
      const derivation = await app.archive.over(accountId, EVER, (pool) => explainPosition({ pool, venue: app.venue }, accountId, input))
      return derivation === null ? refuse('object.not_found', { field: 'id' }) : explained(derivation, now)
    },

    explainHoldings: async ({ input, caller, now }) => explained(await explainHoldings(app, caller.accountId, input.figure), now),

    closed: async ({ input, caller, now }) => {
      const range = {
        market: marketOfListSource(input.source),
        from: input.startDate === undefined ? null : await startOfDate(app.venue, input.startDate),
        to: input.endDate === undefined ? null : await startOfDate(app.venue, addDays(input.endDate, 1)),
      }
      const { rows, total } = await inSnapshot(app.pool, (reader) =>
        closedRows({ reader, venue: app.venue, now }, caller.accountId, range, sliceOf(input)),
      )
      return ok(pageOf(rows, total, input))
    },

    taiwan: async ({ input, caller, now }) => {
      const { rows, total } = await inSnapshot(app.pool, (reader) => taiwanRows({ reader, venue: app.venue, now }, caller.accountId, input))
      return ok(pageOf(rows, total, input))
    },

    byStock: async ({ input, caller, now }) => {
      const instrument = app.venue.find(input.market, input.stockCode)
      if (instrument === null) return refuse('instrument.unknown', { field: 'stockCode' })
      const { id: instrumentId } = instrument
      const { held, onMargin, traded, marginDay, orders } = await inSnapshot(app.pool, async (reader) => {
        const onMargin = await marginPositionsIn(reader, caller.accountId, instrumentId)
        return {
          held: await positionIn(reader, caller.accountId, instrumentId),
          onMargin,
          traded: await tradedToday(reader, caller.accountId, app.venue),
          marginDay: await readMarginDay({ reader, venue: app.venue }, caller.accountId, onMargin),
          orders: await workingRows({ reader, venue: app.venue }, caller.accountId, instrumentId),
        }
      })
      const position = held === null ? null : presentPosition({ venue: app.venue, now, traded }, held)
      return ok({ position, positions: onMargin.map((each) => presentMarginPosition({ venue: app.venue, now, marginDay }, each)), orders })
    },

    lots: async ({ input, caller, now }) => {
      const read = await app.archive.over(caller.accountId, EVER, (pool) =>
        inSnapshot(pool, (reader) => readLots(reader, app.venue, caller.accountId, input.id)),
      )
      return read === null ? refuse('object.not_found', { field: 'id' }) : ok(presentLots(app.venue, read, now))
    },

    close: (request) => closePosition(app, request),

    lotDefault: async ({ input, caller }) => ok(await lotDefault(app, caller.accountId, input.lotMethod)),

    chooseLots: ({ input, caller, idempotency }) => chooseLotsOf(app, { caller, idempotency, orderId: input.orderId, asked: input }),

    addMargin: (request) => addPositionMargin(app, request),

    topUp: (request) => setAutoTopUp(app, request),

    sizes: async ({ input, caller }) => sizesOf(app, caller.accountId, input),
  })

const TAIWAN = 'TW'

/** Positions held or closed in Taiwan, or orders there, by the number in the request (`docs/rules/positions.md` A.58). */
function taiwanRows(
  reading: Parameters<typeof heldRows>[0],
  accountId: string,
  input: HandlerRequest<typeof positions.taiwan>['input'],
): Promise<Readonly<{ rows: readonly (PositionRow | OrderRow)[]; total: number }>> {
  const slice = sliceOf(input)
  if (input.status === 0) return heldRows(reading, accountId, { market: TAIWAN }, slice)
  if (input.status === 1) return closedRows(reading, accountId, { market: TAIWAN, from: null, to: null }, slice)
  return orderRows(reading, accountId, TAIWAN, slice)
}

type CloseRequest = Pick<HandlerRequest<typeof positions.close>, 'input' | 'caller' | 'idempotency'>
type CloseInput = CloseRequest['input']

/** Closes a position or a part of it, on margin or not. */
export async function closePosition(app: App, { input, caller, idempotency }: CloseRequest): ReturnType<typeof placeOrder> {
  const onMargin = await ownMarginPosition(app.pool, caller.accountId, input.id)
  if (onMargin !== null) return closeMarginPosition(app, onMargin, { caller, idempotency, input })
  const position = await ownPosition(app.pool, caller.accountId, input.id)
  if (position === null) return refuse('object.not_found', { field: 'id' })
  const { instrumentId } = position
  // Decided on the account state, so that a request repeated after the sale gets the answer of the first.
  const choice = await choiceOf(app.pool, caller.accountId, input)
  if (!choice.ok) return choice
  const named = input.quantity === undefined ? null : parseScaled(input.quantity)
  const wrong = await checkChosen(app, caller.accountId, choice.value, { instrumentId, quantity: named })
  if (wrong !== null) return wrong
  const ends = await exitsInTheWay(app, caller.accountId, position, input)
  const closing = { positionId: position.id, instrumentId, wallet: walletOfInstrument(app, instrumentId), input, lots: choice.value }
  return placeOrder(app, closingHolding, { caller, idempotency, instrumentId, ends, asked: closing })
}

/** Closing more than is free ends the exits that hold the rest (`docs/rules/orders.md` D.1). */
async function exitsInTheWay(app: App, accountId: string, { free, instrumentId }: Position, input: CloseInput): Promise<readonly string[]> {
  const quantity = input.quantity === undefined ? null : parseScaled(input.quantity)
  if (quantity !== null && quantity <= free) return []
  return exitsIn(app.pool, accountId, instrumentId)
}

type Closing = Readonly<{ positionId: string; instrumentId: string; wallet: WalletType; input: CloseInput; lots: LotChoice | null }>

/** The sale of a position as it is at that moment: all of it that is free, unless a quantity was named. */
function closingOrder({ positionId, instrumentId, wallet, input, lots }: Closing, state: AccountState): Result<ParsedOrder> {
  const held = positionKind.of(state).get(instrumentId)
  if (held?.id !== positionId) return refuse('position.not_open')
  const quantity = input.quantity === undefined ? held.free : parseScaled(input.quantity)
  const limitPrice = input.price === undefined ? null : parseScaled(input.price)
  if (quantity === null) return refuse('parameter.invalid', { field: 'quantity' })
  if (quantity === 0n) return refuse('position.insufficient', { available: '0' })
  const type = typeOfCode[input.orderType]
  return ok({
    instrumentId,
    wallet,
    side: 'sell',
    type,
    timeInForce: 'DAY',
    limitPrice: hasLimit(type) ? limitPrice : null,
    quantity,
    leverage: 1,
    margin: null,
    feesSeen: input.feeVersion ?? null,
    worstSeen: type === 'market' ? worstSeenIn(input) : null,
    lots,
  })
}

export const closingHolding = placingKind('positions.close', closingOrder)

type SizesInput = HandlerRequest<typeof positions.sizes>['input']

async function sizesOf(app: App, accountId: string, input: SizesInput): Promise<Result<DataOf<typeof positions.sizes>>> {
  const asked = requestedMarket(input)
  if (asked === null) return refuse('instrument.unknown', { field: 'source' })
  const instrument = app.venue.find(asked, input.stockCode)
  if (instrument === null) return refuse('instrument.unknown', { field: 'stockCode' })
  const { id: instrumentId } = instrument
  if (isOnMargin(instrument)) return marginSizes(app, accountId, { input, instrument })
  const terms = marketTermsOf(instrument.market)
  if (terms === null || instrument.quoteOnly) return refuse('instrument.quote_only')
  const quote = app.venue.quote(instrumentId)
  const market: MarketFacts = quote ?? { last: 0n, bid: 0n, ask: 0n, previousClose: 0n }
  const side = sideOfDirection[input.direction]
  const limit = input.price === undefined ? null : parseScaled(input.price)
  const price =
    hasLimit(typeOfCode[input.orderType]) && limit !== null ? limit : market.last === 0n ? 0n : worstMarketPrice(instrument, side, market)
  const state = await readAccountState(app.pool, accountId, {
    wallets: [terms.wallet, ...giversTo(terms.wallet)],
    records: [openPositionsIn([instrumentId])],
  })
  return ok(
    presentSizes(app, {
      instrument,
      rates: app.fees.rates({ market: instrument.market, accountId }, app.clock.now()),
      side,
      price,
      last: market.last,
      cash: state.wallets.get(terms.wallet)?.cash ?? 0n,
      others: elsewhere(state.wallets, terms.wallet),
      free: positionKind.of(state).get(instrumentId)?.free ?? 0n,
      reserved: positionKind.of(state).get(instrumentId)?.held ?? 0n,
    }),
  )
}

type Sizing = Readonly<{
  rates: OrderRates
  instrument: NonNullable<ReturnType<App['venue']['instruments']['get']>>
  side: 'buy' | 'sell'
  price: bigint
  last: bigint
  cash: bigint
  /** What other wallets of the currency can give. */
  others: bigint
  free: bigint
  /** On orders already. */
  reserved: bigint
}>

function presentSizes(
  app: App,
  { instrument, rates, side, price, last, cash, others, free, reserved }: Sizing,
): DataOf<typeof positions.sizes> {
  const { tradeDate } = app.venue.session(instrument.market)
  const fractions = app.venue.session(instrument.market).matching ? fractionTermsOf(instrument) : null
  // "Everything" includes the part of a share while it can be sold (`docs/rules/fractions.md` P.5).
  const { step } = fractions ?? instrument
  const minimum = fractions === null ? instrument.minimumQuantity : step
  const sizesWith = (available: bigint) =>
    side === 'buy'
      ? largestPurchase({ instrument, rates, available, price, tradeDate })
      : saleSizes(free, { step, minimumQuantity: minimum })
  const sizes = sizesWith(cash)
  const withOthers = sizesWith(cash + others)
  const traded = notional(price, sizes.full, instrument.currency, 'HALF_UP')
  const { minimumQuantity } = instrument
  const isBought = fractionsBoughtAt(instrument, last) !== null && app.switches.refusal('fractions') === null
  const isTaken = fractions !== null && (side === 'sell' || isBought)
  const least = priceHold({ side, quantity: minimumQuantity }, price, { fees: feesOf(instrument, minimumQuantity, rates), tradeDate })
  const buys = side === 'buy'
  const charges = chargesOn(feesOf(instrument, sizes.full, rates), { side, notional: traded, quantity: sizes.full, tradeDate })
  return {
    half: formatScaled(sizes.half),
    full: formatScaled(sizes.full),
    fullWithOthers: formatScaled(withOthers.full),
    elsewhere: side === 'buy' ? formatMinor(others, instrument.currency) : null,
    available: side === 'buy' ? formatMinor(cash, instrument.currency) : formatScaled(free),
    minCount: formatScaled(instrument.minimumQuantity),
    step: formatScaled(instrument.step),
    fractionStep: isTaken ? formatScaled(step) : null,
    usedPrice: formatPrice(instrument, price),
    estFee: formatMinor(totalOf(charges), instrument.currency),
    limitedBy: buys ? (withOthers.full === 0n ? 'money' : null) : reserved > 0n ? 'orders' : null,
    reserved: buys ? '0' : formatScaled(reserved),
    leastHold: buys ? formatMinor(least.notional + least.charges, instrument.currency) : null,
  }
}
