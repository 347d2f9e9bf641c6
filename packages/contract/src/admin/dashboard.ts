import { caseKinds } from '@rueda/rules/staff/cases.ts'
import { z } from 'zod'
import { decimal, flag, timestamp } from '../fields.ts'
import { staffEndpoint } from './endpoint.ts'

/** The brokerage at a glance, and the work that waits for whoever asks. */
const count = z.number().int()
const moved = z.object({ currency: z.string(), amount: decimal, count })

const waitingQueue = z.object({
  kind: z.enum(caseKinds),
  open: count,
  /** In the caller's hand. */
  mine: count,
  overdue: count,
  oldestTimestamp: timestamp.nullable(),
  lastDoneTimestamp: timestamp.nullable(),
  /** Of the customers whose cases are open. */
  countries: z.array(z.string()),
})
export type WaitingQueue = z.output<typeof waitingQueue>

const waiting = z.object({
  queues: z.array(waitingQueue),
  /** Requests that the caller may approve, and those of the caller that wait for somebody else. */
  approvals: z.object({ open: count, asked: count, oldestTimestamp: timestamp.nullable() }),
  /** Unacknowledged alerts about staff; null for those who may not read them. */
  alerts: z.object({ open: count, oldestTimestamp: timestamp.nullable() }).nullable(),
  /** What is wrong with the books and the jobs; null for those who may not see it. */
  ledgerChecks: z
    .object({
      broken: count,
      moneyStopped: flag,
      lateJobs: count,
      /** Events of the market within a week that the ledger could not take: each ended its order, and somebody has to look. */
      givenUpEvents: count,
    })
    .nullable(),
})
export type Waiting = z.output<typeof waiting>

export const dashboard = {
  waiting: staffEndpoint({
    method: 'GET',
    path: '/dashboard/waiting',
    power: 'dashboard.see',
    summary:
      'What waits for the caller: the caller’s queues and since when, approvals, alerts about staff, and what is wrong with the books',
    input: z.object({}),
    data: waiting,
  }),
  today: staffEndpoint({
    method: 'GET',
    path: '/dashboard',
    power: 'dashboard.see',
    summary:
      'Money that came and left since midnight in Buenos Aires, jobs that are late, how old each feed is, and the lights of the books',
    input: z.object({}),
    data: z.object({
      sinceTimestamp: timestamp,
      moneyIn: z.array(moved),
      moneyOut: z.array(moved),
      /** Due a minute ago and not done: they failed and are tried again, or the server is behind. */
      lateJobs: z.array(z.object({ job: z.string(), market: z.string(), dueTimestamp: timestamp })),
      /** Withdrawals open for more than a day. */
      lateWithdrawals: z.number().int(),
      /** The time since the freshest quote of each market was known to hold. */
      feeds: z.array(z.object({ market: z.string(), phase: z.string(), ageMs: z.number().int().nullable() })),
      integrity: z.object({ timestamp: timestamp.nullable(), checks: z.number().int(), broken: z.number().int(), moneyStopped: flag }),
    }),
  }),
} as const
