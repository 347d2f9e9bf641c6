import { marketOfSource, openStatusWords, sideOfDirection, statusesOfCode, typeOfCode } from '@rueda/contract/codes.ts'
import { positions } from '@rueda/contract/positions.ts'
import { formatScaled, parseScaled } from '@rueda/rules/decimal.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { chargesOn, totalOf } from '@rueda/rules/fees/schedule.ts'
import { formatPrice, marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { formatMinor, notional } from '@rueda/rules/money.ts'
import { type MarketFacts, worstMarketPrice } from '@rueda/rules/orders/limits.ts'
import { purchaseSizes, saleSizes } from '@rueda/rules/orders/sizes.ts'
import { valueAt } from '@rueda/rules/positions/position.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { pageOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { readBooks } from '../../ledger/read-books.ts'
import { startOfDate } from '../../ledger/day-bounds.ts'
import { statementPage } from '../../ledger/statement.ts'
import { placeOrder } from '../orders/place.ts'
import { presentOrder } from '../orders/present.ts'
import { fillsOf, ordersOf, workingOrdersIn } from '../orders/store.ts'
import { presentPosition } from './present.ts'
import { closedPositions, fillsOn, openPositions, ownPosition, positionIn } from './store.ts'

/** Positions and the lists of the trade page. */
export const positionRoutes = (app: App): Registered =>
  routes(positions, {
    holding: async ({ input, caller, now }) => {
      const market = marketOf(input.source)
      const { positions: held, total } = await openPositions(app.pool, caller.accountId, { market, ...slice(input) })
      const context = { venue: app.venue, now, fillsToday: await fillsOn(app.pool, caller.accountId, app.venue.session('US').tradeDate) }
      const sums = await sumsOf(app, caller.accountId, market)
      return ok({ ...pageOf(held.map((position) => presentPosition(context, position)), total, input), ...sums })
    },

    closed: async ({ input, caller, now }) => {
      const range = {
        from: input.startDate === undefined ? null : await startOfDate(app.venue, input.startDate),
        to: input.endDate === undefined ? null : await startOfDate(app.venue, addDays(input.endDate, 1)),
      }
      const { positions: closed, total } = await closedPositions(app.pool, caller.accountId, { market: marketOf(input.source), ...slice(input), ...range })
      return ok(pageOf(closed.map((position) => presentPosition({ venue: app.venue, now, fillsToday: [] }, position)), total, input))
    },

    orders: async ({ input, caller }) => {
      const statuses = input.working === 1 ? openStatusWords : input.status === undefined ? null : statusesOfCode(input.status)
      const { orders, total } = await ordersOf(app.pool, caller.accountId, {
        market: marketOf(input.source),
        statuses,
        id: input.orderId ?? null,
        ...slice(input),
      })
      const [only] = input.orderId === undefined ? [] : orders
      const fills = only === undefined ? undefined : await fillsOf(app.pool, caller.accountId, only.id)
      return ok(pageOf(orders.map((order) => presentOrder(app.venue, order, fills)), total, input))
    },

    byStock: async ({ input, caller, now }) => {
      const instrumentId = `${input.market}:${input.stockCode}`
      if (!app.venue.instruments.has(instrumentId)) return refuse('instrument.unknown', { field: 'stockCode' })
      const held = await positionIn(app.pool, caller.accountId, instrumentId)
      const fillsToday = await fillsOn(app.pool, caller.accountId, app.venue.session(input.market).tradeDate)
      const working = await workingOrdersIn(app.pool, caller.accountId, instrumentId)
      const position = held === null ? null : presentPosition({ venue: app.venue, now, fillsToday }, held)
      return ok({ position, positions: [], orders: working.map((order) => presentOrder(app.venue, order)) })
    },

    close: async ({ input, caller, idempotency }) => {
      const position = await ownPosition(app.pool, caller.accountId, input.id)
      if (position === null) return refuse('object.not_found', { field: 'id' })
      if (position.closedAt !== null) return refuse('position.not_open')
      const quantity = input.quantity === undefined ? position.free : parseScaled(input.quantity)
      const limitPrice = input.price === undefined ? null : parseScaled(input.price)
      if (quantity === null) return refuse('parameter.invalid', { field: 'quantity' })
      if (quantity === 0n) return refuse('position.insufficient', { available: '0' })
      const type = typeOfCode[input.orderType]
      return placeOrder(app, {
        caller,
        idempotency,
        closing: true,
        ask: {
          instrumentId: position.instrumentId,
          wallet: 'STOCK',
          side: 'sell',
          type,
          timeInForce: 'DAY',
          limitPrice: type === 'limit' ? limitPrice : null,
          quantity,
        },
      })
    },

    sizes: async ({ input, caller }) => sizesOf(app, caller.accountId, input),

    cashFlows: async ({ input, caller }) => {
      const page = await statementPage(app, caller.accountId, {
        walletType: input.walletType ?? null,
        kind: input.bizType ?? null,
        direction: null,
        from: input.startDate === undefined ? null : await startOfDate(app.venue, input.startDate),
        to: input.endDate === undefined ? null : await startOfDate(app.venue, addDays(input.endDate, 1)),
        ...slice(input),
      })
      return ok(pageOf(page.list, page.total, input))
    },
  })

const slice = ({ pageNum, pageSize }: Readonly<{ pageNum: number; pageSize: number }>): Readonly<{ limit: number; offset: number }> => ({
  limit: pageSize,
  offset: (pageNum - 1) * pageSize,
})

/** The market a source stands for; a source of another release has nothing in it. */
function marketOf(source: string | number | undefined): string | null {
  if (source === undefined) return null
  return source === 0 || source === 99 ? marketOfSource[source] : 'NONE'
}

const EVERYTHING = 1_000

/** Value and floating result of everything held, not only of the page. */
async function sumsOf(app: App, accountId: string, market: string | null): Promise<{ totalMarketValue: string; totalProfit: string; currency: string }> {
  const { positions: held } = await openPositions(app.pool, accountId, { market, limit: EVERYTHING, offset: 0 })
  let value = 0n
  let profit = 0n
  for (const position of held) {
    const quote = app.venue.quote(position.instrumentId)
    if (quote === null) continue
    const valued = valueAt(position, quote.last, 'USD')
    value += valued.marketValue
    profit += valued.profit
  }
  return { totalMarketValue: formatMinor(value, 'USD'), totalProfit: formatMinor(profit, 'USD'), currency: 'USD' }
}

type SizesInput = HandlerRequest<typeof positions.sizes>['input']

async function sizesOf(app: App, accountId: string, input: SizesInput): Promise<Result<Awaited<ReturnType<typeof presentSizes>>>> {
  const instrumentId = `${input.market}:${input.stockCode}`
  const instrument = app.venue.instruments.get(instrumentId)
  if (instrument === undefined) return refuse('instrument.unknown', { field: 'stockCode' })
  const terms = marketTermsOf(instrument.market)
  if (terms === null || instrument.quoteOnly) return refuse('instrument.quote_only')
  const quote = app.venue.quote(instrumentId)
  const market: MarketFacts = quote ?? { last: 0n, bid: 0n, ask: 0n }
  const side = sideOfDirection[input.direction]
  const limit = input.price === undefined ? null : parseScaled(input.price)
  const price = typeOfCode[input.orderType] === 'limit' && limit !== null ? limit : market.last === 0n ? 0n : worstMarketPrice(instrument, side, market)
  const books = await readBooks(app.pool, accountId, { wallets: [terms.wallet], instruments: [instrumentId] })
  return ok(presentSizes(app, { instrument, terms, side, price, cash: books.wallets.get(terms.wallet)?.cash ?? 0n, free: books.positions.get(instrumentId)?.free ?? 0n }))
}

type Sizing = Readonly<{
  instrument: NonNullable<ReturnType<App['venue']['instruments']['get']>>
  terms: NonNullable<ReturnType<typeof marketTermsOf>>
  side: 'buy' | 'sell'
  price: bigint
  cash: bigint
  free: bigint
}>

function presentSizes(app: App, { instrument, terms, side, price, cash, free }: Sizing): {
  half: string
  full: string
  available: string
  minCount: string
  step: string
  usedPrice: string
  estFee: string
} {
  const { tradeDate } = app.venue.session(instrument.market)
  const { fees } = terms
  const sizes = side === 'buy' ? purchaseSizes({ ...instrument, available: cash, price, fees, tradeDate }) : saleSizes(free, instrument)
  const traded = notional(price, sizes.full, instrument.currency, 'HALF_UP')
  const charges = chargesOn(fees, { side, notional: traded, quantity: sizes.full, tradeDate })
  return {
    half: formatScaled(sizes.half),
    full: formatScaled(sizes.full),
    available: side === 'buy' ? formatMinor(cash, instrument.currency) : formatScaled(free),
    minCount: formatScaled(instrument.minimumQuantity),
    step: formatScaled(instrument.step),
    usedPrice: formatPrice(instrument, price),
    estFee: formatMinor(totalOf(charges), instrument.currency),
  }
}
