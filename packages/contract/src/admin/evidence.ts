import { z } from 'zod'
import { decimal, timestamp } from '../fields.ts'

/** Parts that several kinds of cases show beside a decision. */

/** An entry that approving will post, as the ledger will hold it. */
export const posting = z
  .object({
    journal: z.string(),
    lines: z.array(z.object({ account: z.string(), asset: z.string(), amount: decimal })),
  })
  .meta({ id: 'Posting' })
export type Posting = z.output<typeof posting>

/** A sign-in of the customer; where from is known to the customer alone. */
export const signIn = z.object({ device: z.string(), timestamp, ended: z.string().nullable() }).meta({ id: 'CustomerSignIn' })
export type SignIn = z.output<typeof signIn>
