/**
 * Retries late jobs when the back office asks for it. A failed job is retried by itself every fifteen seconds; this is for
 * an operator who has just mended the cause. Only the server that keeps the market has jobs.
 */
export interface JobRetrier {
  /** Called by the scheduler once it runs. */
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
