import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import type { Job } from '../../jobs/repeat.ts'

/** Continues the public log every minute, and asks the witnesses for it. */
export const trustJobs = ({ trustLog, witnesses }: Pick<FullApp, 'trustLog' | 'witnesses'>): readonly Job[] => [
  {
    everyMs: MINUTE_MS,
    work: async () => {
      if ((await trustLog.checkpoint()) !== null) await witnesses.cosign()
    },
    failed: 'the public log could not be continued',
  },
]
