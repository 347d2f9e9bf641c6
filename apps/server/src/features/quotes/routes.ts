import { classOfMarket } from '@rueda/contract/codes.ts'
import { regionOf } from '@rueda/exchange/catalogue/world-indices.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { Quote as WireQuote } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { HOUSE_MARKET, marketFacts } from '@rueda/rules/markets/markets.ts'
import type { App } from '../../app.ts'
import type { Caller, HandlerRequest } from '../../http/handler.ts'
import { type Registered, type SharedReads, sharedRoutes } from '../../http/routes.ts'
import { forEverybody } from '../../http/sharing.ts'
import { frontMonths } from '../../venue/contract-months.ts'
import { namesIndustry } from '../../venue/profile-words.ts'
import { readDetail, readLight, readSummary } from './detail.ts'
import { readKline } from './kline.ts'
import { type Listed, listed, sorted } from './listing.ts'
import { type Page, pageIn } from '../../http/page.ts'
import { presentBar, presentQuote, priceText } from './present.ts'
import { quotesOf } from './quotes-of.ts'
import { popular, topList } from './rankings.ts'
import { findByCode, findOne, matcherOf, search } from './search.ts'
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
      const wanted =
        industry === undefined
          ? all
          : all.filter(({ instrument }) => namesIndustry(industry, app.venue.facts(instrument.id)?.industry ?? ''))
      return ok(await present.page(wanted, input, caller))
    },

    list: async ({ input, caller }) => ok(await present.page(inLists(app, input), input, caller)),

    top: async ({ input, caller }) => {
      const best = topList(app.venue, ranked(app, input.market), input.type, input.limit)
      return ok(await present.all(best, input.closes, caller))
    },

    hot: async ({ input, caller, now }) => {
      const best = popular(app.venue, ranked(app, input.market), await adds(now), input.limit)
      return ok(await present.all(best, input.closes, caller))
    },

    home: async ({ caller }) => {
      const watched = [...(await watchedBy(app.pool, caller))].slice(0, HOME_WATCHED)
      // No least turnover here: in the first minute of a day the page would be empty.
      const busiest = sorted(ranked(app, HOUSE_MARKET), 'turnover', 'desc')
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
        // A customer who watches nothing yet sees what is traded most.
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

    search: async ({ input, caller, language }) => {
      const word = input.keyword ?? input.code
      if (word === undefined) return refuse('parameter.missing', { field: 'keyword' })
      const found = search(app.venue, { typed: word, market: input.market, language })
      return ok(await present.instruments(found, caller))
    },

    byNameOrCode: async ({ input, caller }) => {
      if (input.stkcode === undefined && input.stkName === undefined) return refuse('parameter.missing', { field: 'stkcode' })
      const instrument = findOne(app.venue, { code: input.stkcode, name: input.stkName, market: input.market })
      const [quote] = instrument === null ? [] : await present.instruments([instrument], caller)
      return quote === undefined ? refuse('instrument.unknown') : ok(quote)
    },

    many: async ({ input, caller }) => {
      const asked = input.list ?? input.codes?.map((stkcode) => ({ stkcode, market: undefined }))
      if (asked === undefined) return refuse('parameter.missing', { field: 'list' })
      const watched = await watchedBy(app.pool, caller)
      const found = findByCode(app.venue, asked)
      return ok(
        found.map((instrument) => (instrument === null ? null : presentQuote(app, instrument.id, { watched: watched.has(instrument.id) }))),
      )
    },
  })
}

type ListInput = Omit<HandlerRequest<typeof quotes.all>['input'], 'marketType'> &
  Readonly<{ marketType?: string | undefined; classify?: string | undefined; codes?: readonly string[] | undefined }>

function inLists(app: App, input: ListInput): Listed[] {
  const { keyword } = input
  const isMeant = keyword === undefined ? () => true : matcherOf(app.venue, keyword)
  const codes = input.codes === undefined ? null : new Set(input.codes)
  const narrowed = listed(app.venue, input.market).filter(
    ({ instrument }) =>
      (input.marketType === undefined || instrument.exchange === input.marketType) &&
      (input.classify === undefined || classOfMarket[instrument.market] === input.classify) &&
      isMeant(instrument) &&
      (codes === null || [instrument.code, ...app.venue.formerCodes(instrument.id)].some((code) => codes.has(code))),
  )
  return sorted(narrowed, input.sort ?? 'code', input.sort === undefined ? 'asc' : input.order)
}

/**
 * Instruments that a ranking compares. Reference values beside a market's own, the rate behind certificates for one, do not compete, except
 * in the market of indices, which has nothing else. A family of futures enters one month, or its months would fill a list.
 */
function ranked(app: App, market: MarketName): Listed[] {
  const { lists } = marketFacts[market]
  const fronts = lists === 'contracts' ? frontMonths(app.venue) : null
  return listed(app.venue, market).filter(
    ({ instrument: { id, quoteOnly } }) => (!quoteOnly || lists === 'values') && (fronts === null || fronts.has(id)),
  )
}

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
      const page = pageIn(items, input)
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
      const instrument = app.venue.find(market, stockCode)
      if (instrument === null) return refuse('instrument.unknown')
      const { id } = instrument
      const quote = app.venue.quote(id)
      const watched = await watchedBy(app.pool, caller)
      const presented = presentQuote(app, id, { watched: watched.has(id) })
      if (quote === null || presented === null) return refuse('instrument.unknown')
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
  const instrument = app.venue.find(market, stockCode)
  if (instrument === null) return refuse('instrument.unknown')
  const until = Math.min(input.endTimestamp ?? now, now)
  const read = await readKline(app.venue, { instrument, type, until, limit, adjust })
  if (read === null) return refuse('instrument.unknown')
  return ok({
    stockCode: instrument.code,
    market,
    type,
    interval: read.interval,
    tz: read.timeZone,
    preClose: priceText(instrument, read.previousClose),
    venue: app.venue.label,
    items: read.bars.map((bar) => presentBar(instrument, bar)),
  })
}
