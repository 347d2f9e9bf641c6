import { blocks } from '@rueda/contract/blocks.ts'
import { sideOfDirection } from '@rueda/contract/codes.ts'
import { parseScaled } from '@rueda/rules/decimal.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { placeBlock } from './place.ts'
import { presentBlockQuote, presentLock, presentStock } from './present.ts'
import { type BlockRequest, quoteBlock } from './quote.ts'
import { openLocksOf } from './store.ts'
import { BLOCK_MARKET, quotedStocks } from './terms.ts'

/** Blocks: what the desk quotes, a firm price, the trade. The rules decide on the write path; these routes only translate. */
export const blockRoutes = (app: App): Registered =>
  routes(blocks, {
    stocks: ({ input }) => {
      const all = quotedStocks(app.venue)
      const { limit, offset } = sliceOf(input)
      return ok(pageOf(all.slice(offset, offset + limit).map(presentStock), all.length, input))
    },

    quote: async ({ input, caller }) => {
      const request = parseBlockRequest(app, input)
      if (!request.ok) return request
      const quoted = await quoteBlock(app, caller, request.value)
      const instrument = app.venue.instruments.get(request.value.instrumentId)
      if (!quoted.ok || instrument === undefined) return quoted.ok ? refuse('instrument.unknown', { field: 'stockCode' }) : quoted
      return ok(presentBlockQuote(app.venue, instrument, quoted.value))
    },

    create: async ({ input, caller, idempotency }) => {
      const request = parseBlockRequest(app, input)
      if (!request.ok) return request
      const price = input.price === undefined ? null : parseScaled(input.price)
      if (input.price !== undefined && price === null) return refuse('parameter.invalid', { field: 'price' })
      return placeBlock(app, { caller, idempotency, request: request.value, price, quoteId: input.quoteId ?? null })
    },

    locks: async ({ caller }) => {
      const locks = await openLocksOf(app.pool, caller.accountId)
      return ok(locks.map((lock) => presentLock(app.venue, lock)))
    },
  })

function parseBlockRequest(
  { venue }: Pick<App, 'venue'>,
  { stockCode, direction, quantity: typed }: HandlerRequest<typeof blocks.quote>['input'],
): Result<BlockRequest> {
  const quantity = parseScaled(typed)
  if (quantity === null) return refuse('parameter.invalid', { field: 'quantity' })
  return ok({ instrumentId: venue.idOf(BLOCK_MARKET, stockCode), side: sideOfDirection[direction], quantity })
}
