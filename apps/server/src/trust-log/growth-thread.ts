import { parentPort, workerData } from 'node:worker_threads'
import { type GrowthRequest, growBy, headsOf } from './growth.ts'
import { openLogFiles } from './log-files.ts'

/** The thread that works out a checkpoint of many accounts, once: a second of hashing that orders must not wait for. */
const { addition, folder, ...packed } = workerData as GrowthRequest
parentPort?.postMessage(await growBy({ ...addition, heads: headsOf(packed) }, openLogFiles(folder)))
