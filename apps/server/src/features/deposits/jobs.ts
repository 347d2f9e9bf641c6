import { SECOND_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import type { Job } from '../../jobs/repeat.ts'
import { followDeposits } from './follow.ts'

/** Follows deposits from the outside world into the ledger. */
export const depositJobs = (app: FullApp): readonly Job[] => [
  { everyMs: SECOND_MS, work: () => followDeposits(app), failed: 'deposits could not be followed and are tried again' },
]
