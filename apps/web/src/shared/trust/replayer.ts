import type { ChainEntry } from '@rueda/contract/trust.ts'
import type { ReplayOrder, ReplayReport } from './account-worker.ts'
import { Replay } from './replay.ts'

/** Computes a chain in a worker, or where a browser has none in the page itself. */
export type Replayer = Readonly<{ add: (entries: readonly ChainEntry[]) => Promise<ReplayReport>; end: () => void }>

export function startReplayer(): Replayer {
  try {
    const worker = new Worker(new URL('./account-worker.ts', import.meta.url), { type: 'module' })
    return { add: (entries) => answered(worker, { entries }), end: () => worker.terminate() }
  } catch {
    return inThePage()
  }
}

const answered = (worker: Worker, order: ReplayOrder): Promise<ReplayReport> =>
  new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ReplayReport>) => resolve(data), { once: true })
    worker.addEventListener('error', () => reject(new Error('the worker that checks an account ended')), { once: true })
    worker.postMessage(order)
  })

function inThePage(): Replayer {
  const replay = new Replay()
  return {
    add: (entries) => {
      replay.add(entries)
      const hashes = entries.map(({ sequence }) => replay.headAt(sequence))
      return Promise.resolve({ head: replay.head, wrong: replay.wrong, balances: replay.balances, hashes })
    },
    end: () => undefined,
  }
}
