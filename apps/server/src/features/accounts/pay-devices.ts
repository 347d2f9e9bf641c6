import type { Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'
import * as guards from './guards.ts'

/** Devices of an account that have shown its transaction password. */
type Signed = Readonly<{ accountId: string; sessionId: string }>
type PayDevice = Readonly<{ origin: Buffer; hasShown: boolean }>

export async function deviceOf(reader: Reader, { accountId, sessionId }: Signed): Promise<PayDevice> {
  const { rows } = await reader.query<{ origin: Buffer; has_shown: boolean }>(
    `select mine.origin, exists (
       select from sessions s where s.account_id = mine.account_id and s.origin = mine.origin and s.pay_shown_at is not null
     ) as has_shown
     from sessions mine where mine.account_id = $1 and mine.session_id = $2`,
    [accountId, sessionId],
  )
  return { origin: rows[0]?.origin ?? guards.ANYWHERE, hasShown: rows[0]?.has_shown ?? false }
}

export async function noteShown(client: Reader, { accountId, sessionId }: Signed, now: Instant): Promise<void> {
  await client.query('update sessions set pay_shown_at = $3 where account_id = $1 and session_id = $2', [accountId, sessionId, now])
}

/** Called after a new password is chosen here: no other device has shown it yet. */
export async function forgetOthers(client: Reader, { accountId, sessionId }: Signed, now: Instant): Promise<void> {
  await client.query(
    `update sessions set pay_shown_at = case when session_id = $2 then $3::bigint end
     where account_id = $1 and (pay_shown_at is not null or session_id = $2)`,
    [accountId, sessionId, now],
  )
}
