import { SECOND_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import type { Job } from '../../jobs/repeat.ts'
import { deliverBroadcasts } from './deliver.ts'

/** Delivers the messages to many. */
export const broadcastJobs = (app: FullApp): readonly Job[] => [
  {
    everyMs: SECOND_MS,
    work: () => deliverBroadcasts(app, app.wallClock.now()),
    failed: 'a message to many could not be delivered and is tried again',
  },
]
