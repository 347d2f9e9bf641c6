import { support } from '@rueda/contract/support.ts'
import { ok } from '@rueda/rules/result.ts'
import { type OpeningHours, clockText, isOpenAt, nextOpening } from '@rueda/rules/support/hours.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { tellSupport } from '../messages/tell.ts'
import { readMessages } from '../messages/write.ts'
import { ask } from './ask.ts'
import { presentMessage } from './present.ts'
import { newestRecords } from './record-cards.ts'
import * as store from './store.ts'

const WAITS_OF_MS = 30 * DAY_MS

/** The customer's side of the conversation. */
export const supportRoutes = (app: FullApp): Registered =>
  routes(support, {
    thread: ({ input, caller: { accountId } }) =>
      inSnapshot(app.pool, async (reader) => {
        const now = app.wallClock.now()
        const { before = null, pageSize } = input
        const thread = await store.threadOf(reader, accountId)
        // One more than is shown, to see if there are more.
        const found = await store.messagesOf(reader, accountId, { before, limit: pageSize + 1 })
        const shown = found.slice(-pageSize)
        const messages = []
        for (const message of shown) messages.push(await presentMessage(app, reader, accountId, message))
        const wait = await store.typicalWait(reader, now - WAITS_OF_MS)
        const hours = app.settings.SUPPORT_HOURS
        const isOpen = isOpenAt(now, hours)
        return ok({
          status: thread.status,
          topic: thread.topic,
          messages,
          hasEarlier: found.length > shown.length ? 1 : 0,
          unread: await store.countUnread(reader, thread),
          open: isOpen ? 1 : 0,
          opensTimestamp: isOpen ? null : nextOpening(now, hours),
          hours: presentHours(hours),
          typicalWaitMinutes: wait === null ? null : Math.ceil(wait / MINUTE_MS),
        })
      }),

    records: async ({ input, caller }) => ok([...(await newestRecords(app, caller.accountId, input.kind))]),

    send: (request) => ask(app, request),

    markRead: async ({ input, caller: { accountId }, now }) => {
      const read = await inTransaction(app.pool, async (client) => {
        const isNew = await store.markRead(client, accountId, input.through)
        if (isNew) await readMessages(client, accountId, 'support.answered', now)
        const unread = await store.countUnread(client, await store.threadOf(client, accountId))
        return ok({ isNew, unread })
      })
      if (!read.ok) return read
      if (read.value.isNew) await tellSupport(app, accountId, app.wallClock.now())
      return ok({ unread: read.value.unread })
    },
  })

const presentHours = ({ days, opens, closes, offset }: OpeningHours) => ({
  days: [...days],
  opens: clockText(opens),
  closes: clockText(closes),
  utcOffset: `${offset < 0 ? '-' : '+'}${clockText(offset)}`,
})
