import { parentPort } from 'node:worker_threads'
import { type VenueRecipe, buildVenue } from './build-venue.ts'
import { createHost } from './host.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** Builds the venue of the recipe that comes first, in the worker thread, and passes messages. */
const port = parentPort
if (port === null) throw new Error('worker.ts runs as a worker thread')
port.once('message', (recipe: VenueRecipe) => {
  const host = createHost({ ...buildVenue(recipe), post: (message: FromWorker) => port.postMessage(message) })
  port.on('message', (message: ToWorker) => host.hear(message))
})
