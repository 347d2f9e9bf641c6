import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { VenueInput } from '../inputs.ts'
import { stepFrom } from '../matching/steps.ts'
import type { Venue, VenueEvent } from '../venue.ts'

/** A finished day of an instrument as it has to be run again. */
export type DayOfInputs = Readonly<{
  instrument: Pick<Instrument, 'id' | 'market'>
  date: CalendarDate
  /** Its whole chain, in its order. */
  inputs: readonly VenueInput[]
  /** What is executed later is of no interest; left out, the whole day is run. */
  until?: Instant
}>

/** An execution as the engines give it again. `life` counts the venue's starts of that day, from zero. */
export type Rerun = Readonly<{ life: number; at: Instant; orderId: string; price: bigint; quantity: bigint; resting: boolean }>

/**
 * Runs a day of an instrument again (`docs/rules/proof.md` P.42): the same engines with the same prices and the same inputs, which give the
 * same executions. `open` makes a venue of the day's prices that nothing has happened on yet.
 */
export function rerun(
  { instrument, date, inputs: all, until = Number.POSITIVE_INFINITY }: DayOfInputs,
  open: () => Venue,
): readonly Rerun[] {
  const inputs = all.filter(({ at }) => at <= until)
  const executions: Rerun[] = []
  let venue: Venue | null = null
  let life = -1
  const hear = (events: readonly VenueEvent[]): void => {
    for (const event of events) {
      if (event.kind !== 'execution' || event.tradeDate !== date) continue
      const { at, orderId, price, quantity, resting } = event
      executions.push({ life, at, orderId, price, quantity, resting })
    }
  }
  for (const [index, input] of inputs.entries()) {
    if (input.kind === 'begin') {
      const from = inputs[index - 1]?.at ?? input.at
      if (venue !== null) hear(moveOn(venue, { instrument, date }, { from, until: input.at }))
      venue = open()
      life += 1
    }
    if (venue === null) throw new Error(`the inputs of ${instrument.id} on ${date} do not begin with their beginning`)
    hear(put(venue, input, index))
  }
  const from = inputs.at(-1)?.at ?? 0
  if (venue !== null) hear(moveOn(venue, { instrument, date }, { from, until }))
  return executions
}

function put(venue: Venue, input: VenueInput, index: number): readonly VenueEvent[] {
  const { at } = input
  switch (input.kind) {
    case 'begin':
      venue.closeDays(input.closed, at)
      venue.listNew(input.listed)
      return venue.setHalts(input.halts, at)
    case 'restore':
      return venue.restore([input.order], at)
    case 'arrive':
      return venue.submit(input.order, at)
    case 'cancel':
      return venue.cancel(input.orderId, at)
    case 'reduce':
      return venue.reduce(input.orderId, input.by, at)
    case 'grow':
      return venue.grow({ orderId: input.orderId, by: input.by, sequence: index + SEQUENCE_AFTER_KNOWN }, at)
    case 'halts':
      return venue.setHalts(input.halts, at)
    case 'closings':
      return venue.closeDays(input.closed, at)
  }
}

/** An order that the ledger knew comes with one, and each growth of it needs a later number than the one before. */
const SEQUENCE_AFTER_KNOWN = 2

type Span = Readonly<{ from: Instant; until: Instant }>

/** Moves on until a moment, or until another trade date has begun: a venue may have been down for many days. */
function moveOn(
  venue: Venue,
  { instrument: { market }, date }: Pick<DayOfInputs, 'instrument' | 'date'>,
  { from, until }: Span,
): readonly VenueEvent[] {
  const events: VenueEvent[] = []
  let at = from
  for (let session = venue.session(market, at); session.tradeDate === date && at < until; session = venue.session(market, at)) {
    // A session that is told to change and does not would never end.
    at = Math.min(until, stepFrom(Math.max(session.changesAt, at + 1)))
    events.push(...venue.advance(at))
  }
  return events
}
