import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Ids } from '../../deps.ts'
import { writeMail } from '../../mail/mail.ts'
import { everybody } from './emergency-store.ts'

const USEFUL_MS = 7 * DAY_MS
export const momentInMail = (at: Instant): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

type Letter = Readonly<{ subject: string; body: readonly string[] }>

/** Mails all staff, in the transaction of the change, so that no change is silent. */
export async function notifyStaff(client: PoolClient, at: Readonly<{ ids: Ids; now: Instant }>, { subject, body }: Letter): Promise<void> {
  for (const recipient of await everybody(client))
    await writeMail(client, at, { recipient, subject, body: body.join('\n'), usefulUntil: at.now + USEFUL_MS })
}
