import { practice } from '@rueda/contract/practice.ts'
import { ok } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { begin } from './begin.ts'
import type { ClosePosition } from './close-all.ts'
import { presentStanding, readStanding } from './standing.ts'

/** Practice money: how an account stands, and beginning again. */
export const practiceRoutes = (app: App, closePosition: ClosePosition): Registered =>
  routes(practice, {
    standing: async ({ caller, now }) =>
      ok(presentStanding(app.settings, await inSnapshot(app.pool, (reader) => readStanding(reader, caller.accountId)), now)),
    begin: (request) => begin(app, closePosition, request),
  })
