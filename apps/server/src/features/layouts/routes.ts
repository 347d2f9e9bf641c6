import { type WireDeskLayout, layouts } from '@rueda/contract/layouts.ts'
import { ok } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { type Registered, routes } from '../../http/routes.ts'
import * as store from './store.ts'

/** How customers arrange the app for themselves (`docs/rules/layouts.md`). */
export const layoutRoutes = ({ pool }: Pick<App, 'pool'>): Registered =>
  routes(layouts, {
    desk: async ({ caller: { accountId } }) => ok(known(await store.deskOf(pool, accountId))),
    keepDesk: async ({ input, caller: { accountId }, now }) => {
      await store.keepDesk(pool, { accountId, layout: input, now })
      return ok(true)
    },
  })

/** A layout that an older server kept, as this one knows it; one that it can no longer read is none. */
function known(kept: unknown): WireDeskLayout | null {
  const read = layouts.keepDesk.input.safeParse(kept)
  return read.success ? read.data : null
}
