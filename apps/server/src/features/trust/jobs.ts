import { MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { sayDays } from './say-days.ts'
import type { RunningVenue } from '../../venue/start.ts'
import type { Job } from '../../jobs/repeat.ts'
import { sayInputs, sayTapes } from './tape.ts'

const DECIDE_EVERY_MS = 5 * SECOND_MS

/** Says in the log what the days that are over were drawn by, and what the markets' days wait for. */
export const dayJobs = (app: FullApp, venue: Pick<RunningVenue, 'decideRounds'>): readonly Job[] => [
  {
    everyMs: DECIDE_EVERY_MS,
    work: () => venue.decideRounds(() => app.halts.refresh()),
    failed: 'the rounds of the beacon could not be decided',
  },
  { everyMs: MINUTE_MS, work: () => sayDays(app), failed: 'the keys of finished days could not be said', atOnce: true },
]

/** Continues the public log every minute, and asks the witnesses for it. */
export const trustJobs = (app: Told): readonly Job[] => {
  const { trustLog, witnesses } = app
  const overSince = new Map<string, number>()
  const cosigned = async (): Promise<void> => {
    if ((await trustLog.checkpoint()) !== null) await witnesses.cosign()
  }
  // What it is about to sign is said first; but what cannot be said keeps no account's heads out of it.
  const work = async (): Promise<void> => {
    const said = sayInputs(app).then(() => sayTapes(app, overSince))
    await said.catch(() => undefined)
    await cosigned()
    await said
  }
  return [{ everyMs: MINUTE_MS, work, failed: 'the public log could not be continued' }]
}
type Told = Pick<FullApp, 'trustLog' | 'witnesses' | 'pool' | 'wallClock' | 'inputs' | 'venue'>
