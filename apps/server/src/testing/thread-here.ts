import { EventEmitter } from 'node:events'
import type { Venue } from '@rueda/exchange/venue.ts'
import type { VenueRecipe } from '../venue/build-venue.ts'
import { createHost } from '../venue/host.ts'
import type { Renew } from '../venue/hosted-market.ts'
import type { FromWorker, ToWorker } from '../venue/messages.ts'
import type { MarketThread } from '../venue/venue-thread.ts'

/** A market's thread within this one: it runs a venue that is given, for the group of the recipe, and answers a moment later. */
export function threadHere(venue: () => Venue): MarketThread {
  const events = new EventEmitter()
  let host: ReturnType<typeof createHost> | null = null
  const hear = (message: unknown): void => {
    const { kind } = message as Partial<ToWorker | Renew>
    if (host !== null && kind !== 'renew') return host.hear(message as ToWorker)
    // A recipe, or the word to begin again: either says of which group.
    const { group } = message as VenueRecipe | Renew
    host = createHost({
      ...{ venue: venue(), group, logo: () => null, recordedSessions: null, scenario: null },
      ...{ beforeOpening: () => undefined, workAhead: () => undefined, tellRounds: () => undefined },
      readableUntil: () => Number.POSITIVE_INFINITY,
      post: (said: FromWorker) => void setImmediate(() => events.emit('message', structuredClone(said))),
    })
  }
  return {
    on: (name, listener) => events.on(name, listener),
    postMessage: (message) => void setImmediate(() => hear(structuredClone(message))),
    terminate: async () => {
      events.removeAllListeners()
      return 0
    },
  }
}
