import type { accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { askForPasskey, checkPasskey } from '../security/passkey-answer.ts'
import type { AccountDeps } from './deps.ts'
import { enter, placeOf } from './login.ts'
import * as store from './store.ts'
import { accountSubject } from './tokens.ts'

/** Logging in with a passkey: nobody says a name, so nobody can find out whether a name has one. */
const LOGIN = { purpose: 'login', accountId: null } as const

export const beginPasskeyLogin = async (
  deps: AccountDeps,
  { now }: HandlerRequest<typeof accounts.beginPasskeyLogin>,
): Promise<Result<DataOf<typeof accounts.beginPasskeyLogin>>> => ok(await askForPasskey(deps, LOGIN, now))

export async function passkeyLogin(
  deps: AccountDeps,
  request: HandlerRequest<typeof accounts.passkeyLogin>,
): Promise<Result<DataOf<typeof accounts.login>>> {
  const { input, now } = request
  const accountId = await checkPasskey(deps, input, LOGIN, now)
  const account = accountId === null ? null : await store.byId(deps.pool, accountId)
  if (account === null) return refuse('login.failed')
  const { accountId: known } = account
  return enter(deps, account, request, await placeOf(deps, { subject: accountSubject(known), accountId: known, request }))
}
