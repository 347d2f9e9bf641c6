import { supportDesk } from '@rueda/contract/admin/support.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import type { FullApp } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { closeCase, handOverCase } from '../cases/cases.ts'
import { casesById, presentCase } from '../cases/queues.ts'
import { type StaffRegistered, staffRoutes } from '../../admin/handler.ts'
import { claimedConversation } from './claimed-conversation.ts'
import { openConversation } from './open-conversation.ts'
import { readReplies } from './replies.ts'
import { reply } from './reply.ts'
import * as adminStore from './admin.store.ts'
import { sealNote } from './sealed.ts'
import * as store from './store.ts'

/** Staff's work on conversations: read the claimed one, answer it, note, hand it over and close it. */
export function supportAdminRoutes(app: FullApp): StaffRegistered {
  const { pool } = app
  const replies = readReplies()

  return staffRoutes(supportDesk, {
    list: async ({ input, staff: { staffId }, now }) => {
      const { state, topic = null } = input
      const filter = { state, topic, staffId, now, ...sliceOf(input) }
      const { list, total } = await inSnapshot(pool, async (reader) => {
        const found = await adminStore.listConversations(reader, filter)
        const cases = await casesById(
          reader,
          found.list.map(({ case_id: caseId }) => caseId),
        )
        const paired = found.list.flatMap((row) => {
          const of = cases.get(row.case_id)
          return of === undefined ? [] : [{ row, of }]
        })
        return { list: paired, total: found.total }
      })
      const shown = list.map(({ row, of }) => ({
        case: presentCase(of, staffId, now),
        topic: row.topic,
        status: row.status,
        waitingTimestamp: row.waiting_since === null ? null : Number(row.waiting_since),
        lastTimestamp: Number(row.last_at),
        locale: row.locale,
      }))
      return ok(pageOf(shown, total, input))
    },

    open: (request) => openConversation(app, request),

    replies: () => ok([...replies]),

    colleagues: async ({ staff }) => ok([...(await adminStore.colleaguesOf(pool, staff.staffId))]),

    reply: (request) => reply(app, replies, request),

    note: ({ input, staff, now, trace }) =>
      inTransaction(pool, async (client) => {
        const held = await claimedConversation(client, input.id, { staff, now })
        if (!held.ok) return held
        const { accountId, caseId } = held.value
        const noteId = app.ids.next()
        const sealed = sealNote(app.vault, accountId, input.text)
        await adminStore.insertNote(client, { accountId, noteId, staffId: staff.staffId, sealed, now })
        // A note is internal: it is in the audit log and on no customer's timeline.
        await trace(client, { accountId: null, subject: `support:${caseId}`, reason: 'review', after: { noteId } })
        return ok({ id: noteId })
      }),

    handOver: ({ input, staff, now, trace }) =>
      inTransaction(pool, async (client) => {
        const held = await claimedConversation(client, input.id, { staff, now })
        if (!held.ok) return held
        const to = input.staffId === staff.staffId ? null : await adminStore.colleague(client, input.staffId)
        if (to === null) return refuse('support.colleague')
        const handed = await handOverCase(client, held.value, { ...to, now })
        const { reason, note } = input
        const { accountId, caseId } = handed
        await trace(client, { accountId, subject: `support:${caseId}`, reason, note, after: { state: 'handedOver', staffId: to.staffId } })
        return ok(presentCase(handed, staff.staffId, now))
      }),

    close: ({ input, staff, now, trace }) =>
      inTransaction(pool, async (client) => {
        const held = await claimedConversation(client, input.id, { staff, now })
        if (!held.ok) return held
        const { accountId, caseId } = held.value
        const { topic } = await store.lockThread(client, accountId)
        await store.saveThread(client, { accountId, status: 'closed', topic: topic ?? 'other', waitingSince: null, now })
        await closeCase(client, { kind: 'support', subjectId: accountId, outcome: 'closed', staffId: staff.staffId, now })
        const { reason, note } = input
        await trace(client, { accountId, subject: `support:${caseId}`, reason, note, after: { state: 'closed' } })
        return ok({ status: 'closed' as const })
      }),
  })
}
