import type { ChainEntry } from '@rueda/contract/trust.ts'
import type { ReplayOrder } from './account-worker.ts'
import { Replay, type ReplayReport } from './replay.ts'

/** Computes a chain in a worker, or where a browser has none in the page itself. */
export type Replayer = Readonly<{ add: (entries: readonly ChainEntry[]) => Promise<ReplayReport>; end: () => void }>

export function startReplayer(commitment: string): Replayer {
  try {
    const worker = new Worker(new URL('./account-worker.ts', import.meta.url), { type: 'module' })
    return { add: (entries) => answered(worker, { commitment, entries }), end: () => worker.terminate() }
  } catch {
    return inThePage(commitment)
  }
}

const answered = (worker: Worker, order: ReplayOrder): Promise<ReplayReport> =>
  new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ReplayReport>) => resolve(data), { once: true })
    worker.addEventListener('error', () => reject(new Error('the worker that checks an account ended')), { once: true })
    worker.postMessage(order)
  })

function inThePage(commitment: string): Replayer {
  const replay = new Replay(commitment)
  return {
    add: (entries) => {
      replay.add(entries)
      return Promise.resolve(replay.report(entries))
    },
    end: () => undefined,
  }
}
