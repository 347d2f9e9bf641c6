import { type SavedView, views } from '@rueda/contract/admin/views.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type StaffRegistered, staffRoutes } from '../../admin/handler.ts'
import * as store from './store.ts'

const MAX_EACH = 50

/** A colleague's saved views of the lists. They concern nobody else, so they leave no trace. */
export const viewAdminRoutes = ({ pool, ids }: FullApp): StaffRegistered =>
  staffRoutes(views, {
    list: async ({ staff }) => ok([...(await store.viewsOf(pool, staff.staffId))]),

    save: ({ input, staff: { staffId }, now }) =>
      inTransaction(pool, async (client): Promise<Result<SavedView>> => {
        if ((await store.countViews(client, staffId)) >= MAX_EACH) return refuse('view.too_many', { num: MAX_EACH })
        const view = { id: ids.next(), ...input }
        await store.insertView(client, { staffId, view, now })
        return ok(view)
      }),

    rename: async ({ input: { id, name }, staff: { staffId } }) => foundOr(await store.renameView(pool, { staffId, id }, name)),

    remove: async ({ input: { id }, staff: { staffId } }) => foundOr(await store.removeView(pool, { staffId, id })),
  })

const foundOr = (view: SavedView | null): Result<SavedView> => (view === null ? refuse('object.not_found', { field: 'id' }) : ok(view))
