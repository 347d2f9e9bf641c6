import { SECOND_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import type { Job } from '../../jobs/repeat.ts'
import { runIpos } from './ipos.ts'

const LOOK_EVERY_MS = 5 * SECOND_MS

/** Takes offerings from step to step when their moment has come. */
export const subscriptionJobs = (app: FullApp): readonly Job[] => [
  {
    everyMs: LOOK_EVERY_MS,
    // A new server has its offerings before anybody looks for them.
    atOnce: true,
    work: () => runIpos(app),
    failed: 'new shares could not be looked after and are tried again',
  },
]
