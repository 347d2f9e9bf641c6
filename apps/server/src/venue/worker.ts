import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type VenueRecipe, buildVenue } from './build-venue.ts'
import { createHost } from './host.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** Builds the venue of a recipe in the worker thread, and passes messages. */
function start(port: MessagePort, recipe: VenueRecipe): void {
  const built = buildVenue(recipe)
  const host = createHost({ ...built, post: (message: FromWorker) => port.postMessage(message) })
  port.on('message', (message: ToWorker) => host.hear(message))
}

if (parentPort === null) throw new Error('worker.ts runs as a worker thread')
start(parentPort, workerData as VenueRecipe)
