import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { VenueInput } from '../inputs.ts'
import type { Venue, VenueEvent } from '../venue.ts'

/** A finished day of an instrument as it has to be run again. */
export type DayOfInputs = Readonly<{
  instrument: Pick<Instrument, 'id' | 'market'>
  date: CalendarDate
  /** Its whole chain, in its order. */
  inputs: readonly VenueInput[]
}>

/** An execution as the engines give it again. `life` counts the venue's starts of that day, from zero. */
export type Rerun = Readonly<{ life: number; at: Instant; orderId: string; price: bigint; quantity: bigint; resting: boolean }>

/**
 * Runs a day of an instrument again (`docs/rules/proof.md` P.42): the same engines with the same prices and the same inputs, which give the
 * same executions. `open` makes a venue of the day's prices that nothing has happened on yet.
 */
export function rerun({ instrument, date, inputs }: DayOfInputs, open: () => Venue): readonly Rerun[] {
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
  for (const input of inputs) {
    if (input.kind === 'begin') {
      if (venue !== null) hear(venue.advance(input.at))
      venue = open()
      life += 1
    }
    if (venue === null) throw new Error(`the inputs of ${instrument.id} on ${date} do not begin with their beginning`)
    hear(put(venue, input))
  }
  if (venue !== null) hear(finish(venue, instrument, date, inputs.at(-1)?.at ?? 0))
  return executions
}

function put(venue: Venue, input: VenueInput): readonly VenueEvent[] {
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
      return venue.grow({ orderId: input.orderId, by: input.by, sequence: Number.MAX_SAFE_INTEGER }, at)
    case 'halts':
      return venue.setHalts(input.halts, at)
    case 'closings':
      return venue.closeDays(input.closed, at)
  }
}

/** Moves on until another trade date has begun. */
function finish(venue: Venue, { market }: DayOfInputs['instrument'], date: CalendarDate, from: Instant): readonly VenueEvent[] {
  const events: VenueEvent[] = []
  let at = from
  for (let session = venue.session(market, at); session.tradeDate === date; session = venue.session(market, at)) {
    // A session that is told to change and does not would never end.
    at = Math.max(session.changesAt, at + 1)
    events.push(...venue.advance(at))
  }
  return events
}
