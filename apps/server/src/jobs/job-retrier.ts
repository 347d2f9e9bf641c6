/**
 * Where the back office asks that what is late be tried again now. What failed is tried again by itself every fifteen
 * seconds; this is for whoever has just mended the cause. Only the server that keeps the market has jobs.
 */
export interface JobRetrier {
  /** Said by the clockwork once it runs. */
  open(runDue: () => Promise<void>): void
  /** False where no jobs run. */
  retry(): Promise<boolean>
}

export function createJobRetrier(): JobRetrier {
  let runDue: (() => Promise<void>) | null = null
  return {
    open: (run) => {
      runDue = run
    },
    retry: async () => {
      await runDue?.()
      return runDue !== null
    },
  }
}
