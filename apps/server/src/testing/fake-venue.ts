import { STEP_MS } from '@rueda/exchange/matching/steps.ts'
import { createSimVenue } from '@rueda/exchange/sim-venue.ts'
import { HWTS, LPAM } from '@rueda/rules/testing/markets.ts'
import { EURUSD, SCL, SES, USDJPY } from '@rueda/rules/testing/margin.ts'
import { INSTRUMENT, StillMarket } from '@rueda/exchange/testing/still-market.ts'
import type { BarRequest, CalendarDay, Depth, Quote, VenueEvent, VenueOrder } from '@rueda/exchange/venue.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { Side } from '@rueda/rules/side.ts'
import { type CalendarDate, DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { Clock } from '../deps.ts'
import type { VenueClient, VenueEventListener } from '../venue/client.ts'
import { createEventPump } from '../venue/event-pump.ts'
import { NO_INPUTS } from '../venue/input-chains.ts'
import type { SupervisorParts } from '../venue/supervisor.ts'
import { createHost } from '../venue/host.ts'
import { bookedBefore } from '../venue/booked-before.ts'
import type { FromWorker, Question } from '../venue/messages.ts'
import { laterBy } from '../venue/numbering.ts'
import { midOf } from '../venue/mid-rates.ts'
import { type Proposal, Proposals } from '../venue/proposals.ts'
import { type WorkerLink, createRemoteClient } from '../venue/remote-client.ts'
import type { RunningVenue } from '../venue/start.ts'

/**
 * The venue's real engine, host and client in this thread, on a market that stands still: a share at 182.36 × 182.37,
 * an index nobody can order, a share in Buenos Aires and one in Taipei, and what is traded on margin; every day settles.
 */
export const SHARE = INSTRUMENT
export const INDEX: Instrument = {
  ...INSTRUMENT,
  id: 'IDX:TEST500',
  code: 'TEST500',
  name: 'Test 500',
  market: 'IDX',
  exchange: 'IDX',
  quoteOnly: true,
}
const DEEP = scaled('10000')
const TRADE_DATE = '2026-11-18'
/** One session that the tests' clock never leaves. */
const ONE_LONG_DAY = {
  from: 0,
  phase: 'OPEN',
  tradeDate: TRADE_DATE,
  matching: true,
  opensAt: 0,
  closesAt: Number.MAX_SAFE_INTEGER,
} as const

export class FakeVenue extends StillMarket {
  /** The moment that its engines have moved to, which cycles of a clock that stands still bring ahead of it: no print is behind it. */
  moved: Instant = 0

  override print(at: Instant, side: Side, price: string, quantity: number): void {
    super.print(Math.max(at, this.moved + 1), side, price, quantity)
  }

  override readonly instruments: [Instrument, ...Instrument[]] = [SHARE, INDEX, LPAM, HWTS, SES, SCL, EURUSD, USDJPY]
  /** Bid and ask of everything but the share; the last trade was at the bid. */
  readonly otherPrices: Record<string, readonly [bid: string, ask: string]> = {
    [LPAM.id]: ['7445', '7450'],
    [HWTS.id]: ['611', '612'],
    [SES.id]: ['5010.00', '5010.25'],
    [SCL.id]: ['71.20', '71.21'],
    [EURUSD.id]: ['1.08446', '1.08450'],
    [USDJPY.id]: ['151.196', '151.200'],
  }
  /** False for a market that reports what it has executed only after the acceptance was committed. */
  answersAtOnce = true
  /** Close of the day before, where it differs from the last price. */
  readonly closedAt: Record<string, string> = {}
  override quote(instrumentId: string, now: Instant): Quote {
    const closed = this.closedAt[instrumentId]
    const still = super.quote(instrumentId, now)
    const quote = closed === undefined ? still : { ...still, previousClose: scaled(closed) }
    const prices = this.otherPrices[instrumentId]
    if (prices === undefined) return quote
    const [bid, ask] = [scaled(prices[0]), scaled(prices[1])]
    const previousClose = closed === undefined ? bid : quote.previousClose
    return { ...quote, last: bid, open: bid, high: ask, low: bid, previousClose, bid, ask, bidQuantity: DEEP, askQuantity: DEEP }
  }
  override depth(instrumentId: string, levels: number): Depth {
    const prices = this.otherPrices[instrumentId]
    if (prices === undefined) return super.depth(instrumentId, levels)
    return { bids: [{ price: scaled(prices[0]), quantity: DEEP }], asks: [{ price: scaled(prices[1]), quantity: DEEP }] }
  }
  override bars(request: BarRequest, now: Instant) {
    const series = super.bars(request, now)
    const prices = this.otherPrices[request.instrumentId]
    if (prices === undefined) return series
    const mid = (scaled(prices[0]) + scaled(prices[1])) / 2n
    return { ...series, previousClose: mid, bars: series.bars.map((bar) => ({ ...bar, open: mid, high: mid, low: mid, close: mid })) }
  }
  /** Prices of a dollar by currency, and the moment of their last quote; null for just now. */
  dollarIn: Partial<Record<string, string>> = { ARS: '1486.50', TWD: '31.85' }
  ratesHeardAt: Instant | null = null
  override sessions: StillMarket['sessions'] = [ONE_LONG_DAY]
  override calendar = (_market?: unknown, from: CalendarDate = TRADE_DATE, to: CalendarDate = TRADE_DATE) => daysBetween(from, to) as []
}

type Parts = Readonly<{
  market?: FakeVenue
  inputs?: SupervisorParts['inputs']
  clock: Clock
  onEvents: VenueEventListener
  onFailure: (error: unknown) => void
  /** For a test whose market restarts. */
  openOrders?: () => Promise<readonly VenueOrder[]>
}>

export function startFakeVenue({
  market = new FakeVenue(),
  inputs = NO_INPUTS,
  clock,
  onEvents,
  onFailure,
  openOrders,
}: Parts): RunningVenue {
  const pump = createEventPump(onEvents, onFailure)
  const proposals = new Proposals({
    release: (reports) => pump.add(reports),
    isBooking: (accountId) => pump.isBooking(accountId),
    onFailed: onFailure,
  })
  const told: FromWorker[] = []
  const newHost = () =>
    createHost({
      venue: createSimVenue(market),
      logo: () => '<svg xmlns="http://www.w3.org/2000/svg"/>',
      recordedSessions: null,
      scenario: null,
      beforeOpening: () => undefined,
      workAhead: () => undefined,
      tellRounds: () => undefined,
      readableUntil: () => Number.POSITIVE_INFINITY,
      post: (message) => void told.push(message),
    })
  let host = newHost()
  /** Each life counts its events from one. */
  let [sequencesBefore, lastSequence] = [0, 0]
  const [loaded] = told.splice(0)
  if (loaded?.kind !== 'loaded') throw new Error('the venue did not load')

  const counted = (event: VenueEvent): VenueEvent => {
    lastSequence = sequencesBefore + event.sequence
    return laterBy(event, sequencesBefore)
  }
  const say = (message: Parameters<typeof host.hear>[0]): unknown => {
    host.hear(message)
    let answer: unknown = null
    for (const said of told.splice(0)) {
      if (said.kind === 'events') {
        inputs.hear(said.inputs)
        proposals.hear(said.events.map(counted))
      }
      if (said.kind === 'proposed') answer = proposals.open(said.events.map(counted), inputs.hearProposed(said.inputs))
      if (said.kind === 'begun' || said.kind === 'advanced') {
        const asked = { market: clock.now(), machine: clock.now() }
        proposals.afterwards(() => apply(said.changes, asked))
      }
      if (said.kind === 'answer') answer = said.answer
      if (said.kind === 'failed') throw new Error(said.reason)
    }
    return answer
  }
  let step = clock.now()
  const link: WorkerLink = {
    life: async () => 1,
    submit: (orders) => void say({ kind: 'submit', orders, now: clock.now() }),
    grow: (increases) => void say({ kind: 'grow', increases, now: clock.now() }),
    ask: async (question: Question) => {
      const answer = say({ kind: 'ask', id: 0, question, now: clock.now() })
      await bookedBefore(question, { proposals, pump })
      return answer as never
    },
  }
  const { client, market: followed, apply } = createRemoteClient(loaded, { link, clock, machine: clock })
  const begin = (orders: readonly VenueOrder[]) =>
    say({ kind: 'begin', orders, halts: [], closed: [], listed: [], rounds: [], bookedUntil: clock.now(), now: clock.now() })
  begin([])

  return {
    decideRounds: () => Promise.resolve(),
    restart: () => {
      void pump.drained().then(async () => {
        const orders = (await openOrders?.()) ?? []
        host = newHost()
        told.splice(0)
        sequencesBefore = lastSequence
        begin(orders)
      }, onFailure)
    },
    client: { ...client, fxMid: stillRates(market, clock) },
    market: followed,
    clock,
    propose: async (orders) => (market.answersAtOnce ? (say({ kind: 'propose', id: 0, orders, now: clock.now() }) as Proposal) : null),
    cycle: async () => {
      // The tests' clock may stand still while they change the market: a cycle is a step all the same.
      step = Math.max(clock.now(), step + STEP_MS)
      market.moved = step
      say({ kind: 'advance', now: step })
      await proposals.settled()
      await pump.drained()
    },
    stop: async () => {
      await proposals.settled()
      await pump.drained()
    },
  }
}

/** Pairs without instruments of their own: nobody trades them here. */
const stillRates =
  (market: FakeVenue, clock: Clock): VenueClient['fxMid'] =>
  (pair) =>
    midOf(
      pair,
      (id) => {
        const rate = market.dollarIn[id.replace(/^FX:USD/u, '')]
        return rate === undefined
          ? null
          : {
              ...market.quote(id, clock.now()),
              bid: 0n,
              ask: 0n,
              last: scaled(rate),
              previousClose: scaled(rate),
            }
      },
      () => market.ratesHeardAt ?? clock.now(),
    )

function daysBetween(from: CalendarDate, to: CalendarDate): CalendarDay[] {
  const first = Date.parse(from)
  const count = Math.max(0, Math.round((Date.parse(to) - first) / DAY_MS) + 1)
  return Array.from({ length: count }, (_, index) => ({
    date: new Date(first + index * DAY_MS).toISOString().slice(0, TRADE_DATE.length),
    trading: true,
    settlement: true,
    halfDay: false,
    sessions: [],
    holidayName: null,
    projected: false,
  }))
}
