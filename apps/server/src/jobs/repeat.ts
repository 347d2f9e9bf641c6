/** Work that is looked after again and again, never twice at the same time. */
export type Repeated = Readonly<{
  /** Runs it now, after what is running: for tests that move the clock. */
  run: () => Promise<unknown>
  stop: () => Promise<void>
}>

export function repeat(everyMs: number, work: () => Promise<unknown>, failed: (error: unknown) => void): Repeated {
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
  const timer = setInterval(() => {
    if (running === null) void begin().catch(failed)
  }, everyMs)
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
