import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { dropMonthsBefore } from '../db/months.ts'
import { type Purged, purgeByIndex, purgeByPages } from './purge-in-sets.ts'
import { KEPT_FOR_MS as ANSWERS_KEPT_FOR_MS } from '../write-path/idempotency.ts'

/**
 * Deletes rows that nobody can need any more, set by set: each set is a short transaction of its own, so that none holds up customers, and a purge
 * that is cut off goes on where it was. Money and orders are never among them. Rows of the market are aged by the market's clock, those of
 * sessions and mail by the wall clock.
 */
type Now = Readonly<{ market: Instant; wall: Instant }>
/**
 * With `by: 'index'` the oldest rows are found by an index; with `by: 'pages'` the table is gone through piece by piece, because an index that every
 * new row writes would cost more than a look at night.
 */
type Rule = Purged & Readonly<{ by: 'index' | 'pages'; clock: keyof Now; keptForMs: number }>

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
const RUNS_KEPT_FOR_MS = DAYS_OF_A_YEAR * DAY_MS

const messages: Rule = { table: 'messages', moment: 'created_at', by: 'pages', clock: 'market', keptForMs: MESSAGES_KEPT_FOR_MS }

const rules: readonly Rule[] = [
  { table: 'idempotency', moment: 'at', by: 'pages', clock: 'wall', keptForMs: ANSWERS_KEPT_FOR_MS },
  { table: 'block_quotes', moment: 'expires_at', by: 'index', clock: 'market', keptForMs: QUOTES_KEPT_FOR_MS },
  { table: 'exchange_quotes', moment: 'expires_at', by: 'pages', clock: 'market', keptForMs: QUOTES_KEPT_FOR_MS },
  { table: 'withdrawal_quotes', moment: 'expires_at', by: 'pages', clock: 'wall', keptForMs: QUOTES_KEPT_FOR_MS },
  { table: 'alert_deliveries', moment: 'at', by: 'pages', clock: 'market', keptForMs: MESSAGES_KEPT_FOR_MS },
  { table: 'email_codes', moment: 'expires_at', by: 'index', clock: 'wall', keptForMs: CODES_KEPT_FOR_MS },
  { table: 'passkey_challenges', moment: 'expires_at', by: 'index', clock: 'wall', keptForMs: 0 },
  {
    ...{ table: 'login_guards', moment: 'started_at', also: 'r.locks = 0 and r.failures < 5' },
    ...{ by: 'index', clock: 'wall', keptForMs: GUARDS_KEPT_FOR_MS },
  },
  {
    ...{ table: 'login_guards', moment: 'started_at', also: 'coalesce(r.locked_until, 0) < $1' },
    ...{ by: 'index', clock: 'wall', keptForMs: LOCKS_KEPT_FOR_MS },
  },
  { table: 'mails', moment: 'useful_until', by: 'index', clock: 'wall', keptForMs: MAILS_KEPT_FOR_MS },
  // An ended session still identifies a known device, for as long as it could have lived.
  { table: 'sessions', moment: 'expires_at', by: 'index', clock: 'wall', keptForMs: 0 },
  // The newest of each job says up to where it is done.
  {
    ...{ table: 'job_runs', moment: 'finished_at', by: 'index', clock: 'market', keptForMs: RUNS_KEPT_FOR_MS },
    also: 'exists (select from job_runs later where later.job = r.job and later.market = r.market and later.due_date > r.due_date)',
  },
]

export async function purgeExpired(pool: Pool, now: Now): Promise<void> {
  for (const rule of rules) await purge(pool, rule, now)
  // Months that are over as wholes go as wholes, and the rest of the oldest one row by row.
  await dropMonthsBefore(pool, messages.table, now.market - MESSAGES_KEPT_FOR_MS)
  await purge(pool, messages, now)
}

const purge = (pool: Pool, rule: Rule, now: Now): Promise<void> =>
  (rule.by === 'index' ? purgeByIndex : purgeByPages)(pool, { ...rule, before: now[rule.clock] - rule.keptForMs })
