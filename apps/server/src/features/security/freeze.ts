import type { security } from '@rueda/contract/security.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { startCoolingOff } from '../accounts/cooling-off.ts'
import { freeze, thaw } from '../accounts/freeze.ts'
import * as sessions from '../accounts/sessions.ts'
import { endOrdersOfFrozen } from '../orders/end-all.ts'
import type { SecurityDeps } from './deps.ts'
import { frozenBy } from './store.ts'

/** The owner's own emergency stop: at once and without a proof, because it is used in a hurry. */
export async function freezeOwn(deps: SecurityDeps, { caller }: HandlerRequest<typeof security.freeze>): Promise<Result<true>> {
  const { accountId, sessionId } = caller
  const now = deps.wallClock.now()
  const frozen = await inTransaction(deps.pool, async (client) => {
    // By the market's clock, as the orders that end with it are.
    if (!(await freeze(client, accountId, 'owner', deps.clock.now()))) return refuse('account.frozen')
    const ended = await sessions.end(client, { accountId, reason: 'revoked', now, except: sessionId })
    return ok({ ended, tell: await deps.notify(client, accountId, { template: 'security.frozen', facts: {}, link: null }) })
  })
  if (!frozen.ok) return frozen
  deps.sessions.ended(frozen.value.ended)
  deps.sessions.changed(accountId)
  await endOrdersOfFrozen(deps, accountId)
  await frozen.value.tell()
  return ok(true)
}

/** Ends the owner's freeze, with a proof; money stays in for a day, should somebody else have found the proof. */
export async function thawOwn(deps: SecurityDeps, { caller: { accountId } }: HandlerRequest<typeof security.thaw>): Promise<Result<true>> {
  const thawed = await inTransaction(deps.pool, async (client) => {
    if (!(await thaw(client, accountId, 'owner')))
      return (await frozenBy(client, accountId)) === null ? refuse('object.not_found') : refuse('account.frozen')
    const until = await startCoolingOff(client, deps.settings, accountId, deps.wallClock.now())
    return ok(await deps.notify(client, accountId, { template: 'security.thawed', facts: { until }, link: null }))
  })
  if (!thawed.ok) return thawed
  deps.sessions.changed(accountId)
  await thawed.value()
  return ok(true)
}
