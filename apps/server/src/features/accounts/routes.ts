import { accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import type { EdgeParts } from '../../http/edge.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { makeAccountKey } from '../../trust-log/account-keys.ts'
import { grantPractice, insertAccountState } from '../wallets/open.ts'
import { publishedVersion } from './app-version.ts'
import { changePassword, resetPassword } from './change-password.ts'
import type { AccountDeps } from './deps.ts'
import { inviteOf } from './invite.ts'
import { login } from './login.ts'
import { createNotices } from './notice.ts'
import { beginPasskeyLogin, passkeyLogin } from './passkey-login.ts'
import { changePayPassword, createPayPassword } from './pay-password.ts'
import { presentSessions, presentUser } from './present.ts'
import { practise, register } from './register.ts'
import { sendCode } from './send-code.ts'
import * as sessions from './sessions.ts'
import * as store from './store.ts'
import { declareTax, readTaxStatus } from './tax-declarations.ts'
import { chooseUsername } from './username.ts'

/** Every way into an account and out of it (`docs/rules/accounts.md` A.1). */
export function accountRoutes(app: App & EdgeParts): Registered {
  return accountEndpoints(app, {
    ...app,
    insertAccountState: async (client, accountId) => {
      await insertAccountState(client, accountId)
      await makeAccountKey(client, app, accountId, app.wallClock.now())
    },
    notify: createNotices(app),
    grantPractice: (accountId) => grantPractice(app, accountId),
  })
}

function accountEndpoints(app: App, deps: AccountDeps): Registered {
  const inRealTime = <Request extends Readonly<{ now: Instant }>>(request: Request): Request => ({ ...request, now: deps.wallClock.now() })

  return routes(accounts, {
    sendCode: (request) => sendCode(deps, inRealTime(request)),
    register: (request) => register(deps, inRealTime(request)),
    practise: (request) => practise(deps, inRealTime(request)),
    login: (request) => login(deps, inRealTime(request)),
    beginPasskeyLogin: (request) => beginPasskeyLogin(deps, inRealTime(request)),
    passkeyLogin: (request) => passkeyLogin(deps, inRealTime(request)),

    logout: async ({ caller }) => {
      const ending = { accountId: caller.accountId, reason: 'logout', now: deps.wallClock.now(), only: caller.sessionId } as const
      deps.sessions.ended(await sessions.end(deps.pool, ending))
      return ok(true)
    },

    resetPassword: (request) => resetPassword(deps, inRealTime(request)),
    changePassword: (request) => changePassword(deps, inRealTime(request)),
    chooseUsername: (request) => chooseUsername(deps, request),
    createPayPassword: (request) => createPayPassword(deps, inRealTime(request)),
    changePayPassword: (request) => changePayPassword(deps, inRealTime(request)),

    invite: async ({ caller }) => ok(await inviteOf(app, caller.accountId)),

    me: async ({ caller }) => {
      const account = await store.byId(deps.pool, caller.accountId)
      return account === null ? refuse('session.missing') : ok(presentUser(deps, account, deps.wallClock.now()))
    },

    sessions: async ({ caller }) =>
      ok(presentSessions(await sessions.list(deps.pool, caller.accountId, deps.wallClock.now()), caller.sessionId)),
    revokeSession: (request) => revokeSession(deps, inRealTime(request)),
    taxDeclarations: async ({ caller }) => ok(await readTaxStatus(app, caller.accountId)),
    declareTax: (request) => declareTax(app, request),
    appVersion: () => ok(publishedVersion({ ...app, version: deps.version })),
  })
}

/** Ends one session of the account, or all but this one. Somebody else's session reads as a missing one. */
async function revokeSession(
  deps: AccountDeps,
  { input, caller, now }: HandlerRequest<typeof accounts.revokeSession>,
): Promise<Result<DataOf<typeof accounts.revokeSession>>> {
  if (input.id === undefined && input.others !== 1) return refuse('parameter.missing', { field: 'id' })
  const which = input.id === undefined ? { except: caller.sessionId } : { only: input.id }
  const ended = await sessions.end(deps.pool, { accountId: caller.accountId, reason: 'revoked', now, ...which })
  if (input.id !== undefined && ended.length === 0) return refuse('object.not_found')
  deps.sessions.ended(ended)
  return ok({ revoked: ended.length })
}
