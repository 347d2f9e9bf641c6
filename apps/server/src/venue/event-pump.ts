import type { VenueEvent } from '@rueda/exchange/venue.ts'
import type { VenueEventListener } from './client.ts'

/**
 * Hands the venue's events over in batches, in order: the next batch only after the one before it is booked.
 * A batch is what gathered meanwhile. After a batch that could not be booked nothing more is handed over,
 * because the venue's memory then differs from the ledger and is rebuilt from it.
 */
const LARGEST_BATCH = 512

export type EventPump = Readonly<{
  add: (events: readonly VenueEvent[]) => void
  /** Resolves when everything added so far has been booked. */
  drained: () => Promise<void>
}>

export function createEventPump(listener: VenueEventListener, onFailure: (error: unknown) => void): EventPump {
  let waiting: VenueEvent[] = []
  let pumping: Promise<void> | null = null

  const pump = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, LARGEST_BATCH)
      waiting = waiting.slice(LARGEST_BATCH)
      await listener(batch)
    }
    pumping = null
  }

  return {
    add: (events) => {
      waiting.push(...events)
      if (pumping !== null) return
      pumping = pump()
      // The failed promise stays in place: nothing is pumped any more, and whoever waits hears of it.
      pumping.catch(onFailure)
    },
    drained: () => pumping ?? Promise.resolve(),
  }
}
