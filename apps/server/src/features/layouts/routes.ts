import { type WireDeskLayout, layouts } from '@rueda/contract/layouts.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { lockAccount } from '../../write-path/lock-account.ts'
import * as store from './store.ts'

/** How customers arrange the app for themselves (`docs/rules/layouts.md`). */
export const layoutRoutes = ({ pool }: Pick<App, 'pool'>): Registered =>
  routes(layouts, {
    desk: async ({ caller: { accountId } }) => ok(known(await store.deskOf(pool, accountId))),
    keepDesk: async ({ input, caller: { accountId }, now }) => {
      return inTransaction(pool, async (client) => {
        // A layout that arrives while its account is closed does not outlive it.
        if (!(await lockAccount(client, accountId))) return refuse('session.missing')
        await store.keepDesk(client, { accountId, layout: input, now })
        return ok(true)
      })
    },
  })

/** A layout that an older server kept, as this one knows it; one that it can no longer read is none. */
function known(kept: unknown): WireDeskLayout | null {
  const read = layouts.keepDesk.input.safeParse(kept)
  return read.success ? read.data : null
}
