import { MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import type { Job } from '../../jobs/repeat.ts'
import { tellOfLastDays } from './days.ts'
import { tellOfEvents } from './events.ts'

const EVENTS_EVERY_MS = 5 * SECOND_MS

/** News of single events as they are written down, and of the last finished days where a server has none yet. */
export const articleJobs = (app: FullApp): readonly Job[] => [
  {
    everyMs: EVENTS_EVERY_MS,
    atOnce: true,
    work: () => tellOfEvents(app),
    failed: 'articles of what happened could not be written and are tried again',
  },
  {
    everyMs: MINUTE_MS,
    atOnce: true,
    work: () => tellOfLastDays(app),
    failed: 'articles of the last days could not be written and are tried again',
  },
]
