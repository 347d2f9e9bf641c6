import { security } from '@rueda/contract/security.ts'
import { ok } from '@rueda/rules/result.ts'
import type { Classification } from '../../db/classification.ts'
import type { App } from '../../app.ts'
import { PROOF_LIFE_MS } from '../../http/gate.ts'
import type { EdgeParts } from '../../http/edge.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { createNotices } from '../accounts/notice.ts'
import { beginAuthenticator, confirmAuthenticator, removeAuthenticator, renewRecoveryCodes } from './authenticator.ts'
import { setCardCodes } from './card-codes.ts'
import { closeOwn } from './close.ts'
import type { SecurityDeps } from './deps.ts'
import { exportData } from './export.ts'
import { freezeOwn, thawOwn } from './freeze.ts'
import { passkeysOf } from './passkey-store.ts'
import { addPasskey, beginPasskey, beginPasskeyProof, presentPasskey, removePasskey } from './passkeys.ts'
import { authenticatorOf, frozenBy, hasCardCodes, recoveryCodesLeft } from './store.ts'
import { verify } from './verify.ts'

/** Second factors, and proving one's identity again. */
export function securityRoutes(app: App & EdgeParts, classification: Classification): Registered {
  const deps: SecurityDeps = { ...app, classification, notify: createNotices(app) }
  return routes(security, {
    status: async ({ caller: { accountId, verifiedAt } }) => {
      const [authenticator, left, passkeys, freezer, cardCodes] = await Promise.all([
        authenticatorOf(deps.pool, accountId),
        recoveryCodesLeft(deps.pool, accountId),
        passkeysOf(deps.pool, accountId),
        frozenBy(deps.pool, accountId),
        hasCardCodes(deps.pool, accountId),
      ])
      const confirmedAt = authenticator?.confirmedAt ?? null
      const until = verifiedAt === null ? 0 : verifiedAt + PROOF_LIFE_MS
      return ok({
        authenticator: confirmedAt === null ? 0 : 1,
        authenticatorTimestamp: confirmedAt,
        recoveryCodesLeft: left,
        passkeys: passkeys.map(presentPasskey),
        cardCodes: cardCodes ? 1 : 0,
        frozenBy: freezer,
        verifiedUntilTimestamp: until > deps.wallClock.now() ? until : null,
      })
    },
    verify: (request) => verify(deps, request),
    freeze: (request) => freezeOwn(deps, request),
    exportData: (request) => exportData(deps, request),
    close: (request) => closeOwn(deps, request),
    thaw: (request) => thawOwn(deps, request),
    beginPasskeyProof: (request) => beginPasskeyProof(deps, request),
    beginPasskey: (request) => beginPasskey(deps, request),
    addPasskey: (request) => addPasskey(deps, request),
    removePasskey: (request) => removePasskey(deps, request),
    beginAuthenticator: (request) => beginAuthenticator(deps, request),
    confirmAuthenticator: (request) => confirmAuthenticator(deps, request),
    removeAuthenticator: (request) => removeAuthenticator(deps, request),
    setCardCodes: (request) => setCardCodes(deps, request),
    renewRecoveryCodes: (request) => renewRecoveryCodes(deps, request),
  })
}
