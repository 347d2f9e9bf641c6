import type { OwnExecution } from '@rueda/exchange/reruns/own-order.ts'
import type { IndexPart } from '@rueda/exchange/prices/index-days.ts'
import type { WorldOfDays } from '@rueda/exchange/reruns/venues-of-days.ts'
import type { LogEntry } from '@rueda/proof/entries.ts'
import type { ShownDay } from '../trust/judge-day.ts'

/** What the worker that runs a day again is asked, and what it answers. It keeps the tape that it was given. */
export type RunnerOrder = HoursOrder | TapeOrder | ProveOrder | PartOrder | RerunOrder

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

export type ProveOrder = Readonly<{
  kind: 'prove'
  alwaysOpen: boolean
  days: readonly ShownDay[]
  publicKey: string
  /** Names of days that this device has proven under it. */
  proven: readonly string[]
}>
type NotProven = Readonly<{ kind: 'unproven' | 'unknownModel'; market: string; date: string }>
export type ProveReport = Readonly<{ kind: 'proven'; newly: readonly string[]; world: PartOfWorld }> | NotProven
export type ProveProgress = Readonly<{ kind: 'progress'; done: number; of: number }>

/** What the index that halts the whole market is worked out from. */
export type PartOfWorld = Omit<WorldOfDays, 'sha256' | 'mostListed'>
/** Works out a part of that index; whoever proved the days has them already. */
export type PartOrder = Readonly<{ kind: 'part'; world: PartOfWorld | null; part: IndexPart }>
export type PartReport = Readonly<{ kind: 'part'; values: Float64Array }>

export type RerunOrder = Readonly<{
  kind: 'rerun'
  scenario: string | null
  /** The index from all its parts, in their order. */
  parts: readonly Float64Array[]
  /** The order is over then; null where it may execute until the end of the day. */
  until: number | null
}>
export type RerunReport = Readonly<{ kind: 'rerun'; executions: readonly OwnExecution[] }>

/** What is asked of them all together. */
export type DayOrder = Omit<ProveOrder, 'kind'> & Pick<RerunOrder, 'scenario' | 'until'>
export type DayReport = (RerunReport & Readonly<{ newlyProven: readonly string[] }>) | NotProven

export type Runner = Readonly<{
  hours: (order: Omit<HoursOrder, 'kind'>) => Promise<HoursReport>
  tape: (order: Omit<TapeOrder, 'kind'>) => Promise<TapeReport>
  rerun: (order: DayOrder, tell: (done: number, of: number) => void) => Promise<DayReport>
  end: () => void
}>

/** More threads than these have each too little to do for the time that it takes to begin. */
const MAX_THREADS = 4
/** What a browser that does not say is taken to have. */
const CORES_UNSAID = 2

/** Starts the worker that runs days again; whoever does ends it. Those that help it are there only while a day is run. */
export function startRunner(): Runner {
  const runner = startThread()
  return {
    hours: (order) => runner.ask({ kind: 'hours', ...order }),
    tape: (order) => runner.ask({ kind: 'tape', ...order }),
    rerun: async ({ scenario, until, ...toProve }, tell) => {
      const helpers = startHelpers()
      try {
        const proof = await runner.ask<ProveReport>({ kind: 'prove', ...toProve }, tell)
        if (proof.kind !== 'proven') return proof
        const parts = await partsOf(proof.world, runner, helpers)
        const report = await runner.ask<RerunReport>({ kind: 'rerun', scenario, until, parts })
        return { ...report, newlyProven: proof.newly }
      } finally {
        for (const { end } of helpers) end()
      }
    },
    end: runner.end,
  }
}

/** Fewer where the browser refuses one. */
function startHelpers(): readonly Thread[] {
  const helpers: Thread[] = []
  try {
    while (helpers.length < Math.min(MAX_THREADS, navigator.hardwareConcurrency ?? CORES_UNSAID) - 1) helpers.push(startThread())
  } catch {
    // The runner does alone what nobody helps it with.
  }
  return helpers
}

/** Every part of the index. What a helper does not give, for whatever reason, the runner works out itself once it has its own. */
async function partsOf(world: PartOfWorld, runner: Thread, helpers: readonly Thread[]): Promise<readonly Float64Array[]> {
  const of = helpers.length + 1
  const own = (part: number): Promise<PartReport> => runner.ask<PartReport>({ kind: 'part', world: null, part: { part, of } })
  const asked = helpers.map(({ ask }, at) => ask<PartReport>({ kind: 'part', world, part: { part: at + 1, of } }).catch(() => null))
  const parts = [(await own(0)).values]
  for (const [at, answer] of asked.entries()) {
    const helped = await Promise.race([answer, later(HELPER_LATE_MS)])
    parts.push((helped ?? (await own(at + 1))).values)
  }
  return parts
}

/** A helper has the same to do as the runner, which is done by then. */
const HELPER_LATE_MS = 4_000
const later = (ms: number): Promise<null> => new Promise((resolve) => setTimeout(resolve, ms, null))

type Thread = Readonly<{
  ask: <Report>(order: RunnerOrder, tell?: (done: number, of: number) => void) => Promise<Report>
  end: () => void
}>

function startThread(): Thread {
  const worker = new Worker(new URL('./execution-worker.ts', import.meta.url), { type: 'module' })
  // Heard from the first moment on: one whose script does not load says so once, before anything is asked of it.
  const failed = new Promise<never>((_, reject) => {
    for (const kind of ['error', 'messageerror'])
      worker.addEventListener(kind, () => reject(new Error('the worker that runs a day again ended')), { once: true })
  })
  failed.catch(() => undefined)
  return {
    ask: <Report>(order: RunnerOrder, tell?: (done: number, of: number) => void) =>
      new Promise<Report>((resolve, reject) => {
        failed.catch(reject)
        const hear = ({ data }: MessageEvent<(Report & Readonly<{ kind: unknown }>) | ProveProgress>): void => {
          if (isProgress(data)) return tell?.(data.done, data.of)
          worker.removeEventListener('message', hear)
          resolve(data)
        }
        worker.addEventListener('message', hear)
        worker.postMessage(order)
      }),
    end: () => worker.terminate(),
  }
}

const isProgress = (data: Readonly<{ kind: unknown }>): data is ProveProgress => data.kind === 'progress'
