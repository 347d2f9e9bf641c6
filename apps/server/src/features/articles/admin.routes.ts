import { articleDesk } from '@rueda/contract/admin/articles.ts'
import { checkWords } from '@rueda/rules/broadcasts/broadcast.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { FullApp } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { requireDualApproval } from '../approvals/approvals.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import { listForStaff } from './desk.ts'
import { articleDrafts, openDrafts, saveDraft, unlisted } from './drafts.ts'
import { insertEditorial, insertWithdrawal } from './editorials.ts'

/** The back office of news: what the house makes is read there, what staff write is written, published and taken back. */
export const articleAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(articleDesk, {
    list: async ({ input }) => {
      const { tag = null } = input
      const { list, total } = await inSnapshot(app.pool, (reader) => listForStaff(app, reader, { tag, ...sliceOf(input) }))
      return ok(pageOf(list, total, input))
    },
    drafts: async (request) => ok(await openDrafts(app, request)),
    saveDraft: (request) => saveDraft(app, request),
    dropDraft: (request) => articleDrafts.drop(app, request),
    publish: (request) => publish(app, request),
    withdraw: ({ input, staff, now, trace }) => {
      const { articleId, reason, note } = input
      return inTransaction(app.pool, async (client): Promise<Result<true>> => {
        if (!(await insertWithdrawal(client, { articleId, reason, note, at: now, staffId: staff.staffId })))
          return refuse('object.not_found', { field: 'articleId' })
        await trace(client, { accountId: null, subject: `article:${articleId}`, reason, note, after: { state: 'withdrawn' } })
        return ok(true)
      })
    },
  })

type Decided = Result<{ state: 'waiting' | 'done' }>

/** Publishes what both persons have read: the version of the draft that each of them names. */
async function publish(app: FullApp, request: StaffRequest<typeof articleDesk.publish>): Promise<Decided> {
  const { input, staff, trace } = request
  const { tag, instruments, texts, reason, note, draftId, version } = input
  const wrong = unlisted(app, instruments) ?? checkWords(texts)
  if (wrong !== null) return wrong
  return inTransaction(app.pool, async (client): Promise<Decided> => {
    const unread = await articleDrafts.checkRead(client, draftId, version)
    if (unread !== null) return unread
    const subject = articleDrafts.subjectOf(draftId)
    const pair = await requireDualApproval(app, client, request, { subject, accountId: null })
    if (!pair.ok) return pair
    const { state, approvalId } = pair.value
    await trace(client, { accountId: null, subject, reason, note, after: { tag, instruments, texts, state }, approvalId })
    if (state === 'waiting') return ok({ state })
    const articleId = app.ids.next()
    await insertEditorial(app, client, { articleId, draftId, tag, instruments, texts, staffId: staff.staffId, approvalId })
    await articleDrafts.keepOutcome(client, draftId, articleId)
    return ok({ state: 'done' })
  })
}
