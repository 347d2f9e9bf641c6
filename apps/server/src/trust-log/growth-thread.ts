import { parentPort, workerData } from 'node:worker_threads'
import { type GrowthRequest, growBy, headsOf } from './growth.ts'
import { openLogFiles } from './log-files.ts'
import { openStore } from '../storage/open-store.ts'

/** The thread that works out a checkpoint of many accounts, once: a second of hashing that orders must not wait for. */
const { addition, place, folder, ...packed } = workerData as GrowthRequest
parentPort?.postMessage(await growBy({ ...addition, heads: headsOf(packed) }, openLogFiles(openStore(place), folder)))
