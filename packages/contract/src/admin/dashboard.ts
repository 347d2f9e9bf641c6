import { z } from 'zod'
import { decimal, flag, timestamp } from '../fields.ts'
import { staffEndpoint } from './endpoint.ts'

/** The brokerage at a glance. The length of each queue stands with the cases. */
const moved = z.object({ currency: z.string(), amount: decimal, count: z.number().int() })

export const dashboard = {
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
      /** Events of the market within a week that the ledger could not take: each ended its order, and somebody has to look. */
      givenUpEvents: z.number().int(),
      /** Staff who opened unusually many customers, and nobody has looked at it. */
      staffAlerts: z.number().int(),
      /** The time since the freshest quote of each market was known to hold. */
      feeds: z.array(z.object({ market: z.string(), phase: z.string(), ageMs: z.number().int().nullable() })),
      integrity: z.object({ timestamp: timestamp.nullable(), checks: z.number().int(), broken: z.number().int(), moneyStopped: flag }),
    }),
  }),
} as const
