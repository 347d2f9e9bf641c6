import { regionOf } from '@rueda/exchange/catalogue/world-indices.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { type Quote as WireQuote, quotes } from '@rueda/contract/quotes.ts'
import { marketTermsOf, roundLotAt } from '@rueda/rules/instruments/terms.ts'
import { type Instrument, type MarketName, tickAt } from '@rueda/rules/instruments/instrument.ts'
import { SCALE, formatScaled } from '@rueda/rules/decimal.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import type { Caller, HandlerRequest } from '../../http/handler.ts'
import { type Registered, type SharedReads, sharedRoutes } from '../../http/routes.ts'
import { forEverybody } from '../../http/sharing.ts'
import { readCommitments } from '../../venue/commitments.ts'
import { publishedScenario } from '../../venue/scenario-file.ts'
import { areasIn } from './areas.ts'
import { readDetail, readLight, readSummary } from './detail.ts'
import { dictionary } from './dictionary.ts'
import { readKline } from './kline.ts'
import { readMarkets } from './market-list.ts'
import { type Listed, listed, sorted } from './listing.ts'
import { type Page, pageOf } from './page.ts'
import { presentBar, presentQuote, priceText, quantityText } from './present.ts'
import { quotesOf } from './quotes-of.ts'
import { popular, topList } from './rankings.ts'
import { findOne, matches, search } from './search.ts'
import { largestQuantity } from './sizes.ts'
import { readTradingDays } from './trading-days.ts'
import { recentAdds, watchedBy } from './watched.ts'

const HOME_INDICES = 4
const HOME_WATCHED = 10

/** A customer's own stars are in the lists, so only guests share those. */
const shared = (app: App): SharedReads<typeof quotes> => ({
  all: ({ caller, now }) => (caller === null ? forEverybody(app, now) : null),
  list: ({ caller, now }) => (caller === null ? forEverybody(app, now) : null),
  top: ({ caller, now }) => (caller === null ? forEverybody(app, now) : null),
  indices: ({ caller, now }) => (caller === null ? forEverybody(app, now) : null),
  kline: ({ now }) => forEverybody(app, now),
})

/** Quotes and market data: public reads, with the caller's own stars in them when somebody is logged in. */
export const quoteRoutes = (app: App): Registered => {
  const present = presenter(app)
  const adds = recentAdds(app.pool)
  return sharedRoutes(quotes, shared(app), {
    all: async ({ input, caller }) => ok(await present.page(inLists(app, input), input, caller)),

    taiwan: async ({ input, caller }) => {
      const { industry } = input
      const all = inLists(app, { ...input, market: 'TW' })
      const wanted = industry === undefined ? all : all.filter(({ instrument }) => app.venue.facts(instrument.id)?.industry === industry)
      return ok(await present.page(wanted, input, caller))
    },

    list: async ({ input, caller }) => ok(await present.page(inLists(app, input), input, caller)),

    top: async ({ input, caller }) => {
      const ranked = topList(app.venue, stocks(app, input.market), input.type, input.limit)
      return ok(await present.all(ranked, input.closes, caller))
    },

    hot: async ({ input, caller, now }) => {
      const ranked = popular(app.venue, stocks(app, input.market), await adds(now), input.limit)
      return ok(await present.all(ranked, input.closes, caller))
    },

    home: async ({ caller }) => {
      const watched = [...(await watchedBy(app.pool, caller))].slice(0, HOME_WATCHED)
      // No least turnover here: in the first minute of a day the page would be empty.
      const busiest = sorted(stocks(app, 'US'), 'turnover', 'desc')
        .slice(0, HOME_WATCHED)
        .map(({ instrument }) => instrument.id)
      const indices = listed(app.venue, 'IDX').slice(0, HOME_INDICES)
      const options = { closes: true }
      return ok({
        indices: quotesOf(
          app,
          indices.map(({ instrument }) => instrument.id),
          options,
        ),
        // Who watches nothing yet sees what is traded most.
        watch: quotesOf(app, watched.length > 0 ? watched : busiest, { ...options, watched: watched.length > 0 }),
        banners: [],
      })
    },

    indices: async ({ input, caller }) => {
      const { region } = input
      const all = listed(app.venue, 'IDX').filter(({ instrument }) => region === undefined || regionOf(instrument.id) === region)
      return ok(await present.all(all, input.closes, caller))
    },

    detail: async ({ input, caller, language }) => {
      const found = await present.one(input, caller)
      return found.ok ? ok(await readDetail(app, { ...found.value, language })) : found
    },

    light: async ({ input, caller, language }) => {
      const found = await present.one(input, caller)
      return found.ok ? ok(await readLight(app, { ...found.value, language })) : found
    },

    summary: async ({ input, caller, language }) => {
      const found = await present.one(input, caller)
      return found.ok ? ok(await readSummary(app, { ...found.value, language })) : found
    },

    kline: ({ input, now }) => kline(app, input, now),

    search: async ({ input, caller }) => {
      const word = input.keyword ?? input.code
      if (word === undefined) return refuse('parameter.missing', { field: 'keyword' })
      const found = search(app.venue, word, input.market)
      return ok(await present.instruments(found, caller))
    },

    byNameOrCode: async ({ input, caller }) => {
      if (input.stkcode === undefined && input.stkName === undefined) return refuse('parameter.missing', { field: 'stkcode' })
      const instrument = findOne(app.venue, { code: input.stkcode, name: input.stkName, market: input.market })
      const [quote] = instrument === null ? [] : await present.instruments([instrument], caller)
      return quote === undefined ? refuse('instrument.unknown') : ok(quote)
    },

    many: async ({ input, caller }) => {
      const ids = input.list?.map(({ stkcode, market }) => `${market}:${stkcode}`) ?? input.codes?.map((code) => `US:${code}`)
      if (ids === undefined) return refuse('parameter.missing', { field: 'list' })
      const watched = await watchedBy(app.pool, caller)
      return ok(ids.map((id) => presentQuote(app, id, { watched: watched.has(id) })))
    },

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
}

type ListInput = Omit<HandlerRequest<typeof quotes.all>['input'], 'marketType'> &
  Readonly<{ marketType?: string | undefined; codes?: readonly string[] | undefined }>

function inLists(app: App, input: ListInput): Listed[] {
  const { keyword } = input
  const codes = input.codes === undefined ? null : new Set(input.codes)
  const narrowed = listed(app.venue, input.market).filter(
    ({ instrument }) =>
      (input.marketType === undefined || instrument.exchange === input.marketType) &&
      (keyword === undefined || matches(instrument, keyword)) &&
      (codes === null || codes.has(instrument.code)),
  )
  return sorted(narrowed, input.sort ?? 'code', input.sort === undefined ? 'asc' : input.order)
}

const stocks = (app: App, market: MarketName): Listed[] => listed(app.venue, market).filter(({ instrument }) => !instrument.quoteOnly)

type Found = Readonly<{ instrument: Instrument; quote: NonNullable<ReturnType<App['venue']['quote']>>; presented: WireQuote }>

/** Presents for one caller, whose watched instruments are read once per request. */
function presenter(app: App) {
  const all = async (items: readonly Listed[], closes: number, caller: Caller | null): Promise<WireQuote[]> => {
    const watched = await watchedBy(app.pool, caller)
    return items.flatMap(
      ({ instrument }) => presentQuote(app, instrument.id, { watched: watched.has(instrument.id), closes: closes === 1 }) ?? [],
    )
  }
  return {
    all,
    page: async (
      items: readonly Listed[],
      input: Pick<ListInput, 'pageNum' | 'pageSize' | 'closes'>,
      caller: Caller | null,
    ): Promise<Page<WireQuote>> => {
      const page = pageOf(items, input)
      return { ...page, list: await all(page.list, input.closes, caller) }
    },
    instruments: async (instruments: readonly Instrument[], caller: Caller | null): Promise<WireQuote[]> => {
      const watched = await watchedBy(app.pool, caller)
      return instruments.flatMap(({ id }) => presentQuote(app, id, { watched: watched.has(id) }) ?? [])
    },
    one: async (
      { market, stockCode }: Readonly<{ market: MarketName; stockCode: string }>,
      caller: Caller | null,
    ): Promise<Result<Found>> => {
      const id = `${market}:${stockCode}`
      const instrument = app.venue.instruments.get(id)
      const quote = app.venue.quote(id)
      const watched = instrument === undefined ? new Set<string>() : await watchedBy(app.pool, caller)
      const presented = presentQuote(app, id, { watched: watched.has(id) })
      if (instrument === undefined || quote === null || presented === null) return refuse('instrument.unknown')
      return ok({ instrument, quote, presented })
    },
  }
}

async function kline(
  app: App,
  input: HandlerRequest<typeof quotes.kline>['input'],
  now: number,
): Promise<Result<DataOf<typeof quotes.kline>>> {
  const { market, stockCode, type, adjust, limit } = input
  const instrument = app.venue.instruments.get(`${market}:${stockCode}`)
  if (instrument === undefined) return refuse('instrument.unknown')
  const until = Math.min(input.endTimestamp ?? now, now)
  const read = await readKline(app.venue, { instrument, type, until, limit, adjust })
  if (read === null) return refuse('instrument.unknown')
  return ok({
    stockCode,
    market,
    type,
    interval: read.interval,
    tz: read.timeZone,
    preClose: priceText(instrument, read.previousClose),
    venue: app.venue.label,
    items: read.bars.map((bar) => presentBar(instrument, bar)),
  })
}

/** What the block and follow products begin at, in shares and in dollars (`domain.md` A.64). */
const BLOCK_MINIMUM = 10_000
const FOLLOW_MINIMUM = 100

/** Without a code: what holds for every stock of the market, at a price of one. */
function minimumCount(
  app: App,
  { stockCode, market = 'US' }: HandlerRequest<typeof quotes.minimumCount>['input'],
): Result<DataOf<typeof quotes.minimumCount>> {
  const instrument = stockCode === undefined ? firstOf(app, market) : app.venue.instruments.get(`${market}:${stockCode}`)
  if (instrument === undefined) return refuse('instrument.unknown')
  const price = (stockCode === undefined ? null : app.venue.quote(instrument.id)?.last) ?? SCALE
  return ok({
    minCount: quantityText(instrument.minimumQuantity),
    step: quantityText(instrument.step),
    lotSize: quantityText(roundLotAt(instrument, price)),
    maxCount: quantityText(instrument.quoteOnly ? 0n : largestQuantity(instrument, price)),
    tickSize: formatScaled(tickAt(instrument, price)),
    oddLotAllowed: marketTermsOf(market) === null ? 0 : 1,
    blockMin: BLOCK_MINIMUM,
    fundMin: null,
    followMin: FOLLOW_MINIMUM,
  })
}

const firstOf = ({ venue }: App, market: MarketName): Instrument | undefined =>
  [...venue.instruments.values()].find((instrument) => instrument.market === market)
