import { SECOND_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import type { Job } from '../../jobs/repeat.ts'
import { runPlacings } from './placings.ts'

const LOOK_EVERY_MS = 5 * SECOND_MS

/** Takes placings from step to step when their moment has come. */
export const placingJobs = (app: FullApp): readonly Job[] => [
  {
    everyMs: LOOK_EVERY_MS,
    // A new server has its placings before anybody looks for them.
    atOnce: true,
    work: () => runPlacings(app),
    failed: 'placings could not be looked after and are tried again',
  },
]
