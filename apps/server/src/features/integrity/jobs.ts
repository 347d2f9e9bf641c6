import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import type { Job } from '../../jobs/repeat.ts'

/** Two runs may fail before the silence stops the payouts. */
const VERIFIED_EVERY_MS = 10 * MINUTE_MS

/** Verifies the ledger; only outgoing money waits for the first run. */
export const integrityJobs = (app: FullApp): readonly Job[] => [
  {
    everyMs: VERIFIED_EVERY_MS,
    work: () => app.integrity.run('incremental', app.wallClock.now()),
    failed: 'the books could not be verified',
    atOnce: true,
  },
]
