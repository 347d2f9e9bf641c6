import { MAX_STEPS } from '@rueda/rules/fees/propose.ts'
import { firstVersion } from '@rueda/rules/fees/versions.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { actReasons } from '@rueda/rules/staff/reasons.ts'
import { z } from 'zod'
import { feeVersion } from '../fees.ts'
import { date, decimal, nonNegativeDecimal, text, timestamp } from '../fields.ts'
import { approvalRefusals, decided, staffEndpoint, why } from './endpoint.ts'

/** The house's commissions and their steps, version by version (`docs/rules/fees.md` N.1). */
const kept = feeVersion
  .extend({
    /** Who asked for it, who agreed, and why; null for the first version, which is in the tables. */
    made: z.object({ askedBy: z.string(), by: z.string(), reason: z.enum(actReasons), note: z.string().nullable(), timestamp }).nullable(),
  })
  .meta({ id: 'KeptFeeVersion' })
export type KeptFeeVersion = z.output<typeof kept>

const RATE_DECIMALS = 8
const AMOUNT_DECIMALS = 2
const MAX_SCOPE = 40
const MAX_ROWS = 4
const commission = z.object({
  scope: text(MAX_SCOPE),
  /** Percent, or an amount for each contract, as in the market's table. */
  rate: nonNegativeDecimal(RATE_DECIMALS),
  minimum: nonNegativeDecimal(AMOUNT_DECIMALS).nullable(),
  maximum: nonNegativeDecimal(AMOUNT_DECIMALS).nullable(),
})
const step = z.object({ from: nonNegativeDecimal(AMOUNT_DECIMALS), commissions: z.array(commission).min(1).max(MAX_ROWS) })
const marketProposal = z.object({ market: z.enum(marketNames), steps: z.array(step).min(1).max(MAX_STEPS) })

export const feeDesk = {
  list: staffEndpoint({
    method: 'GET',
    path: '/fees',
    power: 'fees.see',
    summary: 'Every version of the commissions with its steps, the newest first, and the days a new one can begin on',
    input: z.object({}),
    data: z.object({
      versions: z.array(kept),
      /** The first and the last day that a new version can begin on, if the house trades on it. */
      earliestDay: z.string(),
      latestDay: z.string(),
      /** The most that a rate may be: so many times that of the first version. */
      mostTimes: z.number().int(),
      bounds: z.array(z.object({ market: z.enum(marketNames), scope: z.string(), rate: decimal, minimum: decimal.nullable() })),
    }),
  }),
  propose: staffEndpoint({
    method: 'POST',
    path: '/fees/propose',
    power: 'fees.change',
    summary: 'Announce the next version of the commissions a week ahead at least, by two persons; orders accepted before keep theirs',
    input: z.object({ ...why, firstDay: date, markets: z.array(marketProposal).min(1).max(firstVersion.markets.length) }),
    data: decided,
    refusals: ['parameter.invalid', ...approvalRefusals],
  }),
} as const
