import {
  BLOCK_SOURCE,
  requestedMarket,
  marketOfListSource,
  openStatusWords,
  sideOfDirection,
  statusesOfCode,
  timeInForceOfCode,
  typeOfCode,
} from '@rueda/contract/codes.ts'
import { orders } from '@rueda/contract/orders.ts'
import { parseDecimal, parseScaled } from '@rueda/rules/decimal.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { type Currency, minorDigits } from '@rueda/rules/money.ts'
import { type Order, hasLimit } from '@rueda/rules/orders/order.ts'
import { wholeOf } from '@rueda/rules/orders/split-lots.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { isOnMargin } from '@rueda/rules/markets/markets.ts'
import type { Pool } from 'pg'
import type { App } from '../../app.ts'
import { type AskedLots, checkChosen, choiceOf } from '../positions/lot-choice.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { EVER } from '../../storage/archive-reading.ts'
import type { Caller, HandlerRequest, Idempotency } from '../../http/handler.ts'
import { isAnswered } from '../../write-path/answer-once.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { amendOrder, readAmendment } from './amend.ts'
import { readSources } from '../transfers/bring.ts'
import { cancelOrder } from './cancel.ts'
import { readConditions, worstSeenIn } from './conditions.ts'
import { type ParsedOrder, placeOrder, placingOrder } from './place.ts'
import { placeMarginOrder, placingOnMargin, parseMarginOrderRequest } from './place-margin.ts'
import { presentOrder, presentOwnFill } from './present.ts'
import { explained } from '../../http/derivation.ts'
import { previewAmendment } from './preview-amend.ts'
import { explainMarginOrder, explainOrder } from './explain-preview.ts'
import { previewMarginOrder, pricedMarginOrder } from './preview-margin.ts'
import { previewOrder, pricedOrder } from './preview.ts'
import { eventsOf, fillsIn, fillsOf, ordersOf } from './store.ts'

/** Orders: place, preview, cancel, list. The rules decide on the write path; these routes only translate. */
export const orderRoutes = (app: App): Registered =>
  routes(orders, {
    create: async ({ input, caller, idempotency }) => {
      const request = await withLots(app, { caller, idempotency }, parseOrderRequest(app, input), input)
      return placed(app, { input, caller, idempotency }, request)
    },

    createMargin: async ({ input, caller, idempotency }) => {
      const request = parseMarginOrderRequest(app, input)
      if (!request.ok) return request
      const sources = readSources(app, input.bring)
      if (!sources.ok) return sources
      return placeMarginOrder(app, placingOnMargin, { caller, idempotency, ...request.value, asked: request.value, sources: sources.value })
    },

    createInTaiwan: async ({ input, caller, idempotency }) => {
      const request = await withLots(app, { caller, idempotency }, parseOrderRequest(app, { ...input, market: 'TW' }), input)
      return placed(app, { input, caller, idempotency }, request)
    },

    preview: async ({ input, caller }) => {
      const market = requestedMarket(input)
      if (market === null) return refuse('instrument.unknown', { field: 'source' })
      if (isOnMargin(market)) {
        const { quantity } = input
        if (quantity === undefined) return refuse('parameter.missing', { field: 'quantity' })
        const onMargin = parseMarginOrderRequest(app, { ...input, quantity, market })
        return onMargin.ok ? previewMarginOrder(app, caller, onMargin.value) : onMargin
      }
      const request = parseOrderRequest(app, input)
      return request.ok ? previewOrder(app, caller, request.value, input.positionId !== undefined) : request
    },

    explainPreview: async ({ input, caller, now }) => {
      const market = requestedMarket(input)
      if (market === null) return refuse('instrument.unknown', { field: 'source' })
      const { figure } = input
      if (isOnMargin(market)) {
        const { quantity } = input
        if (quantity === undefined) return refuse('parameter.missing', { field: 'quantity' })
        const onMargin = parseMarginOrderRequest(app, { ...input, quantity, market })
        if (!onMargin.ok) return onMargin
        const priced = await pricedMarginOrder(app, caller, onMargin.value)
        return priced.ok ? explained(explainMarginOrder(priced.value, figure), now) : priced
      }
      const request = parseOrderRequest(app, input)
      if (!request.ok) return request
      const priced = await pricedOrder(app, caller, request.value, input.positionId !== undefined)
      return priced.ok ? explained(explainOrder(priced.value, figure), now) : priced
    },

    cancel: ({ input, caller, idempotency }) => cancelOrder(app, { caller, idempotency, orderId: input.orderId }),

    amend: async ({ input, caller, idempotency }) => {
      const amendment = readAmendment(input)
      return amendment.ok ? amendOrder(app, { caller, idempotency, amendment: amendment.value }) : amendment
    },

    previewAmend: ({ input, caller }) => {
      const amendment = readAmendment(input)
      return amendment.ok ? previewAmendment(app, caller, amendment.value) : amendment
    },

    list: async ({ input, caller }) => {
      const statuses = input.working === 1 ? openStatusWords : input.status === undefined ? null : statusesOfCode(input.status)
      const onlyBlocks = input.source === BLOCK_SOURCE
      const filter = { market: marketOfListSource(input.source), onlyBlocks, statuses, id: input.orderId ?? null, ...sliceOf(input) }
      // A list shows orders alone, which stay; what happened to one of them may have left.
      const read = async (pool: Pool) =>
        inSnapshot(pool, async (reader) => {
          const { orders: found, total } = await ordersOf(reader, caller.accountId, filter)
          if (input.orderId === undefined || found.length === 0) return { found, total, history: undefined }
          const history = {
            parts: found,
            fills: await fillsOf(reader, caller.accountId, found),
            events: await eventsOf(reader, caller.accountId, found),
          }
          return { found: [wholeOf(largestFirst(found), input.orderId)], total: 1, history }
        })
      const { found, total, history } = await (input.orderId === undefined
        ? read(app.pool)
        : app.archive.over(caller.accountId, EVER, read))
      return ok(
        pageOf(
          found.map((order) => presentOrder(app.venue, order, history)),
          total,
          input,
        ),
      )
    },

    fills: async ({ input, caller }) => {
      const instrument = app.venue.find(input.market, input.stockCode)
      if (instrument === null) return refuse('instrument.unknown')
      const asked = { instrumentId: instrument.id, from: input.startTimestamp, until: input.endTimestamp, limit: MAX_FILLS }
      const found = await app.archive.over(caller.accountId, asked, (pool) => fillsIn(pool, caller.accountId, asked))
      return ok(found.map((fill) => presentOwnFill(instrument, fill)))
    },
  })

type Placed = Pick<HandlerRequest<typeof orders.create>, 'caller' | 'idempotency'> &
  Readonly<{ input: Pick<HandlerRequest<typeof orders.create>['input'], 'bring'> }>

function placed(app: App, { input, caller, idempotency }: Placed, request: Result<ParsedOrder>): ReturnType<typeof placeOrder> {
  if (!request.ok) return Promise.resolve(request)
  const sources = readSources(app, input.bring)
  if (!sources.ok) return Promise.resolve(sources)
  const { instrumentId } = request.value
  return placeOrder(app, placingOrder, { caller, idempotency, instrumentId, asked: request.value, sources: sources.value })
}

/** The board lot stands for both parts of a request. */
const largestFirst = (parts: readonly Order[]): readonly Order[] => parts.toSorted((a, b) => (a.quantity > b.quantity ? -1 : 1))

/** More marks than this would cover the chart. */
const MAX_FILLS = 500

/** The wire's codes and decimals as the rules' words and integers. */
export function parseOrderRequest(
  { venue }: Pick<App, 'venue'>,
  input: HandlerRequest<typeof orders.create>['input'],
): Result<ParsedOrder> {
  const limitPrice = input.price === undefined ? null : parseScaled(input.price)
  if (input.price !== undefined && limitPrice === null) return refuse('parameter.invalid', { field: 'price' })
  const market = requestedMarket(input)
  if (market === null) return refuse('instrument.unknown', { field: 'source' })
  const terms = marketTermsOf(market)
  const size = readSize(input, terms?.feeTable.currency ?? 'USD')
  if (!size.ok) return size
  const type = typeOfCode[input.orderType]
  const conditions = readConditions(input)
  if (!conditions.ok) return conditions
  return ok({
    ...conditions.value,
    instrumentId: venue.idOf(market, input.stockCode),
    wallet: terms?.wallet ?? 'STOCK',
    settlement: input.settle ?? null,
    side: sideOfDirection[input.direction],
    type,
    timeInForce: timeInForceOfCode[input.tif],
    // A price that came with a market order is not the customer's to set (`docs/rules/bad-input.md` H04).
    limitPrice: hasLimit(type) ? limitPrice : null,
    ...size.value,
    feesSeen: input.feeVersion ?? null,
    worstSeen: type === 'market' ? worstSeenIn(input) : null,
    leverage: input.leverage,
    margin: null,
  })
}

/** The same with the lots that a sale uses up; a purchase has them for the exits it may bring. */
async function withLots(
  app: App,
  { caller: { accountId }, idempotency }: Readonly<{ caller: Caller; idempotency: Idempotency }>,
  parsed: Result<ParsedOrder>,
  asked: AskedLots,
): Promise<Result<ParsedOrder>> {
  // The lots of an order that was executed are gone when it is sent again; it gets the answer that it got.
  if (!parsed.ok || (await isAnswered(app.pool, accountId, idempotency))) return parsed
  const choice = await choiceOf(app.pool, accountId, asked)
  if (!choice.ok) return choice
  const wrong = await checkChosen(app, accountId, choice.value, parsed.value)
  return wrong ?? ok({ ...parsed.value, lots: choice.value })
}

type Size = Pick<HandlerRequest<typeof orders.create>['input'], 'quantity' | 'amount'>

/** A quantity or an amount, and never both. Of an amount the quantity is worked out when the order is decided. */
function readSize({ quantity: shares, amount: money }: Size, currency: Currency): Result<Pick<ParsedOrder, 'quantity' | 'amount'>> {
  if (money === undefined) {
    if (shares === undefined) return refuse('parameter.missing', { field: 'quantity' })
    const quantity = parseScaled(shares)
    return quantity === null ? refuse('parameter.invalid', { field: 'quantity' }) : ok({ quantity })
  }
  const amount = parseDecimal(money, minorDigits[currency])
  return amount === null || shares !== undefined ? refuse('parameter.invalid', { field: 'amount' }) : ok({ quantity: 0n, amount })
}
