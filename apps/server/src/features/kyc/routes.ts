import { kyc } from '@rueda/contract/kyc.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import type { EdgeParts } from '../../http/edge.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { presentIdentity } from './present.ts'
import { casesOf, standingOf } from './store.ts'
import { submitPapers } from './submit.ts'

/** Showing one's identity, and the progress of the check. */
export const kycRoutes = (app: App & EdgeParts): Registered =>
  routes(kyc, {
    submit: (request) => submitPapers(app, request),

    status: ({ caller: { accountId } }) =>
      inSnapshot(app.pool, async (reader) => {
        const standing = await standingOf(reader, accountId)
        if (standing === null) return refuse('session.missing')
        return ok(presentIdentity(app, standing, await casesOf(reader, accountId), app.wallClock.now()))
      }),
  })
