import type { Logger } from 'pino'

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
  const beginAlone = (): void => {
    if (running === null) void begin().catch((error: unknown) => log.error({ err: error }, failed))
  }
  if (atOnce) beginAlone()
  const timer = setInterval(beginAlone, everyMs)
  return {
    run: async () => {
      await settled()
      await begin()
    },
    stop: async () => {
      clearInterval(timer)
      await settled()
    },
  }
}
