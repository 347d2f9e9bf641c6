import { parentPort } from 'node:worker_threads'
import type { VenueRecipe } from './build-venue.ts'
import { hostedMarket } from './hosted-market.ts'

/** Builds the venue of the recipe that comes first, in the worker thread, and passes messages. */
const port = parentPort
if (port === null) throw new Error('worker.ts runs as a worker thread')
port.once('message', (recipe: VenueRecipe) => {
  port.on(
    'message',
    hostedMarket(recipe, (message) => port.postMessage(message)),
  )
})
