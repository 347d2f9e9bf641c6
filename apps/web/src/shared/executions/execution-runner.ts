import type { OwnExecution } from '@rueda/exchange/reruns/own-order.ts'
import type { LogEntry } from '@rueda/proof/entries.ts'
import type { ShownDay } from '../trust/judge-day.ts'

/** What the worker that runs a day again is asked, and what it answers. It keeps the tape that it was given. */
export type RunnerOrder = HoursOrder | TapeOrder | RerunOrder

export type HoursOrder = Readonly<{ kind: 'hours'; market: string; alwaysOpen: boolean; date: string; placedAt: number }>
export type HoursReport = Readonly<{
  kind: 'hours'
  /** When the market's day is over. */
  endsAt: number
  /** The order was placed within that day, and not in its first or last moments. */
  isPlacedWithin: boolean
}>

export type TapeOrder = Readonly<{
  kind: 'tape'
  tape: unknown
  logged: LogEntry
  /** The account's key, in hex. */
  key: string
  orderId: string
  /** The place that the order's receipt names; null where the device holds none. */
  place: Readonly<{ number: number; previous: string }> | null
}>
export type TapeReport =
  | Readonly<{ kind: 'unreadable' }>
  | Readonly<{
      kind: 'tape'
      /** How it is not the tape that the log says. */
      fault: 'day' | 'chain' | 'executions' | null
      /** Hashes of what was shown; null where there are too many to keep as evidence. */
      inputs: readonly string[] | null
      executions: readonly string[] | null
      /** The order's name in it, and whether its owner has an order of that name there. */
      order: string
      isThere: boolean
      /** No record of it is a hash alone. */
      isWhole: boolean
      taped: readonly OwnExecution[]
      cancelledAt: number | null
      isPlaced: boolean | null
    }>

export type RerunOrder = Readonly<{
  kind: 'rerun'
  alwaysOpen: boolean
  scenario: string | null
  days: readonly ShownDay[]
  publicKey: string
  /** Names of days that this device has proven under it. */
  proven: readonly string[]
  /** The order is over then; null where it may execute until the end of the day. */
  until: number | null
}>
export type RerunReport =
  | Readonly<{ kind: 'rerun'; executions: readonly OwnExecution[]; newlyProven: readonly string[] }>
  | Readonly<{ kind: 'unproven' | 'unknownModel'; market: string; date: string }>
export type RerunProgress = Readonly<{ kind: 'progress'; done: number; of: number }>

export type Runner = Readonly<{
  hours: (order: Omit<HoursOrder, 'kind'>) => Promise<HoursReport>
  tape: (order: Omit<TapeOrder, 'kind'>) => Promise<TapeReport>
  rerun: (order: Omit<RerunOrder, 'kind'>, tell: (done: number, of: number) => void) => Promise<RerunReport>
  end: () => void
}>

/** Starts the worker; whoever does ends it. */
export function startRunner(): Runner {
  const worker = new Worker(new URL('./execution-worker.ts', import.meta.url), { type: 'module' })
  const ask = <Report>(order: RunnerOrder, tell?: (done: number, of: number) => void): Promise<Report> =>
    new Promise((resolve, reject) => {
      const hear = ({ data }: MessageEvent<(Report & Readonly<{ kind: unknown }>) | RerunProgress>): void => {
        if (isProgress(data)) return tell?.(data.done, data.of)
        worker.removeEventListener('message', hear)
        resolve(data)
      }
      worker.addEventListener('message', hear)
      worker.addEventListener('error', () => reject(new Error('the worker that runs a day again ended')), { once: true })
      worker.postMessage(order)
    })
  return {
    hours: (order) => ask({ kind: 'hours', ...order }),
    tape: (order) => ask({ kind: 'tape', ...order }),
    rerun: (order, tell) => ask({ kind: 'rerun', ...order }, tell),
    end: () => worker.terminate(),
  }
}

const isProgress = (data: Readonly<{ kind: unknown }>): data is RerunProgress => data.kind === 'progress'
