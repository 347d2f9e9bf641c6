import type { Language } from '@rueda/contract/codes.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { CorporateActionRow, Quote as WireQuote } from '@rueda/contract/quote-shapes.ts'
import type { quotes } from '@rueda/contract/quotes.ts'
import type { CompanyFacts, Quote } from '@rueda/exchange/venue.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import type { CorporateAction } from '@rueda/rules/corporate/action.ts'
import { SCALE, divide, formatScaled, percentText } from '@rueda/rules/decimal.ts'
import { type Instrument, tickAt } from '@rueda/rules/instruments/instrument.ts'
import { roundLotAt } from '@rueda/rules/instruments/terms.ts'
import { bandFor } from '@rueda/rules/orders/limits.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { oddLotCallsOf } from '../../venue/odd-lot-calls.ts'
import { industryName, profileWords, sectorName } from '../../venue/profile-words.ts'
import { certificateTermsOf } from './certificate-terms.ts'
import { futureTermsOf } from './future-terms.ts'
import { indexTermsOf } from './index-terms.ts'
import { hoursOf, marketTexts } from './market-texts.ts'
import { pairTermsOf } from './pair-terms.ts'
import { presentDepth, presentTrade, priceText, quantityText, turnoverText } from './present.ts'

/** The pages about one instrument. Unknown values are null; nothing is made up. */
type Detail = DataOf<typeof quotes.detail>
type Light = DataOf<typeof quotes.light>
type Summary = DataOf<typeof quotes.summary>
type Known = Readonly<{ instrument: Instrument; quote: Quote; presented: WireQuote; language: Language }>

const DETAIL_LEVELS = 10
const LIGHT_LEVELS = 5
const LIGHT_TRADES = 20

export async function readDetail(app: App, { instrument, quote, presented, language }: Known): Promise<Detail> {
  const facts = app.venue.facts(instrument.id)
  const depth = await app.venue.depth(instrument.id, DETAIL_LEVELS)
  return {
    ...presented,
    ...(await futureTermsOf(app, instrument, presented)),
    ...sizesOf(instrument, quote),
    oddLots: instrument.quoteOnly ? null : oddLotCallsOf(app.venue, instrument),
    closingPriceTimestamp: closingPriceUntil(app, instrument),
    ...figuresOf(instrument, quote, facts),
    ...marketTexts(
      instrument,
      app.fees.rates({ market: instrument.market, accountId: null }, app.clock.now()),
      { hours: hoursOf(app.venue, app.settings.SIM_ALWAYS_OPEN), tradeDate: quote.tradeDate },
      language,
    ),
    marginAllowed: 0,
    shortable: 0,
    bands: instrument.quoteOnly ? null : bandsOf(instrument, quote),
    depth: depth === null ? null : presentDepth(instrument, depth),
    profile: describe(facts, language),
    quoteOnly: instrument.quoteOnly ? 1 : 0,
    pair: pairTermsOf(app.venue, instrument, { quote, now: app.clock.now() }),
    certificate: certificateTermsOf(app.venue, instrument, quote),
    index: indexTermsOf(app.venue, instrument),
    simulated: app.venue.label === 'SIM',
  }
}

export async function readLight(app: App, { instrument, presented }: Known): Promise<Light> {
  const [depth, trades] = await Promise.all([app.venue.depth(instrument.id, LIGHT_LEVELS), app.venue.trades(instrument.id, LIGHT_TRADES)])
  return {
    ...presented,
    depth: depth === null ? null : presentDepth(instrument, depth),
    trades: trades.map((trade) => presentTrade(instrument, trade)),
  }
}

const DAYS_OF_ACTIONS_BEHIND = 2_200
const DAYS_OF_ACTIONS_AHEAD = 120

/** The company with its dividends, splits and changes of code: those of the years that charts show, and those announced. */
export async function readSummary(app: App, { instrument, quote, language }: Omit<Known, 'presented'>): Promise<Summary> {
  const from = addDays(quote.tradeDate, -DAYS_OF_ACTIONS_BEHIND)
  const to = addDays(quote.tradeDate, DAYS_OF_ACTIONS_AHEAD)
  const actions = await app.venue.corporateActions([instrument.id], from, to)
  return summaryOf({ instrument, quote, language }, app.venue.facts(instrument.id), actions)
}

function summaryOf(
  { instrument, quote, language }: Omit<Known, 'presented'>,
  facts: CompanyFacts | null,
  actions: readonly CorporateAction[],
): Summary {
  const { week52High, week52Low, marketCap, pe, eps } = figuresOf(instrument, quote, facts)
  return {
    profile: {
      description: describe(facts, language),
      sector: facts?.sector ? sectorName(facts.sector, language) : null,
      industry: facts?.industry ? industryName(facts.industry, language) : null,
      ceo: facts?.chiefExecutive || null,
      employees: facts?.employees || null,
      website: null,
      ipoDate: facts?.listedOn ?? null,
    },
    stats: {
      avgVolume30: known(facts?.averageVolume30, quantityText),
      week52High,
      week52Low,
      marketCap,
      sharesOut: known(facts?.sharesOutstanding, quantityText),
      pe,
      pb: ratioOf(quote.last, facts?.bookValuePerShare ?? null),
      eps,
      dividend: known(facts?.yearlyDividend, perShareText),
      exDate: exDateOf(actions, quote.tradeDate),
    },
    corporateActions: actions.toReversed().map(presentAction),
  }
}

/** The next ex-date of a dividend, or the last one while none is announced. */
function exDateOf(actions: readonly CorporateAction[], today: CalendarDate): CalendarDate | null {
  const dividends = actions.filter(({ kind }) => kind === 'dividend')
  return (dividends.find(({ exDate }) => exDate >= today) ?? dividends.at(-1))?.exDate ?? null
}

const presentAction = (action: CorporateAction): CorporateActionRow => ({
  kind: action.kind,
  exDate: action.exDate,
  payDate: action.kind === 'dividend' ? action.payDate : null,
  amount: action.kind === 'dividend' ? perShareText(action.amount) : null,
  ratio: action.kind === 'split' ? `${action.newShares}:${action.oldShares}` : null,
  oldCode: action.kind === 'rename' ? action.oldCode : null,
  newCode: action.kind === 'rename' ? action.newCode : null,
})

/** Of a company no figure is zero: the venue says so where it does not know. */
const known = (figure: bigint | undefined, present: (figure: bigint) => string): string | null =>
  figure !== undefined && figure > 0n ? present(figure) : null

/** Between the close and the end of the day's last session. */
function closingPriceUntil({ venue, clock }: App, { market }: Instrument): Instant | null {
  const { closesAt, dayOrdersEndAt = null } = venue.session(market)
  return clock.now() >= closesAt ? dayOrdersEndAt : null
}

function sizesOf(instrument: Instrument, quote: Quote): Pick<Detail, 'lotSize' | 'tickSize' | 'ticks' | 'minCount'> {
  return {
    lotSize: quantityText(roundLotAt(instrument, quote.previousClose)),
    tickSize: formatScaled(tickAt(instrument, quote.last)),
    ticks: instrument.ticks.map(({ from, tick }) => ({ from: formatScaled(from), tick: formatScaled(tick) })),
    minCount: quantityText(instrument.minimumQuantity),
  }
}

/** Orders priced outside are refused. */
function bandsOf(instrument: Instrument, quote: Quote): Detail['bands'] {
  const up = bandFor(instrument, 'buy', quote).high
  const down = bandFor(instrument, 'sell', quote).low
  const text = (price: bigint | null): string | null => (price === null ? null : priceText(instrument, price))
  return up === null && down === null ? null : { up: text(up), down: text(down) }
}

type Figures = Pick<Detail, 'week52High' | 'week52Low' | 'marketCap' | 'pe' | 'eps' | 'dividendYield' | 'beta'>

const NOTHING_KNOWN: Figures = { week52High: null, week52Low: null, marketCap: null, pe: null, eps: null, dividendYield: null, beta: null }

function figuresOf(instrument: Instrument, quote: Quote, facts: CompanyFacts | null): Figures {
  if (facts === null) return NOTHING_KNOWN
  const isCompany = facts.sharesOutstanding > 0n
  const marketCapitalisation = divide(facts.sharesOutstanding * quote.last, SCALE, 'HALF_UP')
  return {
    ...yearRangeOf(instrument, quote, facts),
    marketCap: isCompany ? turnoverText(instrument, marketCapitalisation) : null,
    pe: ratioOf(quote.last, facts.earningsPerShare),
    eps: facts.earningsPerShare === null ? null : perShareText(facts.earningsPerShare),
    dividendYield: isCompany || facts.yearlyDividend > 0n ? percentText(facts.yearlyDividend, quote.last) : null,
    beta: isCompany ? hundredths(facts.beta) : null,
  }
}

/** The facts are of the last close; today may already have gone further. */
function yearRangeOf(instrument: Instrument, { high, low }: Quote, facts: CompanyFacts): Pick<Figures, 'week52High' | 'week52Low'> {
  if (facts.high52Weeks === 0n || facts.low52Weeks === 0n) return { week52High: null, week52Low: null }
  return {
    week52High: priceText(instrument, high > facts.high52Weeks ? high : facts.high52Weeks),
    week52Low: priceText(instrument, low < facts.low52Weeks ? low : facts.low52Weeks),
  }
}

const describe = (facts: CompanyFacts | null, language: Language): string =>
  facts === null || facts.profile === null ? '' : profileWords(facts.profile, language)

/** Price over a figure per share; none for a loss or where the figure is not known. */
const ratioOf = (price: bigint, perShare: bigint | null): string | null =>
  perShare === null || perShare <= 0n ? null : hundredths(divide(price * SCALE, perShare, 'HALF_UP'))

/** Amounts per share are no prices: cents at least, and more only where they carry more. */
const perShareText = (amount: bigint): string => formatScaled(amount, 2)

/** A scaled number with two digits after the point; `percentText` of a whole of one would be a hundred times as much. */
const hundredths = (value: bigint): string => percentText(value, SCALE * 100n)
