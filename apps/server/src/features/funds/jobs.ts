import { SECOND_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import type { Job } from '../../jobs/repeat.ts'
import { dealFunds } from './deal.ts'
import { strikeFunds } from './strikes.ts'

const LOOK_EVERY_MS = 10 * SECOND_MS

/** Strikes the funds when their moment has come, and deals what waits for it. */
export const fundJobs = (app: FullApp): readonly Job[] => [
  {
    everyMs: LOOK_EVERY_MS,
    // A new server has its funds before anybody looks for them.
    atOnce: true,
    work: async () => {
      // What an older strike left undone, as where the server was stopped right after it, comes before the next is there.
      const before = await dealFunds(app)
      return (await strikeFunds(app)) === 0 ? before : before + (await dealFunds(app))
    },
    failed: 'the funds could not be struck and are tried again',
  },
]
