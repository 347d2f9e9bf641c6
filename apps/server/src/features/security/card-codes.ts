import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { security } from '@rueda/contract/security.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { startCoolingOff } from '../accounts/cooling-off.ts'
import type { SecurityDeps } from './deps.ts'
import * as store from './store.ts'

/**
 * Mailed codes for the destinations of money (`docs/rules/cards.md` O.17): their owner switches them on, and off again with the day's pause
 * that follows whenever an account is protected less. A switch without a change sends no message.
 */
export async function setCardCodes(
  deps: SecurityDeps,
  { input: { on }, caller: { accountId } }: HandlerRequest<typeof security.setCardCodes>,
): Promise<Result<DataOf<typeof security.setCardCodes>>> {
  const now = deps.wallClock.now()
  // A practice account has no mailbox.
  if ((await store.loginNameOf(deps.pool, accountId)) === null) return refuse('feature.disabled')
  const done = await inTransaction<(() => Promise<void>) | null>(deps.pool, async (client) => {
    if (!(await store.switchCardCodes(client, accountId, on === 1 ? now : null))) return ok(null)
    if (on === 1) return ok(await deps.notify(client, accountId, { template: 'security.cardCodesOn', facts: {}, link: null }))
    const until = await startCoolingOff(client, deps.settings, accountId, now)
    return ok(await deps.notify(client, accountId, { template: 'security.cardCodesOff', facts: { until }, link: null }))
  })
  if (!done.ok) return done
  await done.value?.()
  return ok({ cardCodes: on })
}
