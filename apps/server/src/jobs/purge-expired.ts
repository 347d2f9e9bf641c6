import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { KEPT_FOR_MS as ANSWERS_KEPT_FOR_MS } from '../write-path/idempotency.ts'

/**
 * Deletes rows that nobody can need any more. Money and orders are never among them. Rows of the market are aged by the
 * market's clock, those of sessions and mail by the wall clock.
 */
type Now = Readonly<{ market: Instant; wall: Instant }>
type Rule = Readonly<{ sql: string; clock: keyof Now; keptForMs: number }>

/** The limit on codes per day looks back a day. */
const CODES_KEPT_FOR_MS = 2 * DAY_MS
const GUARDS_KEPT_FOR_MS = DAY_MS
/** A lockout grows from one to the next and must not be forgotten by waiting. */
const LOCKS_KEPT_FOR_MS = 90 * DAY_MS
/** Kept as long as the stored answer that a quote led to may be asked for. */
const QUOTES_KEPT_FOR_MS = ANSWERS_KEPT_FOR_MS
const MAILS_KEPT_FOR_MS = 30 * DAY_MS
const DAYS_OF_A_YEAR = 365
/** Two years (`docs/rules/messages.md` E.13). */
export const MESSAGES_KEPT_FOR_MS = 2 * DAYS_OF_A_YEAR * DAY_MS

const rules: readonly Rule[] = [
  { sql: 'delete from idempotency where at < $1', clock: 'wall', keptForMs: ANSWERS_KEPT_FOR_MS },
  { sql: 'delete from messages where created_at < $1', clock: 'market', keptForMs: MESSAGES_KEPT_FOR_MS },
  { sql: 'delete from block_quotes where expires_at < $1', clock: 'market', keptForMs: QUOTES_KEPT_FOR_MS },
  { sql: 'delete from exchange_quotes where expires_at < $1', clock: 'market', keptForMs: QUOTES_KEPT_FOR_MS },
  { sql: 'delete from withdrawal_quotes where expires_at < $1', clock: 'wall', keptForMs: QUOTES_KEPT_FOR_MS },
  { sql: 'delete from alert_deliveries where at < $1', clock: 'market', keptForMs: MESSAGES_KEPT_FOR_MS },
  { sql: 'delete from email_codes where expires_at < $1', clock: 'wall', keptForMs: CODES_KEPT_FOR_MS },
  { sql: 'delete from passkey_challenges where expires_at < $1', clock: 'wall', keptForMs: 0 },
  { sql: 'delete from login_guards where locks = 0 and failures < 5 and started_at < $1', clock: 'wall', keptForMs: GUARDS_KEPT_FOR_MS },
  { sql: 'delete from login_guards where greatest(started_at, locked_until) < $1', clock: 'wall', keptForMs: LOCKS_KEPT_FOR_MS },
  { sql: 'delete from mails where useful_until < $1', clock: 'wall', keptForMs: MAILS_KEPT_FOR_MS },
  // An ended session still identifies a known device, for as long as it could have lived.
  { sql: 'delete from sessions where expires_at < $1', clock: 'wall', keptForMs: 0 },
]

export async function purgeExpired(pool: Pool, now: Now): Promise<void> {
  for (const { sql, clock, keptForMs } of rules) await pool.query(sql, [now[clock] - keptForMs])
}
