import type { VenueEvent } from '@rueda/exchange/venue.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { type Instrument, marketNames } from '@rueda/rules/instruments/instrument.ts'
import { feesOf, marketTermsOf, settlementOf, tradingWallets } from '@rueda/rules/instruments/terms.ts'
import type { Books, Outcome } from '@rueda/rules/ledger/books.ts'
import { bookMarginExecution } from '@rueda/rules/margin/book-execution.ts'
import { type MarginInstrument, isOnMargin, markOf } from '@rueda/rules/margin/valuation.ts'
import { type Execution, bookExecution } from '@rueda/rules/orders/book-execution.ts'
import { endOrder, openOrder } from '@rueda/rules/orders/end.ts'
import type { ExitTerms } from '@rueda/rules/orders/exits.ts'
import { trailOrder, triggerOrder } from '@rueda/rules/orders/trigger.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import type { VenueEventListener } from '../../venue/client.ts'
import { dollarRateOf } from '../../venue/dollar-rate.ts'
import { CommandFault } from '../../write-path/batch.ts'
import type { Command } from '../../write-path/command.ts'
import { WritePathClosed } from '../../write-path/write-path.ts'
import { referenceNumber } from './numbers.ts'
import { GOOD_TILL_CANCELLED_DAYS } from './terms.ts'

/** What booking needs of the house. */
type Booking = Pick<App, 'writePath' | 'venue' | 'ids' | 'log'>
type OrderEvent = Exclude<VenueEvent, { kind: 'session' }>

const FIRST_RETRY_MS = 50
const LONGEST_RETRY_MS = 2_000

/**
 * Books what the venue proposes, each customer's events in their order. An execution is real once this has
 * committed; while the database is away it is tried again, and a repeated event changes nothing.
 * `sequenceBase` keeps sequence numbers growing over the venue's restarts.
 */
export function bookVenueEvents(app: Booking, sequenceBase: number): VenueEventListener {
  return async (events) => {
    const byAccount = new Map<string, OrderEvent[]>()
    for (const event of events) {
      if (event.kind === 'session') continue
      const own = byAccount.get(event.accountId)
      if (own === undefined) byAccount.set(event.accountId, [event])
      else own.push(event)
    }
    await Promise.all([...byAccount.values()].map((own) => bookInOrder(app, own, sequenceBase)))
  }
}

async function bookInOrder(app: Booking, events: readonly OrderEvent[], sequenceBase: number): Promise<void> {
  for (const event of events) await bookUntilDone(app, { ...event, sequence: event.sequence + sequenceBase })
}

async function bookUntilDone(app: Booking, event: OrderEvent): Promise<void> {
  for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS)) {
    try {
      const booked = await app.writePath.run(commandFor(app, event))
      if (!booked.ok && event.kind === 'execution') await giveUp(app, event, booked.refusal)
      return
    } catch (error) {
      if (error instanceof WritePathClosed) return
      // What breaks by itself breaks again; one order must not hold up everybody's.
      if (error instanceof CommandFault) return giveUp(app, event, error)
      app.log.error({ err: error, orderId: event.orderId, kind: event.kind }, 'a venue event was not booked, trying again')
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/**
 * An execution that cannot be booked never happened, and the venue now knows another order than the books do. The
 * order is ended on both sides and its hold goes back; one that has ended already stays as it is.
 */
async function giveUp(app: Booking, { orderId, accountId, kind }: OrderEvent, reason: unknown): Promise<void> {
  app.log.error({ err: reason, orderId, kind }, 'a venue event cannot be booked; its order is ended')
  // Not awaited: the venue answers only after the events that are being booked right now.
  void app.venue.cancel(orderId).catch(() => undefined)
  const ending: Command<true> = {
    accountId,
    idempotency: null,
    reads: { wallets: tradingWallets, orders: [orderId] },
    decide: (books, now) => withData(endOrder(books, { orderId, reason: 'SYSTEM', tradeDate: app.venue.session('US').tradeDate }, now)),
  }
  await app.writePath.run(ending).catch((error: unknown) => app.log.error({ err: error, orderId }, 'the order could not be ended either'))
}

/** An execution says its market; of an order that ends only the books know which wallet paid. */
function walletsOf(event: OrderEvent): readonly WalletType[] {
  const market = event.kind === 'execution' ? marketNames.find((name) => event.instrumentId.startsWith(`${name}:`)) : undefined
  const terms = market === undefined ? null : marketTermsOf(market)
  return terms === null ? tradingWallets : [terms.wallet]
}

const commandFor = (app: Booking, event: OrderEvent): Command<true> => ({
  accountId: event.accountId,
  idempotency: null,
  reads: { wallets: walletsOf(event), orders: [event.orderId] },
  decide: (books, now) => withData(decide(app, books, event, now)),
})

function decide(app: Booking, books: Books, event: OrderEvent, now: Instant): Result<Outcome> {
  const { tradeDate } = app.venue.session('US')
  if (event.kind === 'working') return openOrder(books, event, now)
  if (event.kind === 'ended') {
    const { orderId, reason, sequence, at } = event
    return endOrder(books, { orderId, reason, tradeDate, sequence, at }, now)
  }
  if (event.kind === 'triggered' || event.kind === 'trailed') return followTrade(app, books, event, now)
  return execute(app, books, event, now)
}

type TradeEvent = Extract<OrderEvent, { kind: 'triggered' | 'trailed' }>

/** A trade that a held order waits for or follows. */
function followTrade(app: Booking, books: Books, event: TradeEvent, now: Instant): Result<Outcome> {
  const order = books.orders.get(event.orderId)
  const instrument = order === undefined ? undefined : app.venue.instruments.get(order.instrumentId)
  if (instrument === undefined) return refuse('object.not_found')
  return (event.kind === 'triggered' ? triggerOrder : trailOrder)(books, event, instrument, now)
}

function execute(app: Booking, books: Books, event: Extract<OrderEvent, { kind: 'execution' }>, now: Instant): Result<Outcome> {
  const instrument = app.venue.instruments.get(event.instrumentId)
  if (instrument === undefined) throw new Error(`execution in an instrument that is not traded: ${event.instrumentId}`)
  const order = books.orders.get(event.orderId)
  if (order === undefined) return refuse('object.not_found')
  if (isOnMargin(instrument)) return bookOnMargin(app, books, { ...event, settlementDate: event.tradeDate }, instrument, now)
  const { days } = settlementOf(instrument, order.settlement)
  const settlementDate = app.venue.settlementDate(instrument.market, event.tradeDate, days)
  const id = app.ids.next()
  const newPosition = { id, number: referenceNumber('P', event.tradeDate, id) }
  const terms = { fees: feesOf(instrument, order.quantity), market: instrument.market, venue: app.venue.label, newPosition }
  const exits = exitTerms(app, instrument, event.tradeDate)
  return bookExecution(books, { ...event, settlementDate }, { ...terms, exits }, now)
}

/** Exits stand until they are cancelled: what they protect does not end with the day. */
function exitTerms(app: Booking, instrument: Instrument, tradeDate: CalendarDate): ExitTerms {
  const numbered = () => {
    const id = app.ids.next()
    return { id, number: referenceNumber('S', tradeDate, id) }
  }
  const goodTillCancelledEnds = addDays(tradeDate, GOOD_TILL_CANCELLED_DAYS)
  return { instrument, takeProfit: numbered(), stopLoss: numbered(), goodTillCancelledEnds }
}

function bookOnMargin(app: Booking, books: Books, execution: Execution, instrument: MarginInstrument, now: Instant): Result<Outcome> {
  const rate = dollarRateOf(app.venue, instrument.currency)
  if (rate === null) throw new Error(`no dollar rate for ${instrument.id}`)
  const positionId = books.orders.get(execution.orderId)?.margin?.positionId ?? ''
  const quote = app.venue.quote(instrument.id)
  return bookMarginExecution(
    books,
    execution,
    {
      fees: feesOf(instrument, execution.quantity),
      instrument,
      rate,
      venue: app.venue.label,
      mark: quote === null ? execution.price : markOf(instrument, quote),
      positionNumber: referenceNumber('P', execution.tradeDate, positionId),
      exits: exitTerms(app, instrument, execution.tradeDate),
    },
    now,
  )
}

const withData = (outcome: Result<Outcome>): Result<{ outcome: Outcome; data: true }> =>
  outcome.ok ? ok({ outcome: outcome.value, data: true }) : outcome
