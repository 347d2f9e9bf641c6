import { offerings } from '@rueda/contract/offerings.ts'
import { ok } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { type Registered, routes } from '../../http/routes.ts'

/** What is not offered for now or no more, for everybody to see. */
export const offeringRoutes = (app: App): Registered =>
  routes(offerings, {
    notOffered: () =>
      ok(app.offerings.notOffered().map(({ kind, id, status, cause, since }) => ({ kind, id, status, cause, sinceTimestamp: since }))),
  })
