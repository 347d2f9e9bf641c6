import { addDays } from '@rueda/rules/calendar-date.ts'
import { feesOfOrder } from '@rueda/rules/blocks/fees.ts'
import { type Instrument, marketNames } from '@rueda/rules/instruments/instrument.ts'
import { feesOf, marketTermsOf, settlementOf, tradingWallets } from '@rueda/rules/instruments/terms.ts'
import type { AccountState, Outcome } from '@rueda/rules/ledger/account-state.ts'
import { bookMarginExecution } from '@rueda/rules/margin/book-execution.ts'
import { type MarginInstrument, isOnMargin, markOf } from '@rueda/rules/margin/valuation.ts'
import { type Execution, bookExecution } from '@rueda/rules/orders/book-execution.ts'
import { endOrder, openOrder } from '@rueda/rules/orders/end.ts'
import type { ExitTerms } from '@rueda/rules/orders/exits.ts'
import type { Order } from '@rueda/rules/orders/order.ts'
import { trailOrder, triggerOrder } from '@rueda/rules/orders/trigger.ts'
import { type Refusal, type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { Deciding, FullApp } from '../../app.ts'
import type { VenueEventListener } from '../../venue/client.ts'
import { dollarRateOf } from '../../venue/dollar-rate.ts'
import { laterBy } from '../../venue/numbering.ts'
import type { OrderReport } from '../../venue/proposals.ts'
import { valueDateOf } from '../../venue/value-date.ts'
import { CommandFault } from '../../write-path/batch.ts'
import type { Decision } from '../../write-path/command.ts'
import { commandKind } from '../../write-path/commands.ts'
import { LeadershipOver } from '../../write-path/commit.ts'
import { WritePathClosed } from '../../write-path/write-path.ts'
import { alarmOfGivenUp } from './given-up.ts'
import { referenceNumber } from './numbers.ts'
import { GOOD_TILL_CANCELLED_DAYS } from './terms.ts'
import { ordersWithPositions } from './reads.ts'
import { unlockDate } from './unlock-date.ts'
import { orderKind } from '@rueda/rules/orders/records.ts'

/** Dependencies of booking. */
export type Booking = Pick<FullApp, 'commands' | 'venue' | 'ids' | 'log' | 'pool' | 'wallClock'>
type Reporting = Pick<Deciding, 'venue' | 'ids' | 'fees'>

const FIRST_RETRY_MS = 50
const MAX_RETRY_MS = 2_000

/**
 * Books the venue's events, each customer's in their order and together. An execution is real once this has committed; while the database
 * is away it is tried again, and a repeated event changes nothing. `sequenceBase` keeps sequence numbers growing over the venue's restarts.
 */
export function bookVenueEvents(app: Booking, sequenceBase: number): VenueEventListener {
  return async (events) => {
    const byAccount = new Map<string, OrderReport[]>()
    for (const event of events) {
      if (event.kind === 'session') continue
      const numbered = laterBy(event, sequenceBase)
      const own = byAccount.get(event.accountId)
      if (own === undefined) byAccount.set(event.accountId, [numbered])
      else own.push(numbered)
    }
    await Promise.all([...byAccount.values()].map((own) => bookUntilDone(app, own)))
  }
}

/** Books one account's events: those after an event that fails wait until that one is booked or given up. */
async function bookUntilDone(app: Booking, events: readonly OrderReport[]): Promise<void> {
  let left = events
  for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 2, MAX_RETRY_MS)) {
    const { results, failure } = await app.commands.runTogether(bookingReport, left.map(commandOf))
    for (const [index, result] of results.entries()) await hearRefused(app, left[index], result)
    left = left.slice(results.length)
    const [failed] = left
    if (failure === null || failed === undefined || isOver(failure)) return
    if (failure instanceof CommandFault) {
      // A fault of the event itself would repeat; one event must not hold up everybody's.
      await giveUp(app, failed, failure)
      left = left.slice(1)
      waitMs = FIRST_RETRY_MS
      continue
    }
    const { orderId, kind } = failed
    app.log.error({ err: failure, orderId, kind }, 'a venue event was not booked, trying again')
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/** Cancels at the venue an order whose execution the rules refused: the same commit has already ended it here. */
async function hearRefused(app: Booking, event: OrderReport | undefined, result: Result<Refusal | null>): Promise<void> {
  const refused = result.ok ? result.value : result
  if (event?.kind !== 'execution' || refused === null) return
  await noteGivenUp(app, event, refused.refusal)
}

async function noteGivenUp(app: Booking, { orderId, accountId, kind }: OrderReport, reason: Error | string): Promise<void> {
  const { log, venue } = app
  log.error({ err: reason, orderId, kind }, 'a venue event cannot be booked; its order is ended')
  // Not awaited: the venue answers only after the events that are being booked right now.
  void venue.cancel({ orderId, accountId }).catch(() => undefined)
  const told = { accountId, orderId, kind, reason: typeof reason === 'string' ? reason : causeOf(reason) }
  await alarmOfGivenUp(app, told).catch((error: unknown) => log.error({ err: error, orderId }, 'nobody could be alarmed of it'))
}

const causeOf = ({ cause, message }: Error): string => (cause instanceof Error ? cause.message : message)

/** The next leading server rebuilds the venue's book from the open orders. */
const isOver = (failure: Error): boolean => failure instanceof WritePathClosed || failure instanceof LeadershipOver

/**
 * An execution that cannot be booked never happened, and the venue now has another order than the ledger does. The order is ended on both
 * sides and its hold goes back; one that has ended already stays as it is.
 */
async function giveUp(app: Booking, event: OrderReport, reason: CommandFault): Promise<void> {
  await noteGivenUp(app, event, reason)
  const { orderId, accountId } = event
  const ending = { accountId, idempotency: null, arguments: { orderId } }
  for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 2, MAX_RETRY_MS)) {
    const { failure } = await app.commands.runTogether(endingGivenUp, [ending])
    if (failure === null || isOver(failure)) return
    app.log.error({ err: failure, orderId }, 'the order of an event that was given up could not be ended')
    if (failure instanceof CommandFault) return
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

type Concerned = Readonly<{ orderId: string }>

const givenUp = ({ venue }: Pick<Reporting, 'venue'>, state: AccountState, { orderId }: Concerned, now: Instant): Result<Outcome> =>
  endOrder(state, { orderId, reason: 'SYSTEM', tradeDate: valueDateOf(venue, orderKind.of(state).get(orderId)?.instrumentId) }, now)

export const endingGivenUp = commandKind({
  name: 'orders.endGivenUp',
  reads: ({ orderId }: Concerned) => ({ wallets: tradingWallets, records: ordersWithPositions([orderId]) }),
  decide: (app: Pick<Reporting, 'venue'>, concerned, state, now) => withData(givenUp(app, state, concerned, now), true),
})

/** An execution names its market; for an order that ends only the database knows which wallet paid. */
function walletsOf(event: OrderReport): readonly WalletType[] {
  const market = event.kind === 'execution' ? marketNames.find((name) => event.instrumentId.startsWith(`${name}:`)) : undefined
  const terms = market === undefined ? null : marketTermsOf(market)
  return terms === null ? tradingWallets : [terms.wallet]
}

/** Returns why an execution was refused and its order ended instead; null when it was booked. */
export const bookingReport = commandKind({
  name: 'orders.bookReport',
  reads: (event: OrderReport) => ({ wallets: walletsOf(event), records: ordersWithPositions([event.orderId]) }),
  decide: (app: Reporting, event, state, now): Result<Decision<Refusal | null>> => {
    const booked = bookReport(app, state, event, now)
    if (booked.ok || event.kind !== 'execution') return withData(booked, null)
    const ended = givenUp(app, state, event, now)
    return ended.ok ? withData(ended, booked) : booked
  },
})

const commandOf = (event: OrderReport) => ({ accountId: event.accountId, idempotency: null, arguments: event })

/** Decides what a report of the venue on one order changes in its account. */
export function bookReport(app: Reporting, state: AccountState, event: OrderReport, now: Instant): Result<Outcome> {
  if (event.kind === 'working') return openOrder(state, event, now)
  if (event.kind === 'ended') {
    const { orderId, reason, sequence, at } = event
    const tradeDate = valueDateOf(app.venue, orderKind.of(state).get(orderId)?.instrumentId)
    return endOrder(state, { orderId, reason, tradeDate, sequence, at }, now)
  }
  if (event.kind === 'triggered' || event.kind === 'trailed') return followTrade(app, state, event, now)
  return execute(app, state, event, now)
}

type TradeEvent = Extract<OrderReport, { kind: 'triggered' | 'trailed' }>

/** A trade that a held order waits for or follows. */
function followTrade(app: Reporting, state: AccountState, event: TradeEvent, now: Instant): Result<Outcome> {
  const order = orderKind.of(state).get(event.orderId)
  const instrument = order === undefined ? undefined : app.venue.instruments.get(order.instrumentId)
  if (instrument === undefined) return refuse('object.not_found')
  return (event.kind === 'triggered' ? triggerOrder : trailOrder)(state, event, instrument, now)
}

function execute(app: Reporting, state: AccountState, event: Extract<OrderReport, { kind: 'execution' }>, now: Instant): Result<Outcome> {
  const instrument = app.venue.instruments.get(event.instrumentId)
  if (instrument === undefined) throw new Error(`execution in an instrument that is not traded: ${event.instrumentId}`)
  const order = orderKind.of(state).get(event.orderId)
  if (order === undefined) return refuse('object.not_found')
  if (isOnMargin(instrument)) return bookOnMargin(app, state, { ...event, settlementDate: event.tradeDate }, instrument, now)
  const { days } = settlementOf(instrument, order.settlement)
  const settlementDate = app.venue.settlementDate(instrument.market, event.tradeDate, days)
  const id = app.ids.next()
  const newPosition = { id, number: referenceNumber('P', event.tradeDate, id) }
  const terms = {
    ...{
      fees: feesOfOrder(instrument, order, app.fees.ratesOf(instrument.market, order)),
      market: instrument.market,
      venue: app.venue.label,
      newPosition,
    },
    // Of dollars there is nothing to split.
    dollarRate: instrument.currency === 'USD' ? null : dollarRateOf(app.venue, instrument.currency),
    unlocksOn: order.block === null ? null : unlockDate(app.venue, instrument.market, event.tradeDate, order.block.lockDays),
  }
  return bookExecution(state, { ...event, settlementDate }, { ...terms, ...exitTerms(app, order, instrument, event.tradeDate) }, now)
}

/** Of an order with exits. They stand until they are cancelled: the position they protect does not end with the day. */
function exitTerms(
  app: Reporting,
  { takeProfit, stopLoss }: Pick<Order, 'takeProfit' | 'stopLoss'>,
  instrument: Instrument,
  tradeDate: CalendarDate,
): Readonly<{ exits?: ExitTerms }> {
  if (takeProfit === null && stopLoss === null) return {}
  const numbered = () => {
    const id = app.ids.next()
    return { id, number: referenceNumber('S', tradeDate, id) }
  }
  const goodTillCancelledEnds = addDays(tradeDate, GOOD_TILL_CANCELLED_DAYS)
  return { exits: { instrument, takeProfit: numbered(), stopLoss: numbered(), goodTillCancelledEnds } }
}

function bookOnMargin(
  app: Reporting,
  state: AccountState,
  execution: Execution,
  instrument: MarginInstrument,
  now: Instant,
): Result<Outcome> {
  const rate = dollarRateOf(app.venue, instrument.currency)
  if (rate === null) throw new Error(`no dollar rate for ${instrument.id}`)
  const order = orderKind.of(state).get(execution.orderId)
  if (order === undefined) return refuse('object.not_found')
  const quote = app.venue.quote(instrument.id)
  return bookMarginExecution(
    state,
    execution,
    {
      fees: feesOf(instrument, execution.quantity, app.fees.ratesOf(instrument.market, order)),
      instrument,
      rate,
      venue: app.venue.label,
      mark: quote === null ? execution.price : markOf(instrument, quote),
      positionNumber: referenceNumber('P', execution.tradeDate, order.margin?.positionId ?? ''),
      ...exitTerms(app, order, instrument, execution.tradeDate),
    },
    now,
  )
}

const withData = <Data>(outcome: Result<Outcome>, data: Data): Result<{ outcome: Outcome; data: Data }> =>
  outcome.ok ? ok({ outcome: outcome.value, data }) : outcome
