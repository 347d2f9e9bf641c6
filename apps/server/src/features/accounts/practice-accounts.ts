import { DAY_MS } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import type { EdgeParts } from '../../http/edge.ts'
import { setsOf } from '../../in-sets.ts'
import { inTransaction } from '../../db/transaction.ts'
import { ok } from '@rueda/rules/result.ts'
import type { EndedSession } from '../../http/session.ts'
import { freeze } from './freeze.ts'
import { endOrdersOfFrozen } from '../orders/end-all.ts'

/**
 * Closes practice accounts that nobody has used for long: their sessions end, the account is frozen and marked closed, and its orders end.
 * The ledger stays as it is, so the chain and the sums hold; nobody can come back to it, for a practice account has no way in but its
 * session. Returns the number of them.
 */
export async function closeUnusedPractice(app: App & Pick<EdgeParts, 'wallClock' | 'sessions'>): Promise<number> {
  const now = app.wallClock.now()
  const before = now - app.settings.PRACTICE_DAYS * DAY_MS
  const { rows } = await app.pool.query<{ account_id: string }>(UNUSED, [before])
  const unused = rows.map((row) => row.account_id)
  for (const accountIds of setsOf(unused)) {
    const ended = await inTransaction<EndedSession[]>(app.pool, async (client) => {
      // A customer who registers at this moment keeps the account: both change the same row.
      const closed = await client.query<{ account_id: string }>(CLOSE, [accountIds, before, now])
      const closedIds = closed.rows.map((row) => row.account_id)
      for (const accountId of closedIds) await freeze(client, accountId, 'staff', app.clock.now())
      const sessions = await client.query<{ account_id: string; session_id: string }>(END_SESSIONS, [closedIds, now])
      return ok(sessions.rows.map((row) => ({ accountId: row.account_id, sessionId: row.session_id })))
    })
    if (ended.ok) app.sessions.ended(ended.value)
  }
  if (unused.length > 0) await endOrdersOfFrozen(app)
  return unused.length
}

const IS_UNUSED = `
  a.email is null and a.closed_at is null and a.created_at < $LIMIT
  and not exists (select from sessions s where s.account_id = a.account_id and s.last_use_at >= $LIMIT)`
const UNUSED = `select a.account_id::text from accounts a where ${IS_UNUSED.replaceAll('$LIMIT', '$1::bigint')} order by a.account_id`
const CLOSE = `
  update accounts a set closed_at = $3 where a.account_id = any($1::bigint[]) and ${IS_UNUSED.replaceAll('$LIMIT', '$2::bigint')}
  returning a.account_id::text`
const END_SESSIONS = `
  update sessions set ended_at = $2, ended_reason = 'limit' where account_id = any($1::bigint[]) and ended_at is null
  returning account_id::text, session_id::text`
