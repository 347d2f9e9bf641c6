import { SECOND_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import type { Job } from '../../jobs/repeat.ts'
import { settleDueTransfers } from './settle.ts'

/** Settles the transfers that are due. */
export const transferJobs = (app: FullApp): readonly Job[] => [
  { everyMs: SECOND_MS, work: () => settleDueTransfers(app), failed: 'transfers could not be settled and are tried again' },
]
