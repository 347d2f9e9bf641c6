import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import type { Job } from '../../jobs/repeat.ts'
import { endOrdersOfFrozen } from './end-all.ts'

/** Ends the orders that a freeze left open, because the server stopped in the middle of it. */
export const orderJobs = (app: FullApp): readonly Job[] => [
  { everyMs: MINUTE_MS, work: () => endOrdersOfFrozen(app), failed: 'the orders of frozen accounts could not be ended' },
]
