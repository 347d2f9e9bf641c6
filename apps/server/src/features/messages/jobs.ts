import { SECOND_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import type { Job } from '../../jobs/repeat.ts'
import { mailMessages } from './mails.ts'

const MAIL_EVERY_MS = 20 * SECOND_MS

export const messageJobs = (app: FullApp): readonly Job[] => [
  {
    everyMs: MAIL_EVERY_MS,
    work: () => mailMessages(app, app.wallClock.now()),
    failed: 'messages could not be written as mails and are tried again',
  },
]
