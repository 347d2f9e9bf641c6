import type { FullApp } from '../../app.ts'
import type { Job } from '../../jobs/repeat.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { countVolumes } from './volumes.ts'

const LOOK_EVERY_MS = 15 * SECOND_MS

/** Counts what was traded in the month that is over, where any version has steps. */
export const feeJobs = (app: FullApp): readonly Job[] => [
  {
    everyMs: LOOK_EVERY_MS,
    atOnce: true,
    work: () => countVolumes(app),
    failed: 'the volumes of last month could not be counted and are tried again',
  },
]
