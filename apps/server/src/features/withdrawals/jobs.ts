import { SECOND_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import type { Job } from '../../jobs/repeat.ts'
import { payOutWithdrawals } from './payout.ts'

/** Pays out the withdrawals that are due. */
export const withdrawalJobs = (app: FullApp): readonly Job[] => [
  {
    everyMs: SECOND_MS,
    work: () => payOutWithdrawals(app, app.wallClock.now()),
    failed: 'withdrawals could not be paid out and are tried again',
  },
]
