import { DAY_MS, type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Settings } from '../../config.ts'

/**
 * After a change of what protects an account, money cannot leave it and its destinations cannot change for a day
 * (`docs/rules/accounts.md` A.1): time for its owner to notice. REVIEW_SECONDS replaces the day.
 */
export const coolingUntil = (settings: CoolingSettings, now: Instant): Instant => now + coolingOffMs(settings)

type CoolingSettings = Pick<Settings, 'REVIEW_SECONDS'>

/** Length of that pause; screens show this figure. */
export const coolingOffMs = ({ REVIEW_SECONDS }: CoolingSettings): number =>
  REVIEW_SECONDS === undefined ? DAY_MS : REVIEW_SECONDS * SECOND_MS

/** The end of a pause for messages; null when there is none to report. */
export const pauseFact = (until: Instant, now: Instant): Instant | null => (until > now ? until : null)

/** Starts one in the transaction of the change; it never ends an earlier one before its time. Returns the end for the message. */
export async function startCoolingOff(
  client: PoolClient,
  settings: CoolingSettings,
  accountId: string,
  now: Instant,
): Promise<Instant | null> {
  const until = coolingUntil(settings, now)
  await client.query('update accounts set cooling_until = greatest(cooling_until, $2) where account_id = $1', [accountId, until])
  return pauseFact(until, now)
}
