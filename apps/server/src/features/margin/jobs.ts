import { SECOND_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import type { Job } from '../../jobs/repeat.ts'
import { keepMargin } from './keeper.ts'

/** Closes positions with no margin left, and books settlements and rollovers that have fallen due. */
export async function marginJobs(app: FullApp, caughtUp: () => Promise<unknown>): Promise<readonly Job[]> {
  const keeper = await keepMargin(app, caughtUp)
  return [
    { everyMs: SECOND_MS, work: () => keeper.look(), failed: 'the margins could not be looked at' },
    { everyMs: SECOND_MS, work: () => keeper.settle(), failed: 'what was due of the margins could not be booked' },
  ]
}
