import { SECOND_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import type { Job } from '../../jobs/repeat.ts'
import { type LookedThrough, dealMandates } from './deal.ts'
import { strikeAgencies } from './strikes.ts'

const LOOK_EVERY_MS = 10 * SECOND_MS

/** Strikes the agencies when their moment has come, and confirms and settles what waits for it. */
export function followJobs(app: FullApp): readonly Job[] {
  const looked: LookedThrough = new Map()
  return [
    {
      everyMs: LOOK_EVERY_MS,
      // A new server has its agencies before anybody looks for them.
      atOnce: true,
      work: async () => {
        // What an older strike left undone, as where the server was stopped right after it, comes before the next is there.
        const before = await dealMandates(app, looked)
        return (await strikeAgencies(app)) === 0 ? before : before + (await dealMandates(app, looked))
      },
      failed: 'the agencies could not be struck and are tried again',
    },
  ]
}
