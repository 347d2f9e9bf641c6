import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { decimal, timestamp } from './fields.ts'

/** A change of what deposits and withdrawals cost, or of how much may pass, that is announced and does not hold yet. */
const comingTerms = z
  .object({
    kind: z.enum(['withdrawalFee', 'depositMinimum', 'houseAccount', 'moneyLimit']),
    /** The rail, the channel or the limit. */
    subject: z.string(),
    /** Of a fee: the share of the amount, and the least, in `currency`. */
    feeRate: decimal.nullable(),
    feeLeast: decimal.nullable(),
    minimum: decimal.nullable(),
    limit: decimal.nullable(),
    currency: z.string(),
    effectiveTimestamp: timestamp,
  })
  .meta({ id: 'ComingTerms' })
export type ComingTerms = z.output<typeof comingTerms>

export const terms = {
  coming: endpoint({
    method: 'GET',
    path: '/trust/terms',
    access: 'public',
    summary: 'Announced changes of fees, minimums, limits and accounts to pay to, with the moment from which each holds',
    input: z.object({}),
    data: z.array(comingTerms),
  }),
} as const
