import type { VenueEvent } from '@rueda/exchange/venue.ts'

/** An event as later in one sequence: the number of a trade between customers is that of its first event, and moves along. */
export const laterBy = <Event extends VenueEvent>(event: Event, before: number): Event => ({
  ...event,
  sequence: event.sequence + before,
  ...(event.kind === 'execution' && event.match !== null ? { match: { ...event.match, number: event.match.number + before } } : {}),
})
