import { requestedMarket } from '@rueda/contract/codes.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { reference } from '@rueda/contract/reference.ts'
import { SCALE, formatScaled } from '@rueda/rules/decimal.ts'
import { MAX_AMOUNT, MIN_AMOUNT } from '@rueda/rules/follow/agency.ts'
import { type Instrument, type MarketName, tickAt } from '@rueda/rules/instruments/instrument.ts'
import { roundLotAt } from '@rueda/rules/instruments/terms.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { readCommitments } from '../../venue/commitments.ts'
import { publishedScenario } from '../../venue/scenario-file.ts'
import { areasIn } from './areas.ts'
import { dictionary } from './dictionary.ts'
import { readMarkets } from './market-list.ts'
import { largestQuantity } from './sizes.ts'
import { readTradingDays } from './trading-days.ts'

/** Markets with their days and rules, countries, words and the venue's promises: public, and the same for everybody. */
export const referenceRoutes = (app: App): Registered =>
  routes(reference, {
    markets: async () => ok(await readMarkets(app.venue)),

    tradingDays: async ({ input }) => ok(await readTradingDays(app.venue, input)),

    areas: ({ language }) => ok(areasIn(language)),

    dictionary: ({ input, language }) => ok(dictionary(input.dictType, language)),

    minimumCount: ({ input }) => minimumCount(app, input),

    scenario: () => ok(publishedScenario(app.venue.scenario)),

    commitments: async () => {
      const published = await readCommitments(app.pool, app.venue)
      return ok(published.map(({ publishedAt, ...day }) => ({ ...day, publishedTimestamp: publishedAt })))
    },
  })

/** Minimum of the block and follow products, in shares and in dollars (`docs/rules/orders.md` A.64). */
const BLOCK_MINIMUM = 10_000
const CENTS = 100n

/** Without a code: the minimum of every stock of the market, at a price of one. */
function minimumCount(
  app: App,
  { stockCode, ...asked }: HandlerRequest<typeof reference.minimumCount>['input'],
): Result<DataOf<typeof reference.minimumCount>> {
  const market = requestedMarket(asked)
  if (market === null) return refuse('instrument.unknown', { field: 'source' })
  const instrument = stockCode === undefined ? firstOf(app, market) : app.venue.find(market, stockCode)
  if (instrument === null) return refuse('instrument.unknown')
  const price = (stockCode === undefined ? null : app.venue.quote(instrument.id)?.last) ?? SCALE
  const lot = roundLotAt(instrument, price)
  return ok({
    minCount: formatScaled(instrument.minimumQuantity),
    step: formatScaled(instrument.step),
    lotSize: formatScaled(lot),
    maxCount: formatScaled(instrument.quoteOnly ? 0n : largestQuantity(instrument, price)),
    tickSize: formatScaled(tickAt(instrument, price)),
    oddLotAllowed: instrument.minimumQuantity < lot ? 1 : 0,
    blockMin: BLOCK_MINIMUM,
    fundMin: null,
    followMin: Number(MIN_AMOUNT / CENTS),
    followMax: Number(MAX_AMOUNT / CENTS),
  })
}

const firstOf = ({ venue }: App, market: MarketName): Instrument | null =>
  [...venue.instruments.values()].find((instrument) => instrument.market === market) ?? null
