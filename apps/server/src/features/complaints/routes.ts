import { complaints } from '@rueda/contract/complaints.ts'
import { ok } from '@rueda/rules/result.ts'
import type { FullApp } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { complaintCounts } from './counts.ts'
import { file, withdraw } from './file.ts'
import { presentComplaint } from './present.ts'
import * as store from './store.ts'

/** The customer's side of complaints, and how many there are. */
export const complaintRoutes = (app: FullApp): Registered =>
  routes(complaints, {
    counts: async () => ok(await complaintCounts(app.pool, app.wallClock.now())),

    list: ({ input, caller: { accountId } }) =>
      inSnapshot(app.pool, async (reader) => {
        const { list, total } = await store.complaintsOf(reader, accountId, sliceOf(input))
        const shown = []
        for (const complaint of list) shown.push(await presentComplaint(app, reader, complaint, app.wallClock.now()))
        return ok(pageOf(shown, total, input))
      }),

    file: (request) => file(app, request),

    withdraw: ({ input: { id }, caller: { accountId } }) => withdraw(app, accountId, { id, now: app.wallClock.now() }),
  })
