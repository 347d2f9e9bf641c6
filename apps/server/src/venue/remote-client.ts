import type { Quote, Session } from '@rueda/exchange/venue.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Clock } from '../deps.ts'
import type { VenueClient } from './client.ts'
import { CodeBook } from './code-book.ts'
import { type FollowedMarket, createFollowedMarket } from './followed-market.ts'
import type { CycleMoment } from './supervisor.ts'
import { type Answers, type Changes, type DailyValues, type ListedInstrument, type Loaded, NO_CHANGES, type Question } from './messages.ts'
import { midOf } from './mid-rates.ts'

/** Questions that a client cannot answer from the values it was sent; `submit` and `ask` reach the worker in the order of the calls. */
export type WorkerLink = Readonly<{
  submit: VenueClient['submit']
  grow: VenueClient['grow']
  life: VenueClient['life']
  ask: <About extends Question['about']>(question: Extract<Question, { about: About }>) => Promise<Answers[About]>
}>

type ClientParts = Readonly<{ link: WorkerLink; clock: Clock; machine: Clock }>
export type RemoteClient = Readonly<{ client: VenueClient; market: FollowedMarket; apply: (changes: Changes, asked: CycleMoment) => void }>

/** The last values of everything that the worker keeps sending, as a `VenueClient`. */
export function createRemoteClient(loaded: Loaded, { link, clock, machine }: ClientParts): RemoteClient {
  const { market, hear } = createFollowedMarket(loaded)
  const codes = new CodeBook()
  const { instruments } = codes
  const logos = new Map<string, string>()
  const quotes = new Map<string, Quote>()
  const sessions = new Map<MarketName, Session>()
  const daysShown = new Map<MarketName, CalendarDate>()
  const dailyValues = new Map<string, DailyValues>()
  const settlementDays = new Map<MarketName, readonly CalendarDate[]>()
  const tradingDays = new Map<MarketName, readonly CalendarDate[]>()
  /** The last ex-date of a split, by instrument. */
  const splits = new Map<MarketName, ReadonlyMap<string, CalendarDate>>()
  const bookedThrough = new Map<MarketName, CalendarDate>()
  const listeners = new Set<(changed: readonly Quote[]) => void>()

  let heard: CycleMoment = { market: Number.MIN_SAFE_INTEGER, machine: Number.MIN_SAFE_INTEGER }

  let cycles = 0

  const list = (listed: readonly ListedInstrument[]): void => {
    for (const { instrument, logo } of listed) {
      codes.list(instrument)
      if (logo !== null) logos.set(instrument.id, logo)
    }
  }
  list(loaded.listed)

  const hearQuote = (quote: Quote): void => {
    quotes.set(quote.instrumentId, quote)
    const market = instruments.get(quote.instrumentId)?.market
    if (market !== undefined && quote.tradeDate > (daysShown.get(market) ?? '')) daysShown.set(market, quote.tradeDate)
  }

  const noteSplits = (market: MarketName, through: CalendarDate): boolean => {
    const isLater = through > (bookedThrough.get(market) ?? '')
    if (isLater) bookedThrough.set(market, through)
    return isLater
  }

  const apply = (changes: Changes, asked: CycleMoment): void => {
    heard = asked
    cycles += 1
    list(changes.listed)
    for (const [market, tradeDate, renames] of changes.renames) codes.hear(market, tradeDate, renames)
    for (const quote of changes.quotes) hearQuote(quote)
    for (const [market, session] of changes.sessions) sessions.set(market, session)
    for (const [market, days] of changes.settlementDays) settlementDays.set(market, days)
    for (const [market, days] of changes.tradingDays) tradingDays.set(market, days)
    for (const [market, actions] of changes.splits) splits.set(market, new Map(actions.map((each) => [each.instrumentId, each.exDate])))
    for (const daily of changes.daily) dailyValues.set(daily.instrumentId, daily)
    for (const [market, through] of changes.splitsBooked) noteSplits(market, through)
    if (changes.quotes.length > 0) for (const listener of listeners) listener(changes.quotes)
    hear(changes)
  }

  /**
   * Counts the thread's silence in the machine's time, because a market with a faster clock is not silent any sooner. A
   * recorded feed is silent where its tape is: there a quote carries its own age.
   */
  const freshAt = (instrumentId: string): Instant => {
    const silence = machine.now() - heard.machine
    const quote = quotes.get(instrumentId)
    const since = quote?.silentSince ?? (loaded.label === 'REPLAY' ? quote?.at : undefined)
    return clock.now() - silence - (since === undefined ? 0 : heard.market - since)
  }

  const session = (market: MarketName): Session => {
    const known = sessions.get(market)
    if (known === undefined) throw new Error(`this venue has no market ${market}`)
    return known
  }

  const client: VenueClient = {
    label: loaded.label,
    scenario: loaded.scenario,
    instruments,
    find: (market, code) => codes.find(market, code),
    idOf: (market, code) => codes.idOf(market, code),
    formerCodes: (instrumentId) => codes.formerCodes(instrumentId),
    writtenCode: (instrumentId, at) => codes.writtenCode(instrumentId, at),
    markets: [...new Set(loaded.listed.map(({ instrument }) => instrument.market))],
    cycle: () => cycles,
    quote: (instrumentId) => quotes.get(instrumentId) ?? null,
    halt: () => null,
    setHalts: (standing) => link.ask({ about: 'stops', standing }),
    closeDays: async (closed) => {
      await link.ask({ about: 'closedDays', closed })
    },
    listNew: async (listings) => {
      await link.ask({ about: 'newListings', listings })
    },
    tellRounds: async (rounds) => {
      await link.ask({ about: 'rounds', rounds })
    },
    freshAt,
    fxMid: (pair) => midOf(pair, (id) => quotes.get(id) ?? null, freshAt),
    session,
    dayShown: (market) => daysShown.get(market) ?? session(market).tradeDate,
    closes: (instrumentId) => closesOf(dailyValues.get(instrumentId), quotes.get(instrumentId)),
    facts: (instrumentId) => dailyValues.get(instrumentId)?.facts ?? null,
    settlementDate: (market, tradeDate, days) => settlementDateAmong(settlementDays.get(market) ?? [], tradeDate, days),
    nextTradingDate: (market, date) => tradingDays.get(market)?.find((day) => day > date) ?? null,
    isSplitting: (instrumentId) => {
      const market = instruments.get(instrumentId)?.market
      const exDate = market === undefined ? undefined : splits.get(market)?.get(instrumentId)
      return market !== undefined && exDate !== undefined && exDate > (bookedThrough.get(market) ?? '')
    },
    splitsBooked: (market, through) => {
      // Whoever follows the market from elsewhere has to know of it too.
      if (noteSplits(market, through)) hear({ ...NO_CHANGES, splitsBooked: [[market, through]] })
    },
    logo: (instrumentId) => logos.get(instrumentId) ?? null,
    depth: (instrumentId, levels) => link.ask({ about: 'depth', instrumentId, levels }),
    trades: (instrumentId, limit) => link.ask({ about: 'trades', instrumentId, limit }),
    bars: (request) => link.ask({ about: 'bars', request }),
    meanMid: (instrumentId, moment) => link.ask({ about: 'meanMid', instrumentId, moment }),
    calendar: (market, from, to) => link.ask({ about: 'calendar', market, from, to }),
    corporateActions: (instrumentIds, from, to) => link.ask({ about: 'corporateActions', instrumentIds, from, to }),
    commitments: (since = null) => link.ask({ about: 'commitments', since }),
    life: link.life,
    submit: link.submit,
    cancel: async ({ orderId, accountId }) => {
      await link.ask({ about: 'cancel', orderId, accountId })
    },
    booked: async (accountId) => {
      await link.ask({ about: 'booked', accountId })
    },
    reduce: async ({ orderId, accountId }, by) => {
      await link.ask({ about: 'reduce', orderId, accountId, by })
    },
    grow: link.grow,
    onQuotes: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return { client, market, apply }
}

const MAX_CLOSES = 50

/** The quote's last price is the newest close; while its day stands on after its end, in place of that day's. */
function closesOf(daily: DailyValues | undefined, quote: Quote | undefined): readonly bigint[] {
  if (daily === undefined) return quote === undefined ? [] : [quote.last]
  const { finishedCloses, finishedOn } = daily
  if (quote === undefined) return finishedCloses
  const before = finishedOn !== null && quote.tradeDate <= finishedOn ? finishedCloses.slice(0, -1) : finishedCloses
  return [...before, quote.last].slice(-MAX_CLOSES)
}

/** The date `days` settlement days after the trade date. */
export function settlementDateAmong(settlementDays: readonly CalendarDate[], tradeDate: CalendarDate, days: number): CalendarDate {
  const later = settlementDays.filter((day) => day > tradeDate)
  const date = days === 0 ? tradeDate : later[days - 1]
  if (date === undefined) throw new Error(`no settlement day ${days} days after ${tradeDate} is known`)
  return date
}
