import type { VenueEvent } from '../venue.ts'

type WithoutSequence<Event> = Event extends unknown ? Omit<Event, 'sequence'> : never

/** Collects what happens during one call of the venue and numbers it; the numbers never repeat. */
export class EventLog {
  #events: VenueEvent[] = []
  #next: number

  constructor(firstSequence: number) {
    this.#next = firstSequence
  }

  /** The number that the next event gets. */
  get next(): number {
    return this.#next
  }

  /** Returns the number the event got. */
  add(event: WithoutSequence<VenueEvent>): number {
    const sequence = this.#next
    this.#next += 1
    this.#events.push({ ...event, sequence })
    return sequence
  }

  /** Hands over what has gathered. */
  take(): readonly VenueEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }
}
