import { type MessagePort, parentPort } from 'node:worker_threads'
import type { VenueRecipe } from '../venue/build-venue.ts'
import { hostedMarket } from '../venue/hosted-market.ts'

/** What `venue/worker.ts` is for one market, for each market that a port of its own comes for. */
parentPort?.on('message', (port: MessagePort) => {
  port.once('message', (recipe: VenueRecipe) => {
    port.on(
      'message',
      hostedMarket(recipe, (message) => port.postMessage(message)),
    )
  })
})
