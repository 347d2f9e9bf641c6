import { z } from 'zod'
import { flag, timestamp } from '../fields.ts'
import { staffEndpoint, why } from './endpoint.ts'

/** The invariants of the ledger: when they last ran, how long that took, and which rows break them. */
const run = z
  .object({
    timestamp,
    /** Over everything, or over what changed since it was last found in order. */
    scope: z.enum(['full', 'incremental']),
    entries: z.number().int(),
    accounts: z.number().int(),
    clean: flag,
    checks: z.array(
      z.object({
        id: z.string(),
        says: z.string(),
        milliseconds: z.number().int(),
        bad: z.number().int(),
        offending: z.array(z.unknown()),
      }),
    ),
  })
  .meta({ id: 'IntegrityRun' })
export type WireRun = z.output<typeof run>

/** An event of the market that the ledger could not take, by a fault of ours: its order was ended. */
const givenUpEvent = z.object({
  id: z.string(),
  orderId: z.string(),
  accountId: z.string(),
  kind: z.string(),
  reason: z.string(),
  timestamp,
})

const job = z.object({ job: z.string(), market: z.string(), dueDate: z.string(), dueTimestamp: timestamp, doneTimestamp: timestamp })

export const integrity = {
  latest: staffEndpoint({
    method: 'GET',
    path: '/integrity',
    power: 'integrity.see',
    summary: 'The newest run of every invariant, and how the runs before came out',
    input: z.object({}),
    data: z.object({
      newest: run.nullable(),
      history: z.array(z.object({ timestamp, clean: flag })),
      /** Why no money leaves: a check is broken, or none was found to hold within half an hour. */
      payoutHold: z.enum(['broken', 'silent']).nullable(),
      lastCleanTimestamp: timestamp.nullable(),
    }),
  }),
  run: staffEndpoint({
    method: 'POST',
    path: '/integrity/run',
    power: 'integrity.run',
    summary: 'Run every invariant now; a red one stops money from leaving, and so does half an hour without a clean one',
    input: z.object({ ...why }),
    data: run,
  }),
  givenUp: staffEndpoint({
    method: 'GET',
    path: '/integrity/given-up',
    power: 'integrity.see',
    summary: 'Events of the market that the books could not take, the newest first',
    input: z.object({}),
    data: z.array(givenUpEvent),
  }),
  jobs: staffEndpoint({
    method: 'GET',
    path: '/jobs',
    power: 'integrity.see',
    summary: 'The jobs of the trading day that were done last',
    input: z.object({}),
    data: z.array(job),
  }),
  retryJobs: staffEndpoint({
    method: 'POST',
    path: '/jobs/retry',
    power: 'jobs.retry',
    summary: 'Try what is late again now, after its cause was mended; every job may run twice',
    input: z.object({ ...why }),
    data: z.object({ late: z.number().int() }),
    refusals: ['adapter.unavailable'],
  }),
} as const
