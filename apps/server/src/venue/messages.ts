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
import type { VenueInput } from '@rueda/exchange/inputs.ts'
import type { NewListing } from '@rueda/exchange/catalogue/new-companies.ts'
import type { CorporateAction, Rename } from '@rueda/rules/corporate/action.ts'
import type { DayRound } from './vrf-days.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { ClosedDay } from '@rueda/rules/markets/closed-day.ts'
import type { TradingHalt } from '@rueda/rules/markets/trading-halt.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'

/**
 * Messages between the server and the venue's worker thread. The server's clock is the only one: every message that depends
 * on the time carries it, so the worker is a plain function of its messages.
 */
export type ToWorker =
  | Readonly<{
      kind: 'begin'
      orders: readonly VenueOrder[]
      halts: readonly TradingHalt[]
      closed: readonly ClosedDay[]
      listed: readonly NewListing[]
      rounds: readonly DayRound[]
      /** The moment of the newest booking: no order was accepted after it. */
      bookedUntil: Instant
      now: Instant
    }>
  | Readonly<{ kind: 'advance'; now: Instant }>
  | Readonly<{ kind: 'submit'; orders: readonly VenueOrder[]; now: Instant }>
  | Readonly<{ kind: 'propose'; id: number; orders: readonly VenueOrder[]; now: Instant }>
  | Readonly<{ kind: 'grow'; increases: readonly QuantityIncrease[]; now: Instant }>
  | Readonly<{ kind: 'ask'; id: number; question: Question; now: Instant }>
  /** Answered once everything before it is done. */
  | Readonly<{ kind: 'mark'; id: number }>

export type FromWorker =
  | Readonly<{ kind: 'loaded' } & Loaded>
  | Readonly<{ kind: 'begun'; changes: Changes }>
  | Readonly<{ kind: 'advanced'; changes: Changes }>
  | Readonly<{ kind: 'events'; events: readonly VenueEvent[]; inputs: readonly VenueInput[] }>
  | Readonly<{ kind: 'proposed'; id: number; events: readonly VenueEvent[]; inputs: readonly VenueInput[] }>
  | Readonly<{ kind: 'answer'; id: number; answer: unknown }>
  | Readonly<{ kind: 'failed'; id: number; reason: string }>
  | Readonly<{ kind: 'marked'; id: number }>

/** Facts that do not change while the venue runs. */
export type Loaded = Readonly<{
  label: VenueLabel
  /** The text of the scenario laid over the market; null for none. */
  scenario: string | null
  listed: readonly ListedInstrument[]
  /** Of a replay: when its recorded sessions open and close, oldest first; the clock runs through these only. */
  recordedSessions: readonly OpenSpan[] | null
}>

/** An instrument with its logo; we may not show those of real companies. */
export type ListedInstrument = Readonly<{ instrument: Instrument; logo: string | null }>

export type OpenSpan = Readonly<{ opensAt: Instant; closesAt: Instant }>

/** Changes since the last time, newest values only. */
export type Changes = Readonly<{
  /** Listed since then. */
  listed: readonly ListedInstrument[]
  quotes: readonly Quote[]
  sessions: readonly (readonly [MarketName, Session])[]
  /** Once a trade date. */
  daily: readonly DailyValues[]
  settlementDays: readonly (readonly [MarketName, readonly CalendarDate[]])[]
  tradingDays: readonly (readonly [MarketName, readonly CalendarDate[]])[]
  /** Splits of the last weeks, those that begin with the session included. */
  splits: readonly (readonly [MarketName, readonly CorporateAction[]])[]
  /** Once a trade date, with the date: every change of a code up to it, oldest first. */
  renames: readonly (readonly [MarketName, CalendarDate, readonly Rename[]])[]
  /** The ex-date up to which splits are booked for every holder; it comes from the books and not from the venue. */
  splitsBooked: readonly (readonly [MarketName, CalendarDate])[]
}>

export const NO_CHANGES: Changes = {
  ...{ listed: [], quotes: [], sessions: [], daily: [], settlementDays: [], tradingDays: [], splits: [], renames: [], splitsBooked: [] },
}

export type DailyValues = Readonly<{
  instrumentId: string
  facts: CompanyFacts | null
  finishedCloses: readonly bigint[]
  /** Date of the last of them; null where there are none. */
  finishedOn: CalendarDate | null
}>

/** A question by name, with its subject. */
export type Question =
  | Readonly<{ about: 'cancel'; orderId: string; accountId: string }>
  | Readonly<{ about: 'reduce'; orderId: string; accountId: string; by: bigint }>
  | Readonly<{ about: 'stops'; standing: readonly TradingHalt[] }>
  | Readonly<{ about: 'closedDays'; closed: readonly ClosedDay[] }>
  | Readonly<{ about: 'newListings'; listings: readonly NewListing[] }>
  | Readonly<{ about: 'rounds'; rounds: readonly DayRound[] }>
  | Readonly<{ about: 'booked'; accountId: string }>
  | Readonly<{ about: 'depth'; instrumentId: string; levels: number }>
  | Readonly<{ about: 'trades'; instrumentId: string; limit: number }>
  | Readonly<{ about: 'bars'; request: BarRequest }>
  | Readonly<{ about: 'meanMid'; instrumentId: string; moment: Instant }>
  | Readonly<{ about: 'calendar'; market: MarketName; from: CalendarDate; to: CalendarDate }>
  | Readonly<{ about: 'corporateActions'; instrumentIds: readonly string[]; from: CalendarDate; to: CalendarDate }>
  | Readonly<{ about: 'commitments'; since: CalendarDate | null }>

export type Change = Extract<Question, { about: 'cancel' | 'reduce' | 'stops' | 'closedDays' | 'newListings' | 'rounds' }>
/** True for questions that concern orders: they are answered when all that happened before is booked. */
export const isChange = (question: Question): question is Change => CHANGES.includes(question.about)
const CHANGES: readonly Question['about'][] = [
  'cancel',
  'reduce',
  'stops',
  'closedDays',
  'newListings',
  'rounds',
] satisfies readonly Change['about'][]

/** The answer to each question. */
export type Answers = {
  cancel: null
  reduce: null
  /** The market's moment from which they stand. */
  stops: Instant
  closedDays: null
  newListings: null
  rounds: null
  booked: null
  depth: Depth | null
  trades: readonly Trade[]
  bars: BarSeries | null
  meanMid: bigint | null
  calendar: readonly CalendarDay[]
  corporateActions: readonly CorporateAction[]
  commitments: readonly DayCommitment[]
}
