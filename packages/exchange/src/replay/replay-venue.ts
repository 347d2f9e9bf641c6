import { idOfFirstCode } from '@rueda/rules/instruments/codes.ts'
import { usTicks } from '@rueda/rules/markets/us.ts'
import type { CorporateAction } from '@rueda/rules/corporate/action.ts'
import { SCALE } from '@rueda/rules/decimal.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { TradingHalt } from '@rueda/rules/markets/trading-halt.ts'
import { type CalendarDate, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { NEW_YORK, dateAt } from '../calendars/new-york.ts'
import { addDays } from '../calendars/civil.ts'
import { TradingHalts } from '../interruptions/trading-halts.ts'
import { EventLog } from '../matching/event-log.ts'
import { Removals } from '../matching/removals.ts'
import { OLDEST_ORDER_IN_DAYS, SplitWatch } from '../matching/split-watch.ts'
import type { BarRequest, Depth, QuantityIncrease, Quote, Session, Venue, VenueEvent, VenueOrder } from '../venue.ts'
import { actionsOf, tickerOn } from './adjustment.ts'
import { closeBefore, recordedBars } from './recorded-bars.ts'
import { exchangeOf, nameOf, recordedFacts } from './recorded-facts.ts'
import { recordedQuote, recordedTrades } from './recorded-market.ts'
import { RecordedSessions } from './recorded-sessions.ts'
import { TapeMatching } from './tape-matching.ts'
import { type RecordedFiles, Tape, minuteOf } from './tape.ts'

/**
 * Recorded history as a venue: real tickers, real prices and sizes, simulated money. Its clock begins at the open
 * of the first recorded day unless set otherwise, and may jump from a close to the next recorded open.
 */
export interface ReplayVenue extends Venue {
  /** The open of the first recorded day: where the clock starts. */
  readonly firstOpen: Instant
  /** The open of the next recorded day after a moment; null when the tape has none. */
  nextSessionOpen(now: Instant): Instant | null
  /** Trading and settlement go on by the calendar of that time, also past the last recorded day. */
  settlementDate(market: MarketName, tradeDate: CalendarDate, days: number): CalendarDate
  previousTradingDate(market: MarketName, date: CalendarDate): CalendarDate
  nextTradingDate(market: MarketName, date: CalendarDate): CalendarDate
}

export type ReplaySettings = Readonly<{
  files: RecordedFiles
  /** The number of the first event; a venue that starts again goes on after the last one it gave out. */
  firstSequence?: number
}>

/** Throws for a folder without a single recorded day, a mistake of whoever started the process with it. */
export function createReplayVenue({ files, firstSequence = 1 }: ReplaySettings): ReplayVenue {
  const tape = new Tape(files)
  const firstOpen = new RecordedSessions(tape.dates).hours[0]?.opensAt
  if (firstOpen === undefined) throw new Error('no recorded day: equity/usa/minute/<ticker>/<yyyymmdd>_trade.zip and _quote.zip are needed')
  return new TapeVenue(tape, firstOpen, new EventLog(firstSequence))
}

const MARKET: MarketName = 'US'

class TapeVenue implements ReplayVenue {
  readonly label = 'REPLAY'
  readonly firstOpen: Instant
  readonly instruments: readonly Instrument[]
  readonly #tape: Tape
  readonly #sessions: RecordedSessions
  readonly #events: EventLog
  readonly #tickers = new Map<string, string>()
  readonly #desks = new Map<string, TapeMatching>()
  readonly #halts = new TradingHalts()
  readonly #deskOfOrder = new Map<string, TapeMatching>()
  #now = Number.NEGATIVE_INFINITY
  #session: Session | null = null

  constructor(tape: Tape, firstOpen: Instant, events: EventLog) {
    this.#tape = tape
    this.#sessions = new RecordedSessions(tape.dates)
    this.#events = events
    this.firstOpen = firstOpen
    this.instruments = tape.tickers.map((ticker) => instrumentOf(tape, ticker))
    for (const [index, instrument] of this.instruments.entries()) {
      this.#tickers.set(instrument.id, tape.tickers[index] ?? '')
      const splits = new SplitWatch({ upTo: (tradeDate) => this.#splitDates(instrument.id, tradeDate), acceptedOn: dateAt })
      this.#desks.set(instrument.id, new TapeMatching(instrument, events, new Removals(splits)))
    }
  }

  advance(now: Instant): readonly VenueEvent[] {
    this.#moveTo(now)
    return this.#take()
  }

  submit(order: VenueOrder, now: Instant): readonly VenueEvent[] {
    const session = this.#moveTo(now)
    const desk = this.#deskFor(order)
    if (desk !== null) desk.submit(order, this.#now, session)
    return this.#take()
  }

  cancel(orderId: string, now: Instant): readonly VenueEvent[] {
    this.#moveTo(now)
    this.#deskOfOrder.get(orderId)?.cancel(orderId, this.#now)
    return this.#take()
  }

  reduce(orderId: string, by: bigint, now: Instant): readonly VenueEvent[] {
    this.#moveTo(now)
    this.#deskOfOrder.get(orderId)?.reduce(orderId, by)
    return this.#take()
  }

  grow(increase: QuantityIncrease, now: Instant): readonly VenueEvent[] {
    this.#moveTo(now)
    this.#deskOfOrder.get(increase.orderId)?.grow(increase)
    return this.#take()
  }

  restore(orders: readonly VenueOrder[], now: Instant): readonly VenueEvent[] {
    const session = this.#moveTo(now)
    for (const order of orders.toSorted((a, b) => a.acceptedAt - b.acceptedAt)) {
      const atOnce = order.timeInForce === 'IOC' || order.timeInForce === 'FOK'
      const desk = this.#deskFor(order)
      if (atOnce) desk?.submit(order, this.#now, session)
      else desk?.restore(order, this.#now, session)
    }
    return this.#take()
  }

  setHalts(standing: readonly TradingHalt[], now: Instant): readonly VenueEvent[] {
    const session = this.#moveTo(now)
    this.#halts.set(standing)
    for (const desk of this.#desks.values()) this.#look(desk, session, this.#now)
    return this.#take()
  }

  /** What was recorded is listed, and nothing else. */
  listNew(): void {}

  /** Closes nothing: recorded days were traded and stand as they were. */
  closeDays(): readonly VenueEvent[] {
    return []
  }

  /** The record is not ours to publish, so that nobody could run its executions again. */
  takeInputs(): readonly [] {
    return []
  }

  quote(instrumentId: string, now: Instant): Quote | null {
    const ticker = this.#tickers.get(instrumentId)
    if (ticker === undefined) return null
    return this.#halts.over(recordedQuote(this.#at(ticker, instrumentId, now)), this.#desks.get(instrumentId)?.instrument, now)
  }

  /** The record has the best bid and ask and nothing behind them. */
  depth(instrumentId: string, levels: number, now: Instant): Depth | null {
    const quote = this.quote(instrumentId, now)
    if (quote === null) return null
    const { bid, bidQuantity, ask, askQuantity } = quote
    const side = (price: bigint, quantity: bigint) => (levels > 0 && price > 0n && quantity > 0n ? [{ price, quantity }] : [])
    return { bids: side(bid, bidQuantity), asks: side(ask, askQuantity) }
  }

  trades(instrumentId: string, limit: number, now: Instant) {
    const ticker = this.#tickers.get(instrumentId)
    return ticker === undefined ? [] : recordedTrades(this.#at(ticker, instrumentId, now), limit)
  }

  /** Always null: what settles at it is not on the tape. */
  meanMid() {
    return null
  }

  bars(request: BarRequest, now: Instant) {
    const ticker = this.#tickers.get(request.instrumentId)
    if (ticker === undefined) return null
    const bars = recordedBars(this.#tape, this.#sessions, ticker, request, now)
    const [first] = bars
    const seenFrom = this.#sessions.begun(now)?.date ?? this.#sessions.at(now).tradeDate
    const before = { date: first === undefined ? seenFrom : dateAt(first.at), seenFrom, adjustment: request.adjust }
    return { timeZone: NEW_YORK, previousClose: closeBefore(this.#tape, ticker, before) ?? first?.open ?? 0n, bars }
  }

  facts(instrumentId: string, now: Instant) {
    const ticker = this.#tickers.get(instrumentId)
    return ticker === undefined ? null : recordedFacts(this.#tape, this.#sessions, ticker, now)
  }

  session(_market: MarketName, now: Instant) {
    return this.#sessions.at(now)
  }

  calendar(_market: MarketName, from: CalendarDate, to: CalendarDate) {
    return this.#sessions.calendar(from, to)
  }

  /** History was not drawn, so that there is nothing to promise. */
  commitments() {
    return []
  }

  nextSessionOpen(now: Instant): Instant | null {
    return this.#sessions.nextOpen(now)
  }

  settlementDate(_market: MarketName, tradeDate: CalendarDate, days: number): CalendarDate {
    return this.#sessions.settlementDate(tradeDate, days)
  }

  previousTradingDate(_market: MarketName, date: CalendarDate): CalendarDate {
    return this.#sessions.previousTradingDate(date)
  }

  nextTradingDate(_market: MarketName, date: CalendarDate): CalendarDate {
    return this.#sessions.nextTradingDate(date)
  }

  /** The record has no announcements: what happens to a share is known on its ex-date. */
  corporateActions(instrumentId: string, from: CalendarDate, to: CalendarDate, now: Instant): readonly CorporateAction[] {
    const ticker = this.#tickers.get(instrumentId)
    if (ticker === undefined) return []
    const today = dateAt(now)
    const nextTradingDate = (date: CalendarDate) => this.#sessions.nextTradingDate(date)
    return actionsOf(this.#tape.factors(ticker), { instrumentId, from, to: to < today ? to : today, nextTradingDate })
  }

  #splitDates(instrumentId: string, tradeDate: CalendarDate): readonly CalendarDate[] {
    const actions = this.corporateActions(instrumentId, addDays(tradeDate, -OLDEST_ORDER_IN_DAYS), tradeDate, this.#now)
    return actions.flatMap(({ kind, exDate }) => (kind === 'split' ? [exDate] : []))
  }

  #at(ticker: string, instrumentId: string, now: Instant) {
    return { tape: this.#tape, sessions: this.#sessions, ticker, instrumentId, now }
  }

  #deskFor({ orderId, accountId, instrumentId }: VenueOrder): TapeMatching | null {
    const desk = this.#desks.get(instrumentId)
    if (desk === undefined) this.#events.add({ kind: 'ended', orderId, accountId, reason: 'SYSTEM', at: this.#now })
    else this.#deskOfOrder.set(orderId, desk)
    return desk ?? null
  }

  /** Goes minute by minute through sessions and from one change of session to the next, and returns the session of `now`. */
  #moveTo(asked: Instant): Session {
    const now = Math.max(asked, this.#now)
    if (this.#session === null) this.#now = now
    let session = this.#session ?? this.#enter(this.#sessions.at(now), now)
    while (session.changesAt <= now) {
      this.#matchMinutes(session.changesAt - 1, session)
      const changedAt = session.changesAt
      this.#now = changedAt
      session = this.#enter(this.#sessions.at(changedAt), changedAt)
      this.#events.add({ kind: 'session', market: MARKET, session, at: changedAt })
      for (const desk of this.#desks.values()) desk.expire(session, changedAt)
      if (session.matching) this.#matchMinute(changedAt, session)
    }
    this.#matchMinutes(now, session)
    this.#now = now
    return session
  }

  #enter(session: Session, now: Instant): Session {
    this.#session = session
    if (session.matching) this.#openMinutes(minuteOf(now))
    return session
  }

  /** The minutes that begin after where the venue is, up to a moment. */
  #matchMinutes(until: Instant, session: Session): void {
    if (!session.matching) return
    const last = minuteOf(until)
    if (!this.#hasOrders()) {
      if (last > this.#now) this.#openMinutes(last)
      return
    }
    for (let minute = minuteOf(this.#now) + MINUTE_MS; minute <= last; minute += MINUTE_MS) this.#matchMinute(minute, session)
  }

  #matchMinute(minute: Instant, session: Session): void {
    this.#openMinutes(minute)
    const date = this.#sessions.at(minute).tradeDate
    for (const [instrumentId, desk] of this.#desks) {
      this.#look(desk, session, minute)
      if (!desk.hasOrders || desk.halted) continue
      const traded = this.#tape.day(this.#tickers.get(instrumentId) ?? '', date).trades.find((row) => row.at === minute - MINUTE_MS)
      if (traded !== undefined) desk.release(traded, minute)
      desk.matchAll(minute, session)
    }
  }

  /** Gives a desk the state of its instrument; stops may have begun or ended since. */
  #look(desk: TapeMatching, session: Session, now: Instant): void {
    desk.halted = this.#halts.isHalted(desk.instrument, now)
    if (desk.hasOrders) desk.look(this.quote(desk.instrument.id, now), session, now)
  }

  #openMinutes(minute: Instant): void {
    const date = this.#sessions.at(minute).tradeDate
    for (const [instrumentId, desk] of this.#desks) {
      desk.openMinute(
        minute,
        () => this.#tape.day(this.#tickers.get(instrumentId) ?? '', date).quotes.find((row) => row.at === minute) ?? null,
      )
    }
  }

  #hasOrders(): boolean {
    for (const desk of this.#desks.values()) if (desk.hasOrders) return true
    return false
  }

  /** Hands over the events, and forgets where the orders were that have ended by them. */
  #take(): readonly VenueEvent[] {
    const events = this.#events.take()
    for (const event of events) {
      if (event.kind !== 'execution' && event.kind !== 'ended') continue
      if (this.#deskOfOrder.get(event.orderId)?.has(event.orderId) === false) this.#deskOfOrder.delete(event.orderId)
    }
    return events
  }
}

/** A share is called what it was called on the first recorded day. */
function instrumentOf(tape: Tape, ticker: string): Instrument {
  const names = tape.names(ticker)
  const code = (tickerOn(names, tape.datesOf(ticker)[0] ?? '') ?? ticker).toUpperCase()
  return {
    id: idOfFirstCode(MARKET, code),
    market: MARKET,
    code,
    name: nameOf(code),
    exchange: exchangeOf(names.at(-1)?.exchangeLetter ?? ''),
    currency: 'USD',
    ticks: usTicks,
    step: SCALE,
    minimumQuantity: SCALE,
    quoteOnly: false,
    contract: null,
  }
}
