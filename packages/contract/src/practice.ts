import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { decimal, flag, timestamp } from './fields.ts'
import { positions } from './positions.ts'

/** Beginning again with practice money (`docs/rules/accounts.md` P.15). */
const standing = z
  .object({
    /** False where money is real, or no grant is given. */
    offered: flag,
    /** In dollars: what the account begins with again. */
    grant: decimal,
    /** What has to end first, by kind; positions are closed by beginning again. */
    inTheWay: z.array(z.enum(['orders', 'locks', 'money', 'funds', 'mandates', 'robots', 'newShares', 'placings', 'loans'])),
    /** Positions that would be closed at market. */
    positions: z.number().int(),
    /** From when on it is possible again; null for now. */
    fromTimestamp: timestamp.nullable(),
    /** The last time this account began again; null before the first. */
    beganTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'PracticeStanding' })
export type PracticeStanding = z.output<typeof standing>

export const practice = {
  standing: endpoint({
    method: 'GET',
    path: '/practice/standing',
    access: 'user',
    summary: 'Whether this account can begin again with practice money, what has to end first, and what it would begin with',
    input: z.object({}),
    data: standing,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/practice/begin',
    access: 'user',
    idempotent: true,
    summary: 'Begin again: positions are closed at market, all cash goes back, and a new grant is booked; the history stays',
    input: z.object({}),
    data: standing,
    refusals: [
      ...new Set([...positions.close.refusals, 'feature.disabled', 'practice.too_soon', 'account.in_use', 'account.frozen'] as const),
    ],
  }),
} as const
