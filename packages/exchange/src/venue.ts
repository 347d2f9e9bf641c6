import type { NewListing } from './catalogue/new-companies.ts'
import type { Profile } from './catalogue/profile.ts'
import type { CorporateAction } from '@rueda/rules/corporate/action.ts'
import type { CloseOnly } from '@rueda/rules/instruments/close-only.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { CustomerMatch, MarketPhase, MarketState } from '@rueda/rules/orders/circumstances.ts'
import type { EndReason, TimeInForce } from '@rueda/rules/orders/order.ts'
import type { OddLotHours } from '@rueda/rules/orders/odd-lot-calls.ts'
import type { ClosedDay, ClosureCause } from '@rueda/rules/markets/closed-day.ts'
import type { TradingHalt } from '@rueda/rules/markets/trading-halt.ts'
import type { Side } from '@rueda/rules/side.ts'
import type { ExtendedHours } from '@rueda/rules/quotes/extended-hours.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { VenueInput } from './inputs.ts'

/**
 * The venue matches orders. The simulated market and the replay of recorded history are two venues behind
 * this one interface; both are deterministic: same input, same executions. A venue only proposes executions:
 * one is real when the ledger has booked it, and one that was never booked never happened.
 *
 * Prices and quantities are integers in units of 10^-8; turnover is in units of 10^-8 of the currency.
 */
export interface Venue {
  readonly label: VenueLabel
  /** In one order for ever: later listings come at the end. */
  readonly instruments: readonly Instrument[]
  /**
   * Moves the venue to the last step up to `now`, which never goes back, and returns what happened on the way: every step that was missed is
   * made up, so that it does not matter when it is called (`docs/rules/matching.md` P.40).
   */
  advance(now: Instant): readonly VenueEvent[]
  /** Takes an order: fills what can be filled at once; the rest works, waits for the session, or ends. */
  submit(order: VenueOrder, now: Instant): readonly VenueEvent[]
  /** Takes an order off the book; no event when it is not there any more. */
  cancel(orderId: string, now: Instant): readonly VenueEvent[]
  /** Takes this much off an order, which keeps its place in the queue; nothing is left of one that had no more. No event. */
  reduce(orderId: string, by: bigint, now: Instant): readonly VenueEvent[]
  /** Adds what a purchase has brought to the orders that sell it. */
  grow(increase: QuantityIncrease, now: Instant): readonly VenueEvent[]
  /**
   * After a restart: puts open orders back in their time order, without executing on arrival anything that was resting.
   * It is for orders that were published as working or waiting; one the venue has never answered for is submitted as new.
   */
  restore(orders: readonly VenueOrder[], now: Instant): readonly VenueEvent[]
  /** From now on exactly these stops of the brokerage's staff stand; nothing that they halt executes until they are gone. */
  setHalts(standing: readonly TradingHalt[], now: Instant): readonly VenueEvent[]
  /** From now on exactly these days are closed by the brokerage's staff; each of them before its first session. */
  closeDays(closed: readonly ClosedDay[], now: Instant): readonly VenueEvent[]
  /** Lists new companies; one that was listed stays. A venue of recorded history lists none. */
  listNew(listings: readonly NewListing[]): void
  /** What reached its engines since it was asked last, in its order; nothing of a venue that nobody can run again. */
  takeInputs(): readonly VenueInput[]
  quote(instrumentId: string, now: Instant): Quote | null
  depth(instrumentId: string, levels: number, now: Instant): Depth | null
  /** The newest trades, newest first. */
  trades(instrumentId: string, limit: number, now: Instant): readonly Trade[]
  /** Bars never reach past `now`; the last one may be partial. */
  bars(request: BarRequest, now: Instant): BarSeries | null
  /** The mean of the outside market's mid over the minute before a moment; null where there was no price, or before that moment. */
  meanMid(instrumentId: string, moment: Instant, now: Instant): bigint | null
  facts(instrumentId: string, now: Instant): CompanyFacts | null
  session(market: MarketName, now: Instant): Session
  /** Every calendar day from `from` to `to`, both included. */
  calendar(market: MarketName, from: CalendarDate, to: CalendarDate): readonly CalendarDay[]
  /** Dividends and splits with ex-dates from `from` to `to`, both included, as far as they have been announced by `now`. */
  corporateActions(instrumentId: string, from: CalendarDate, to: CalendarDate, now: Instant): readonly CorporateAction[]
  /** Promises made before the finished and the current days, so that anyone can recompute them; empty where history is replayed. */
  commitments(now: Instant, since?: CalendarDate | null): readonly DayCommitment[]
}

export type VenueLabel = 'SIM' | 'REPLAY'

export type VenueOrder = Readonly<{
  orderId: string
  /** Orders of one account never trade with each other. */
  accountId: string
  instrumentId: string
  side: Side
  /** True for what takes on something new: a purchase, or the opening of a position on margin. */
  opens: boolean
  type: 'market' | 'limit'
  /** The worst price this order may fill at: its limit, or a market order's collar (`docs/rules/holds.md` O.3). */
  worstPrice: bigint
  /** The quantity still to be filled. */
  quantity: bigint
  timeInForce: TimeInForce
  /** Orders accepted earlier stand first at their price; also the order of `restore`. */
  acceptedAt: Instant
  /** The last trade date on which a DAY or GTC order may fill. */
  lastTradeDate: CalendarDate
  /** The trigger of a held order; null for an order that works at once. */
  trigger: Trigger | null
  /** The other order for the same shares: what one of the two fills is taken off the other. */
  siblingId: string | null
  /** The newest venue event that the ledger knows of this order. */
  knownTo: number
  /** Set for an order that begins another day and whose customer was told that it works. */
  announced?: true
  /**
   * Set for an order that the brokerage gives for its customer, such as a liquidation: it ends orders of the account that it would trade
   * with, where any other order of an account is ended by those that stand (`docs/rules/matching.md` P.1).
   */
  isForced?: true
  /** Set for a block, which the block desk executes: at `worstPrice` where that is firm, at its own price otherwise. */
  block?: Readonly<{ isFirm: boolean }>
}>

/** A held order waits for a trade of the regular session. The best trade of a trailing one is the best since its activation. */
export type Trigger = Readonly<{ kind: 'stop'; price: bigint }> | Readonly<{ kind: 'trailing'; percent: bigint; best: bigint }>

/** `sequence` is that of the execution which brought the shares; an order that was handed over later knows of it already. */
export type QuantityIncrease = Readonly<{ orderId: string; by: bigint; sequence: number }>

export type VenueEvent =
  | Readonly<{ kind: 'working'; orderId: string; accountId: string; sequence: number; at: Instant }>
  | Readonly<{
      kind: 'execution'
      orderId: string
      accountId: string
      instrumentId: string
      side: Side
      quantity: bigint
      price: bigint
      /** True when the order was resting and another came to it. */
      resting: boolean
      /** Null where the outside market is on the other side. */
      match: CustomerMatch | null
      /** The state of the market at the fill. */
      market: MarketState
      tradeDate: CalendarDate
      sequence: number
      at: Instant
    }>
  /** The trade that triggered a held order, and the better trade that a trailing one follows. */
  | Readonly<{ kind: 'triggered'; orderId: string; accountId: string; price: bigint; sequence: number; at: Instant }>
  | Readonly<{ kind: 'trailed'; orderId: string; accountId: string; price: bigint; sequence: number; at: Instant }>
  | Readonly<{ kind: 'ended'; orderId: string; accountId: string; reason: EndReason; sequence: number; at: Instant }>
  | Readonly<{ kind: 'session'; market: MarketName; session: Session; sequence: number; at: Instant }>

/** `OPEN` in the always-open mode stands for the whole day. */
export type SessionPhase = MarketPhase

export type Session = Readonly<{
  phase: SessionPhase
  tradeDate: CalendarDate
  opensAt: Instant
  closesAt: Instant
  /** The next change of phase. */
  changesAt: Instant
  /** True when orders match now. */
  matching: boolean
  /** True while orders gather that will trade at the day's closing price and at no other. */
  fixedPrice?: true
  /** When the calls of the odd-lot book are; left out where they go through the whole session. */
  oddLots?: OddLotHours
}> &
  EndOfDayOrders

/** Until when the day's last session lets a DAY order trade; left out where that is the close. */
type EndOfDayOrders = Readonly<{ dayOrdersEndAt?: Instant }>

export type Quote = Readonly<{
  instrumentId: string
  last: bigint
  open: bigint
  high: bigint
  low: bigint
  previousClose: bigint
  /** Zero where there is no order on that side or the instrument is a reference value. */
  bid: bigint
  ask: bigint
  bidQuantity: bigint
  askQuantity: bigint
  volume: bigint
  turnover: bigint
  phase: SessionPhase
  tradeDate: CalendarDate
  /** When this quote last changed. */
  at: Instant
  /** Set while `last` is a price of before the open or after the close: the regular closes beside it. */
  extended?: ExtendedHours
  /** Set while the feed is silent: the moment since which nothing has arrived of the instrument. */
  silentSince?: Instant
  /** Set while it is stopped on its own account: since when. */
  haltedSince?: Instant
  /** Set while nothing new may be taken on in it. */
  closeOnly?: CloseOnly
  /** True when a scenario moves this price today, or restricts what may be ordered. */
  scenario?: true
  /** Set where the day's limits hang on the market-wide breaker and its market has opened: how many levels it has reached. */
  breakerLevel?: number
}>

export type Level = Readonly<{ price: bigint; quantity: bigint }>
/** Best level first on both sides. */
export type Depth = Readonly<{ bids: readonly Level[]; asks: readonly Level[] }>
/** `isBlock` is set for a trade of the block desk, which counts in no other figure. */
export type Trade = Readonly<{ price: bigint; quantity: bigint; side: Side; at: Instant; sequence: number; isBlock?: true }>

export type BarInterval = '1m' | '5m' | '15m' | '30m' | '60m' | 'day' | 'week' | 'month'
export type BarRequest = Readonly<{
  instrumentId: string
  interval: BarInterval
  /** Newest bar opens at or before this moment. */
  until: Instant
  limit: number
  /** `regular` leaves out bars before the open and after the close. */
  hours: 'regular' | 'extended'
  /** `total` takes dividends out as well, where the venue has them in its record; elsewhere it is `split`. */
  adjust: 'split' | 'none' | 'total'
}>
export type Bar = Readonly<{
  at: Instant
  open: bigint
  high: bigint
  low: bigint
  close: bigint
  volume: bigint
  turnover: bigint
  partial: boolean
  /** True when nothing could be traded in a part of it. */
  halted?: boolean
  /** Set where customers have traded: the outside market's own bar. */
  outside?: OutsideBar
}>
export type OutsideBar = Readonly<Pick<Bar, 'open' | 'high' | 'low' | 'close' | 'volume' | 'turnover'>>
/** `previousClose` is that of the trading day before the first bar. */
export type BarSeries = Readonly<{ timeZone: string; previousClose: bigint; bars: readonly Bar[] }>

export type CalendarDay = Readonly<{
  date: CalendarDate
  trading: boolean
  settlement: boolean
  halfDay: boolean
  sessions: readonly Readonly<{ type: 'PRE' | 'REGULAR' | 'POST'; opensAt: Instant; closesAt: Instant }>[]
  holidayName: string | null
  projected: boolean
  /** Set where staff have closed the day, and why. */
  closure?: ClosureCause
}> &
  EndOfDayOrders

export type CompanyFacts = Readonly<{
  /** What it is, for the words of its page; null where nothing is known. */
  profile: Profile | null
  /** The ids of its sector and industry; empty where it has none. */
  sector: string
  industry: string
  chiefExecutive: string
  employees: number
  listedOn: CalendarDate | null
  sharesOutstanding: bigint
  marketCapitalisation: bigint
  earningsPerShare: bigint | null
  bookValuePerShare: bigint | null
  yearlyDividend: bigint
  beta: bigint
  averageVolume30: bigint
  high52Weeks: bigint
  low52Weeks: bigint
  /** Daily volatility of returns, as a scaled ratio (0.018 → 1800000). */
  dailyVolatility: bigint
}>

export type DayCommitment = Readonly<{
  market: MarketName
  date: CalendarDate
  /** The number of the price model that draws the day. */
  model: number
  /** SHA-256 of the day's key, published before the day begins; hex. */
  commitment: string
  /** The day's key, published after the day has ended; null until then; hex. */
  key: string | null
}>

/**
 * Facts of the market outside our customers that the matching engine needs: the moving price, the displayed
 * depth and the prints. The simulated prices and a recorded tape both provide it.
 */
export interface PriceSource {
  readonly instruments: readonly Instrument[]
  session(market: MarketName, now: Instant): Session
  /** The outside market's day so far, best prices included; null before the first price of the day is known. */
  quote(instrumentId: string, now: Instant): Quote | null
  /** The outside market's displayed depth, best first, prices on the tick grid. */
  depth(instrumentId: string, levels: number, now: Instant): Depth | null
  /** Trades of the outside market in (from, to], oldest first. */
  prints(instrumentId: string, from: Instant, to: Instant): readonly Trade[]
}
