import type { accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import type { AccountDeps } from './deps.ts'
import * as store from './store.ts'

/** Gives an account its user name, or another one. The one before is free again; the address goes on signing in. */
export async function chooseUsername(
  { pool }: Pick<AccountDeps, 'pool'>,
  { input: { username }, caller }: HandlerRequest<typeof accounts.chooseUsername>,
): Promise<Result<DataOf<typeof accounts.chooseUsername>>> {
  const account = await store.byId(pool, caller.accountId)
  // A practice account is not logged in to, so it needs no name.
  if (account === null || account.email === null) return refuse('feature.disabled')
  return (await store.setUsername(pool, account.accountId, username)) ? ok({ username }) : refuse('account.taken')
}
