import type { DayRound } from './vrf-days.ts'
import { addDays } from '@rueda/exchange/calendars/civil.ts'
import { dateAt } from '@rueda/exchange/calendars/new-york.ts'
import type { CalendarDay, Quote, Session, Venue, VenueEvent, VenueOrder } from '@rueda/exchange/venue.ts'
import type { CorporateAction, Rename } from '@rueda/rules/corporate/action.ts'
import { type MarketGroup, isInGroup } from '@rueda/rules/instruments/group.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import { type CalendarDate, DAY_MS, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'
import {
  type Answers,
  type Change,
  type Changes,
  type DailyValues,
  type FromWorker,
  type ListedInstrument,
  type OpenSpan,
  type Question,
  type ToWorker,
  isChange,
} from './messages.ts'

/**
 * Keeps a venue for the server: moves it to a given time, publishes changes and events, answers questions. It runs in the
 * worker thread, but knows nothing of threads.
 */
const DAYS_BEHIND = 40
const DAYS_AHEAD = 40
/** As many as the small chart shows. */
const FINISHED_CLOSES = 50
/** Facts of a new day are worked out a few instruments at a time, so that no cycle of the market is late for them. */
const DAILY_VALUES_PER_CYCLE = 4
/** Those of the markets that are shown first are all there two seconds after a start, which does not wait for them. */
const FIRST_VALUES_PER_CYCLE = 40

const ANSWERED_WITHIN_MS = MINUTE_MS
/**
 * An order that was accepted shortly before the last booking, with no report since, may never have reached the market: it is submitted as new, and gets
 * the price of one that arrives, which is never worse than its limit. It is recorded as an arrival, so that a rerun of the day treats it alike.
 */
const mayBeUnanswered = ({ knownTo, acceptedAt }: VenueOrder, bookedUntil: Instant): boolean =>
  knownTo === 0 && bookedUntil - acceptedAt < ANSWERED_WITHIN_MS

export type Host = Readonly<{ hear: (message: ToWorker) => void }>

type HostParts = Readonly<{
  venue: Venue
  /** The instruments that orders reach here; left out, all of them. */
  group?: MarketGroup | undefined
  logo: (instrumentId: string) => string | null
  recordedSessions: readonly OpenSpan[] | null
  scenario: string | null
  beforeOpening: (now: Instant) => void
  workAhead: (now: Instant) => void
  tellRounds: (rounds: readonly DayRound[]) => void
  readableUntil: () => Instant
  post: (message: FromWorker) => void
}>

export function createHost({ venue, group, logo, recordedSessions, scenario, beforeOpening, workAhead, post, ...keys }: HostParts): Host {
  const newlyListed = watchListings(venue, logo)
  const watch = watchChanges(venue, (instrumentId) => isInGroup(instrumentId, group))
  let latest: Instant = Number.MIN_SAFE_INTEGER
  // A machine's clock that was set back must not take the venue back with it.
  // Nor does it go where a day's key is read of which nothing is decided yet.
  const forward = (now: Instant): Instant => (latest = Math.max(latest, Math.min(now, keys.readableUntil() - 1)))

  const tell = (events: readonly VenueEvent[]): void => {
    const inputs = venue.takeInputs()
    if (events.length > 0 || inputs.length > 0) post({ kind: 'events', events, inputs })
  }

  const submit = (orders: readonly VenueOrder[], now: Instant): readonly VenueEvent[] => orders.flatMap((order) => venue.submit(order, now))

  /** Steps that were made up before the orders came do not rest on them. */
  const propose = (id: number, events: readonly VenueEvent[]): void => post({ kind: 'proposed', id, events, inputs: venue.takeInputs() })

  const answer = (id: number, question: Question, now: Instant): void => {
    try {
      post({ kind: 'answer', id, answer: isChange(question) ? change(question, now) : answerOf(venue, question, now) })
    } catch (error) {
      post({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) })
    }
  }

  const change = (question: Change, now: Instant): Instant | null => {
    if (question.about === 'stops') {
      tell(venue.setHalts(question.standing, now))
      return now
    }
    if (question.about === 'closedDays') {
      tell(venue.closeDays(question.closed, now))
      watch.retellDays()
      return null
    }
    if (question.about === 'newListings') {
      venue.listNew(question.listings)
      return null
    }
    if (question.about === 'rounds') {
      keys.tellRounds(question.rounds)
      return null
    }
    const { orderId } = question
    const events = question.about === 'cancel' ? venue.cancel(orderId, now) : venue.reduce(orderId, question.by, now)
    // The canceller books the end of the order; fills before it go out first.
    tell(events.filter((event) => event.kind !== 'ended' || event.orderId !== orderId))
    return null
  }

  const hear = (message: ToWorker): void => {
    if (message.kind === 'mark') return post({ kind: 'marked', id: message.id })
    if (message.kind === 'begin') keys.tellRounds(message.rounds)
    const now = forward(message.now)
    switch (message.kind) {
      case 'begin':
        beforeOpening(now)
        tell(venue.closeDays(message.closed, now))
        venue.listNew(message.listed)
        tell(venue.setHalts(message.halts, now))
        tell(
          venue.restore(
            message.orders.filter((order) => !mayBeUnanswered(order, message.bookedUntil)),
            now,
          ),
        )
        tell(
          submit(
            message.orders.filter((order) => mayBeUnanswered(order, message.bookedUntil)),
            now,
          ),
        )
        tell(venue.advance(now))
        // The first quotes do not wait for facts.
        return post({ kind: 'begun', changes: { listed: newlyListed(), ...watch.changes(now, 0) } })
      case 'advance':
        tell(venue.advance(now))
        post({ kind: 'advanced', changes: { listed: newlyListed(), ...watch.changes(now) } })
        return workAhead(now)
      case 'submit':
        return tell(submit(message.orders, now))
      case 'propose':
        return propose(message.id, submit(message.orders, now))
      case 'grow':
        return tell(message.increases.flatMap((growth) => venue.grow(growth, now)))
      case 'ask':
        return answer(message.id, message.question, now)
    }
  }

  post({ kind: 'loaded', label: venue.label, listed: newlyListed(), recordedSessions, scenario })
  return { hear }
}

/** Publishes each instrument once: at first all of them, later those that have been added. */
function watchListings(venue: Venue, logo: (instrumentId: string) => string | null): () => readonly ListedInstrument[] {
  let told = 0
  return () => {
    const added = venue.instruments.slice(told)
    told += added.length
    return added.map((instrument) => ({ instrument, logo: logo(instrument.id) }))
  }
}

function answerOf(venue: Venue, question: Exclude<Question, Change>, now: Instant): Answers[keyof Answers] {
  switch (question.about) {
    case 'booked':
      return null
    case 'depth':
      return venue.depth(question.instrumentId, question.levels, now)
    case 'trades':
      return venue.trades(question.instrumentId, question.limit, now)
    case 'bars':
      return venue.bars(question.request, now)
    case 'meanMid':
      return venue.meanMid(question.instrumentId, question.moment, now)
    case 'calendar':
      return venue.calendar(question.market, question.from, question.to)
    case 'corporateActions':
      return question.instrumentIds.flatMap((id) => venue.corporateActions(id, question.from, question.to, now))
    case 'commitments':
      return venue.commitments(now, question.since)
  }
}

type Watch = Readonly<{
  /** `mostValues` is how many daily values are worked out with them; left out, a cycle's share. */
  changes: (now: Instant, mostValues?: number) => Omit<Changes, 'listed'>
  /** Publishes trading and settlement days again, because they have changed. */
  retellDays: () => void
}>

/** Remembers the last published values and returns the differences. */
function watchChanges(venue: Venue, isOwn: (instrumentId: string) => boolean): Watch {
  const markets = [...new Set(venue.instruments.map(({ market }) => market))]
  const toldQuotes = new Map<string, Quote>()
  const toldSessions = new Map<MarketName, Session>()
  const waiting = new Set<Instrument>()
  let otherDays = false
  let isStarting = true

  let cycle = 0
  const changedQuotes = (now: Instant): Quote[] => {
    const changed: Quote[] = []
    cycle += 1
    for (const [index, instrument] of venue.instruments.entries()) {
      const { id, market } = instrument
      if (!isOwn(id)) continue
      if (waitsForItsTurn({ market }, index, cycle, venue.instruments.length) && toldQuotes.has(id)) continue
      const quote = venue.quote(id, now)
      if (quote === null || isSameQuote(toldQuotes.get(id), quote)) continue
      // What has its first price in the midst of a day waits for its facts too.
      if (!toldQuotes.has(id)) waiting.add(instrument)
      toldQuotes.set(id, quote)
      changed.push(quote)
    }
    return changed
  }

  const changedSessions = (now: Instant): { market: MarketName; session: Session; newDay: boolean }[] =>
    markets.flatMap((market) => {
      const session = venue.session(market, now)
      const told = toldSessions.get(market)
      if (told !== undefined && isSameSession(told, session)) return []
      toldSessions.set(market, session)
      return [{ market, session, newDay: told?.tradeDate !== session.tradeDate }]
    })

  const mostDailyValues = (): number => {
    const [next] = waiting
    isStarting &&= next !== undefined && isFirstTold(next)
    return isStarting ? FIRST_VALUES_PER_CYCLE : DAILY_VALUES_PER_CYCLE
  }

  const changes: Watch['changes'] = (now, mostValues = mostDailyValues()) => {
    const sessions = changedSessions(now)
    const newDays = sessions.filter(({ newDay }) => newDay).map(({ market }) => market)
    // A new day begins its round anew: instruments that waited for an older day do not come first.
    for (const instrument of instrumentsOf(venue, newDays)) {
      // A contract month that is not listed yet has nothing to publish.
      if (!isOwn(instrument.id) || venue.quote(instrument.id, now) === null) continue
      waiting.delete(instrument)
      waiting.add(instrument)
    }
    const retold = otherDays ? markets : newDays
    otherDays = false
    return {
      quotes: changedQuotes(now),
      sessions: sessions.map(({ market, session }) => [market, session] as const),
      daily: take(waiting, mostValues).map((instrument) => dailyValues(venue, instrument, now)),
      settlementDays: retold.map((market) => [market, daysAround(venue, market, now, ({ settlement }) => settlement)] as const),
      // Known from the books, not to the venue.
      splitsBooked: [],
      splits: sessions.map(({ market, session }) => [market, splitsOf(venue, market, session.tradeDate, now)] as const),
      renames: sessions.flatMap(({ market, session: { tradeDate }, newDay }) =>
        newDay ? [[market, tradeDate, renamesUpTo(venue, market, tradeDate, now)] as const] : [],
      ),
      tradingDays: retold.map((market) => [market, daysAround(venue, market, now, ({ trading }) => trading)] as const),
    }
  }
  const retellDays = (): void => {
    otherDays = true
  }
  return { changes, retellDays }
}

/**
 * Returns true while an instrument waits. A small market is looked at whole in every cycle. In the whole world the
 * instruments of the other markets take turns, each once a second; an order still trades at the price of the moment.
 */
const waitsForItsTurn = (instrument: Pick<Instrument, 'market'>, index: number, cycle: number, count: number): boolean =>
  count > ALL_IN_A_CYCLE && !isFirstTold(instrument) && index % CYCLES_A_ROUND !== cycle % CYCLES_A_ROUND

const ALL_IN_A_CYCLE = 400
export const CYCLES_A_ROUND = 4

function isSameQuote(told: Quote | undefined, quote: Quote): boolean {
  if (told === undefined) return false
  if (told.at !== quote.at || told.last !== quote.last || told.volume !== quote.volume) return false
  if (told.bid !== quote.bid || told.ask !== quote.ask) return false
  if (told.bidQuantity !== quote.bidQuantity || told.askQuantity !== quote.askQuantity) return false
  if (told.extended?.session !== quote.extended?.session || told.extended?.close !== quote.extended?.close) return false
  if (told.closeOnly !== quote.closeOnly || told.breakerLevel !== quote.breakerLevel) return false
  return told.phase === quote.phase && told.tradeDate === quote.tradeDate && told.previousClose === quote.previousClose
}

const isSameSession = (told: Session, session: Session): boolean =>
  told.phase === session.phase &&
  told.tradeDate === session.tradeDate &&
  told.opensAt === session.opensAt &&
  told.changesAt === session.changesAt &&
  told.matching === session.matching

function dailyValues(venue: Venue, { id, market }: Instrument, now: Instant): DailyValues {
  const series = venue.bars(
    { instrumentId: id, interval: 'day', until: now, limit: FINISHED_CLOSES + 1, hours: 'regular', adjust: 'split' },
    now,
  )
  const running = venue.session(market, now)
  // The running day's bar is left out: its close is the quote's last price, which moves.
  const finished = (series?.bars ?? []).filter((bar) => !bar.partial && (bar.at < running.opensAt || now >= running.closesAt))
  const last = finished.at(-1)
  return {
    instrumentId: id,
    facts: venue.facts(id, now),
    finishedCloses: finished.slice(-FINISHED_CLOSES).map((bar) => bar.close),
    finishedOn: last === undefined ? null : dateAt(last.at),
  }
}

function daysAround(venue: Venue, market: MarketName, now: Instant, belongs: (day: CalendarDay) => boolean): CalendarDate[] {
  const days = venue.calendar(market, dateOf(now - DAYS_BEHIND * DAY_MS), dateOf(now + DAYS_AHEAD * DAY_MS))
  return days.filter(belongs).map(({ date }) => date)
}

function splitsOf(venue: Venue, market: MarketName, tradeDate: CalendarDate, now: Instant): CorporateAction[] {
  const actions = instrumentsOf(venue, [market]).flatMap(({ id }) =>
    venue.corporateActions(id, addDays(tradeDate, -DAYS_BEHIND), tradeDate, now),
  )
  return actions.filter(({ kind }) => kind === 'split')
}

/** No code has changed before. */
const CODES_SINCE: CalendarDate = '2026-01-01'

/** All of them, however long ago: a code is what its last change has made it. */
function renamesUpTo(venue: Venue, market: MarketName, tradeDate: CalendarDate, now: Instant): Rename[] {
  const actions = instrumentsOf(venue, [market]).flatMap(({ id }) => venue.corporateActions(id, CODES_SINCE, tradeDate, now))
  return actions.filter((action): action is Rename => action.kind === 'rename')
}

const DATE_LENGTH = 10
const dateOf = (at: Instant): CalendarDate => new Date(at).toISOString().slice(0, DATE_LENGTH)

/** True in the markets whose facts come first; those of the others come in the cycles after them. */
const isFirstTold = ({ market }: Pick<Instrument, 'market'>): boolean => marketFacts[market].isShownFirst

const instrumentsOf = (venue: Venue, markets: readonly MarketName[]): Instrument[] =>
  venue.instruments.filter(({ market }) => markets.includes(market)).toSorted((a, b) => rank(a) - rank(b))

const rank = (instrument: Instrument): number => (isFirstTold(instrument) ? 0 : 1)

function take<Value>(from: Set<Value>, most: number): Value[] {
  const taken: Value[] = []
  for (const value of from) {
    if (taken.length >= most) break
    taken.push(value)
    from.delete(value)
  }
  return taken
}
