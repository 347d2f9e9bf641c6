import type { accounts } from '@rueda/contract/accounts.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import type { EndedSession } from '../../http/session.ts'
import { checkCode, requesterOf, useCode } from './codes.ts'
import { coolingUntil, pauseFact } from './cooling-off.ts'
import type { AccountDeps } from './deps.ts'
import * as guards from './guards.ts'
import { checkOwnPassword } from './own-password.ts'
import { checkPassword, policyOf } from './password.ts'
import { BUSY } from './busy.ts'
import * as sessions from './sessions.ts'
import * as store from './store.ts'
import { accountSubject, digest } from './tokens.ts'
import { inTransaction } from '../../db/transaction.ts'

/** Sets a forgotten password anew with a mailed code, and ends all open sessions. */
export async function resetPassword(deps: AccountDeps, request: HandlerRequest<typeof accounts.resetPassword>): Promise<Result<true>> {
  const { input, now } = request
  const { email, password } = input
  if (input.confirmPassword !== undefined && input.confirmPassword !== password)
    return refuse('parameter.invalid', { field: 'confirmPassword' })
  const account = await store.byEmail(deps.pool, email)
  const strong = checkPassword({ password, policy: policyOf(deps.settings), own: [email] })
  if (!strong.ok) return strong
  const code = await checkCode(deps.pool, { email, purpose: 'reset', requester: requesterOf(email, request) }, input.code, now)
  if (!code.ok) return code
  // The code was right, but there is no password to set; the answer does not reveal that.
  if (account === null) return refuse('code.wrong')
  return setPassword(deps, { account, password, now, codeId: code.value })
}

export async function changePassword(
  deps: AccountDeps,
  { input, caller, now }: HandlerRequest<typeof accounts.changePassword>,
): Promise<Result<true>> {
  const { oldPassword, newPassword } = input
  if (input.confirmPassword !== undefined && input.confirmPassword !== newPassword)
    return refuse('parameter.invalid', { field: 'confirmPassword' })
  const account = await store.byId(deps.pool, caller.accountId)
  const strong = checkPassword({
    password: newPassword,
    policy: policyOf(deps.settings),
    own: [account?.email, account?.username],
    field: 'newPassword',
  })
  if (!strong.ok) return strong
  const isRight = await checkOwnPassword(deps, { ...caller, password: oldPassword, now })
  if (!isRight.ok || account === null) return isRight
  return setPassword(deps, { account, password: newPassword, now, keep: caller.sessionId })
}

type Change = Readonly<{ account: store.Account; password: string; now: Instant; keep?: string; codeId?: string }>

async function setPassword(deps: AccountDeps, { account, password, now, keep, codeId }: Change): Promise<Result<true>> {
  const hashed = await deps.hashing.hash(password)
  if (hashed.busy) return BUSY
  const changed = await inTransaction<Readonly<{ ended: EndedSession[]; tell: () => Promise<void> }>>(deps.pool, async (client) => {
    if (codeId !== undefined && !(await useCode(client, codeId, now))) return refuse('code.wrong')
    const { accountId } = account
    const until = coolingUntil(deps.settings, now)
    await store.setPassword(client, { accountId, passwordHash: hashed.value, now, coolingUntil: until })
    const ended = await sessions.end(client, { accountId, reason: 'password', now, ...(keep !== undefined && { except: keep }) })
    const tell = await deps.notify(client, accountId, {
      template: 'security.passwordChanged',
      facts: { until: pauseFact(until, now) },
      link: null,
    })
    return ok({ ended, tell })
  })
  if (!changed.ok) return changed
  await guards.forgiveAll(deps.pool, digest(accountSubject(account.accountId)))
  deps.sessions.ended(changed.value.ended)
  await changed.value.tell()
  return ok(true)
}
