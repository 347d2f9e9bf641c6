import type { security } from '@rueda/contract/security.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import { inTransaction } from '../../db/transaction.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { freeze } from '../accounts/freeze.ts'
import { claimAccount } from '../../write-path/claim-account.ts'
import { lockAccount } from '../../write-path/lock-account.ts'
import * as sessions from '../accounts/sessions.ts'
import { underWayOf } from '../accounts/under-way.ts'
import { hasOpenComplaint } from '../complaints/under-way.ts'
import type { SecurityDeps } from './deps.ts'

/**
 * Closes an account for good. Nothing may be under way and nothing may be owned but money; simulated money may stay behind, for it is
 * nobody's. The ledger stays as it is, nobody can sign in any more, and the address is kept sealed.
 */
export async function closeOwn(
  deps: SecurityDeps,
  { caller: { accountId }, input: { leaveMoney } }: HandlerRequest<typeof security.close>,
): Promise<Result<true>> {
  const now = deps.wallClock.now()
  const closed = await inTransaction(deps.pool, async (client) => {
    // Nothing begins between the check and the end.
    await claimAccount(client, accountId)
    if (!(await lockAccount(client, accountId))) return refuse('session.missing')
    if ((await underWayOf(client, accountId)).length > 0) return refuse('account.in_use')
    // The house owes an answer, which nobody could read any more; the customer may take the complaint back.
    if (await hasOpenComplaint(client, accountId)) return refuse('complaint.under_way')
    if (leaveMoney !== 1 && (await hasMoney(client, accountId))) return refuse('account.not_empty')
    const tell = await deps.notify(client, accountId, { template: 'security.closed', facts: {}, link: null })
    await client.query(END_PLANS, [accountId, deps.clock.now()])
    await freeze(client, accountId, 'staff', deps.clock.now())
    await takeWayInAway(client, deps, accountId, now)
    return ok({ ended: await sessions.end(client, { accountId, reason: 'logout', now }), tell })
  })
  if (!closed.ok) return closed
  deps.sessions.ended(closed.value.ended)
  await closed.value.tell()
  return ok(true)
}

async function hasMoney(client: PoolClient, accountId: string): Promise<boolean> {
  const { rowCount } = await client.query('select from wallets where account_id = $1 and cash > 0 limit 1', [accountId])
  return rowCount === 1
}

async function takeWayInAway(client: PoolClient, { vault }: SecurityDeps, accountId: string, now: Instant): Promise<void> {
  const { rows } = await client.query<{ email: string | null }>('select email from accounts where account_id = $1', [accountId])
  const email = rows[0]?.email ?? null
  const kept = email === null ? null : vault.seal({ accountId, field: 'closed email' }, Buffer.from(email))
  await client.query(CLOSE, [accountId, now, kept])
  for (const table of [
    'authenticators',
    'recovery_codes',
    'passkeys',
    'watchlist',
    'watchlists',
    'desk_layouts',
    'alerts',
    'chart_notes',
    'message_choices',
    'message_mails',
    'mining_rounds',
  ])
    await client.query(`delete from ${table} where account_id = $1`, [accountId])
}

// A plan holds nothing, and buys nothing for an account that is gone.
const END_PLANS = `update plans set status = 'ended', paused_by = null, changed_at = $2 where account_id = $1 and status <> 'ended'`

const CLOSE = `
  update accounts
  set closed_at = $2, closed_email = $3, email = null, username = null, password_hash = null, pay_password_hash = null, nickname = account_id::text
  where account_id = $1`
