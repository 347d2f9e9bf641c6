import type { ShownDay } from './judge-day.ts'

export type DrawOrder = Readonly<{
  date: string
  instrumentId: string
  alwaysOpen: boolean
  scenario: string | null
  /** Of all markets, back to the beginning of the history. */
  days: readonly ShownDay[]
  /** The key of days that this device has seen in the log, in hex. */
  publicKey: string
}>
export type DrawReport =
  | Readonly<{ kind: 'drawn'; from: number; until: number; bars: readonly DrawnBar[]; proven: number }>
  | Readonly<{ kind: 'unproven' | 'unknownModel'; market: string; date: string }>
/** A minute as the outside market had it, in units of 10^-8. */
export type DrawnBar = Readonly<{ at: number; open: bigint; high: bigint; low: bigint; close: bigint; volume: bigint }>

/** Draws in a worker of its own, which ends with its answer: it is years of a market that it works out. */
export async function drawDay(order: DrawOrder): Promise<DrawReport> {
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<DrawReport>) => resolve(data), { once: true })
      worker.addEventListener('error', () => reject(new Error('the worker that draws a day ended')), { once: true })
      worker.postMessage(order)
    })
  } finally {
    worker.terminate()
  }
}
