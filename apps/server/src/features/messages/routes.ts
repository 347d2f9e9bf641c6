import { messages } from '@rueda/contract/messages.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import type { EdgeParts } from '../../http/edge.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { choicesOf } from './choices.ts'
import { chooseWay, presentChoices } from './choose.ts'
import { presentMessage } from './present.ts'
import * as store from './store.ts'
import { tellRead } from './tell.ts'
import { createWording } from './wording.ts'

type MessageDeps = Pick<App, 'pool' | 'hub' | 'venue' | 'notices' | 'settings'> & Pick<EdgeParts, 'wallClock'>

/** The message centre (`docs/rules/messages.md` A.33–A.35). */
export function messageRoutes(app: MessageDeps): Registered {
  const wording = createWording(app.venue.instruments, app.notices.textsOf)

  return routes(messages, {
    list: async ({ input, caller, language }) => {
      const { readStatus, type = null, group = null } = input
      const filter = { isRead: readStatus === undefined ? null : readStatus === 1, type, group, ...sliceOf(input) }
      const { found, unread } = await inSnapshot(app.pool, async (reader) => ({
        found: await store.list(reader, caller.accountId, filter),
        unread: await store.countUnread(reader, caller.accountId),
      }))
      const rows = found.messages.map((message) => presentMessage({ wording, venue: app.venue, language }, message))
      return ok({ ...pageOf(rows, found.total, input), unread })
    },

    read: async ({ input, caller, language, now }) => {
      const changed = await store.markRead(app.pool, caller.accountId, [input.id], now)
      if (changed > 0) await tellRead(app, caller.accountId)
      const message = await store.own(app.pool, caller.accountId, input.id)
      return message === null ? refuse('object.not_found') : ok(presentMessage({ wording, venue: app.venue, language }, message))
    },

    choices: async ({ caller }) => ok(await presentChoices(app, caller.accountId, await choicesOf(app.pool, caller.accountId))),

    choose: ({ input, caller }) => chooseWay(app, caller.accountId, input),

    markRead: async ({ input, caller, now }) => {
      const { id, ids = [], all } = input
      if (id === undefined && input.ids === undefined && all !== 1) return refuse('parameter.missing', { field: 'id' })
      const wanted = all === 1 ? null : id === undefined ? ids : [...ids, id]
      const changed = await store.markRead(app.pool, caller.accountId, wanted, now)
      if (changed > 0) await tellRead(app, caller.accountId)
      return ok({ unread: await store.countUnread(app.pool, caller.accountId) })
    },
  })
}
