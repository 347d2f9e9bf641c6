import { switches } from '@rueda/contract/switches.ts'
import { ok } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { type Registered, routes } from '../../http/routes.ts'

/** Functions that are turned off, for everybody to see. */
export const switchRoutes = (app: App): Registered =>
  routes(switches, {
    off: () => ok([...app.switches.off().values()].map(({ name, cause, since }) => ({ name, cause, sinceTimestamp: since }))),
  })
