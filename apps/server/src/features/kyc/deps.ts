import { dateOfDay } from '@rueda/rules/calendar-date.ts'
import { type CalendarDate, DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import type { Settings } from '../../config.ts'
import type { Clock } from '../../deps.ts'

/** Dependencies of identity checks. They use the wall clock: papers expire and people wait in real time. */
export type KycDeps = Pick<App, 'pool' | 'vault' | 'files' | 'ids' | 'random' | 'settings' | 'hub' | 'clock' | 'kycPort'> &
  Readonly<{ wallClock: Clock }>

export const dateOf = (now: Instant): CalendarDate => dateOfDay(Math.floor(now / DAY_MS))

const LATEST_REVIEW_MINUTES = 5

/** Longest duration of the automatic review, as the customer is told. */
export const expectedMinutes = ({ REVIEW_SECONDS }: Pick<Settings, 'REVIEW_SECONDS'>): number =>
  REVIEW_SECONDS === undefined ? LATEST_REVIEW_MINUTES : Math.ceil((REVIEW_SECONDS * SECOND_MS) / MINUTE_MS)
