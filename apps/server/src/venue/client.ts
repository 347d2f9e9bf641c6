import type {
  BarRequest,
  BarSeries,
  CalendarDay,
  CompanyFacts,
  DayCommitment,
  Depth,
  QuantityIncrease,
  Quote,
  Session,
  Trade,
  VenueEvent,
  VenueLabel,
  VenueOrder,
} from '@rueda/exchange/venue.ts'
import type { DayRound } from './vrf-days.ts'
import type { NewListing } from '@rueda/exchange/catalogue/new-companies.ts'
import type { CorporateAction } from '@rueda/rules/corporate/action.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { ClosedDay } from '@rueda/rules/markets/closed-day.ts'
import type { TradingHalt } from '@rueda/rules/markets/trading-halt.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { MidRate, Pair } from '@rueda/rules/transfers/exchange.ts'

/**
 * The venue as the rest of the server sees it. The venue itself runs in a worker thread; frequent reads (quotes, sessions,
 * facts) are answered from values it keeps sending, the rest by a question to the worker.
 */
export interface VenueClient {
  readonly label: VenueLabel
  /** The text of the scenario laid over the market; null for none. */
  readonly scenario: string | null
  /** By canonical id ("US:ARDV"), which keeps the first code; each has its code of today. */
  readonly instruments: ReadonlyMap<string, Instrument>
  /** The instrument with this code today, or that had it within the last year; null for none. Every code of a customer is looked up here. */
  find(market: MarketName, code: string): Instrument | null
  /** The id of what `find` finds, for a rule that refuses an unknown one itself; else an id that no instrument has. */
  idOf(market: MarketName, code: string): string
  /** Codes that an instrument had within the last year, newest first. */
  formerCodes(instrumentId: string): readonly string[]
  /** The code as papers name it that are of a moment: the one of that day, and both on the day of a change. */
  writtenCode(instrumentId: string, at: Instant): string
  /** Markets that anything is listed in. */
  readonly markets: readonly MarketName[]
  /** Counts the messages from the market: while the number stays, so does every answer made of them. */
  cycle(): number
  quote(instrumentId: string): Quote | null
  /** Halt that staff have ordered in it now; null for none. */
  halt(instrumentId: string): TradingHalt | null
  /**
   * Replaces the halts in the market by exactly these. Resolves to the market's moment from which they stand, after
   * everything that happened before it is booked: nothing they halt executes later.
   */
  setHalts(standing: readonly TradingHalt[]): Promise<Instant>
  /** Replaces the closed days by exactly these; resolves when every end that follows from it is booked. */
  closeDays(closed: readonly ClosedDay[]): Promise<void>
  /** Tells what was decided of the rounds that days wait for. */
  tellRounds(rounds: readonly DayRound[]): Promise<void>
  /** Lists new companies; they are among the instruments with the market's next cycle. */
  listNew(listings: readonly NewListing[]): Promise<void>
  /** The latest moment at which the quote is known to hold: a silent feed makes it old, an unchanged price does not. */
  freshAt(instrumentId: string): Instant
  /** The middle of the market for two currencies; null where this venue has no price for them. */
  fxMid(pair: Pair): MidRate | null
  session(market: MarketName): Session
  /** The day whose prices stand: the session's own, or the last one until the next day has its first price. */
  dayShown(market: MarketName): CalendarDate
  /** The last fifty closes for the small chart, oldest first. */
  closes(instrumentId: string): readonly bigint[]
  facts(instrumentId: string): CompanyFacts | null
  /** The settlement date `days` settlement days after a trade date. */
  settlementDate(market: MarketName, tradeDate: CalendarDate, days: number): CalendarDate
  /** The trading date after a date of these weeks; null where the venue has none. */
  nextTradingDate(market: MarketName, date: CalendarDate): CalendarDate | null
  /** True while prices are quoted in new shares already and holdings are not yet: nothing may be ordered meanwhile. */
  isSplitting(instrumentId: string): boolean
  /** Called when the splits of a market have been booked for every holder, up to an ex-date. */
  splitsBooked(market: MarketName, through: CalendarDate): void
  logo(instrumentId: string): string | null
  depth(instrumentId: string, levels: number): Promise<Depth | null>
  trades(instrumentId: string, limit: number): Promise<readonly Trade[]>
  bars(request: BarRequest): Promise<BarSeries | null>
  /** The mean of the mid over the minute before a moment that has come, unrounded; null where there was no price. */
  meanMid(instrumentId: string, moment: Instant): Promise<bigint | null>
  calendar(market: MarketName, from: CalendarDate, to: CalendarDate): Promise<readonly CalendarDay[]>
  /** Returns the announced actions of these instruments, with ex-dates from one date to another, both included. */
  corporateActions(instrumentIds: readonly string[], from: CalendarDate, to: CalendarDate): Promise<readonly CorporateAction[]>
  /** All there are, or those since about a date. */
  commitments(since?: CalendarDate | null): Promise<readonly DayCommitment[]>
  /** Counts the lives of the market. What one of them was told, the next one has only if it was in the ledger as it began. */
  life(): Promise<number>
  /** Hands a booked order to the venue; its events come to the listener in order. */
  submit(orders: readonly VenueOrder[]): void
  /**
   * Takes an order off the book. Resolves when every earlier event of its account is booked, so that a cancel decided next on the
   * write path sees all fills; what happened to others meanwhile is not waited for. No `ended` event is sent for it.
   */
  cancel(order: OrderOfAccount): Promise<void>
  /** Resolves when everything that has happened to an account until now is booked. */
  booked(accountId: string): Promise<void>
  /** Takes a part off an order, which keeps its place in the queue; resolves like `cancel`. */
  reduce(order: OrderOfAccount, by: bigint): Promise<void>
  /** Adds the quantities of purchases to the orders that sell them. */
  grow(increases: readonly QuantityIncrease[]): void
  /** Called with the changed quotes, about every 250 ms. */
  onQuotes(listener: (changed: readonly Quote[]) => void): () => void
}

export type OrderOfAccount = Readonly<{ orderId: string; accountId: string }>

/** Books the venue's proposals. The venue's runner awaits it before it hands over the next batch. */
export type VenueEventListener = (events: readonly VenueEvent[]) => Promise<void>
