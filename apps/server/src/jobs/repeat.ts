import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Logger } from 'pino'

/** So long a stop waits for work under way. A kill may cut any work off, and the next look begins it anew: a long one holds up no stop. */
export const MAX_STOP_WAIT_MS = 3 * SECOND_MS

/** Work that is repeated at an interval. A failure is logged, and the work is tried again after the next interval. */
export type Job = Readonly<{
  everyMs: number
  work: () => Promise<unknown>
  /** The line of the log. */
  failed: string
  /** Runs it once when the server starts too, without delaying the start. */
  atOnce?: boolean
}>

/** A job that runs, and never twice at the same time. */
export type Repeated = Readonly<{
  /** Runs it now, after what is running: for tests that move the clock. */
  run: () => Promise<unknown>
  stop: () => Promise<void>
}>

export function repeat({ everyMs, work, failed, atOnce = false }: Job, log: Pick<Logger, 'error'>): Repeated {
  let running: Promise<unknown> | null = null
  const begin = (): Promise<unknown> => {
    running = work().finally(() => {
      running = null
    })
    return running
  }
  const settled = async (): Promise<void> => {
    await running?.catch(() => undefined)
  }
  let isStopped = false
  const beginAlone = (): void => {
    if (running !== null) return
    void begin().catch((error: unknown) => {
      // What a stop has cut off finds its database closed.
      if (!isStopped) log.error({ err: error }, failed)
    })
  }
  if (atOnce) beginAlone()
  const timer = setInterval(beginAlone, everyMs)
  return {
    run: async () => {
      await settled()
      await begin()
    },
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await Promise.race([settled(), new Promise((resolve) => void setTimeout(resolve, MAX_STOP_WAIT_MS).unref())])
    },
  }
}
