import { type MessagePort, parentPort } from 'node:worker_threads'
import { type VenueRecipe, buildVenue } from '../venue/build-venue.ts'
import { createHost } from '../venue/host.ts'
import type { FromWorker, ToWorker } from '../venue/messages.ts'

/** What `venue/worker.ts` is for one market, for each market that a port of its own comes for. */
parentPort?.on('message', (port: MessagePort) => {
  port.once('message', (recipe: VenueRecipe) => {
    const host = createHost({ ...buildVenue(recipe), post: (message: FromWorker) => port.postMessage(message) })
    port.on('message', (message: ToWorker) => host.hear(message))
  })
})
