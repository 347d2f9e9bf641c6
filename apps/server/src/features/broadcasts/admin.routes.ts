import { type WireBanner, broadcasts } from '@rueda/contract/admin/broadcasts.ts'
import { checkWords, needsValue } from '@rueda/rules/broadcasts/broadcast.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { FullApp } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { requireDualApproval } from '../approvals/approvals.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import { type Audience, countAudience, countLanguages } from './audience.ts'
import { broadcastDrafts, openDrafts, saveDraft } from './drafts.ts'
import { insertBanner, insertBroadcast, listBroadcasts, lowerBanner, newestBanners } from './store.ts'

/** Staff's messages to many customers at once. */
export const broadcastAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(broadcasts, {
    list: async ({ input }) => {
      const { list, total } = await inSnapshot(app.pool, (reader) => listBroadcasts(reader, sliceOf(input)))
      return ok(pageOf(list, total, input))
    },
    count: async ({ input }) => {
      const audience = audienceIn(input)
      if (!audience.ok) return audience
      const languages = await countLanguages(app.pool, audience.value)
      const recipients = languages.reduce((sum, each) => sum + each.recipients, 0)
      return ok({ recipients, languages, nowTimestamp: app.clock.now() })
    },
    drafts: async (request) => ok(await openDrafts(app, request)),
    saveDraft: (request) => saveDraft(app, request),
    dropDraft: (request) => broadcastDrafts.drop(app, request),
    publish: (request) => publish(app, request),
    banners: async () => ok(await newestBanners(app.pool)),
    raise: (request) => raise(app, request),
    lower: async ({ input, now, trace }) => {
      const { id, reason, note } = input
      const lowered = await inTransaction(app.pool, async (client): Promise<Result<true>> => {
        if (!(await lowerBanner(client, id, now))) return refuse('object.not_found')
        await trace(client, { accountId: null, subject: `banner:${id}`, reason, note, after: { state: 'lowered' } })
        return ok(true)
      })
      await app.notices.refresh()
      return lowered
    },
  })

function audienceIn({ segment, value }: Readonly<{ segment: Audience['segment']; value?: string | undefined }>): Result<Audience> {
  if (needsValue(segment) && value === undefined) return refuse('parameter.missing', { field: 'value' })
  return ok({ segment, value: needsValue(segment) ? (value ?? null) : null })
}

type Decided = Result<{ state: 'waiting' | 'done' }>

/** Sends a message by two persons; a job then puts it into every message centre of the segment. */
async function publish(app: FullApp, request: StaffRequest<typeof broadcasts.publish>): Promise<Decided> {
  const { input, staff, now: at, trace } = request
  const { texts, reason, note, draftId = null, version = null } = input
  const audience = audienceIn(input)
  if (!audience.ok) return audience
  const wrong = checkWords(texts)
  if (wrong !== null) return wrong
  const decided = await inTransaction(app.pool, async (client): Promise<Decided> => {
    const unread = draftId === null ? null : await broadcastDrafts.checkRead(client, draftId, version)
    if (unread !== null) return unread
    const { segment, value } = audience.value
    const subject = draftId === null ? `broadcast:${[segment, value].filter(Boolean).join(':')}` : broadcastDrafts.subjectOf(draftId)
    const pair = await requireDualApproval(app, client, request, { subject, accountId: null })
    if (!pair.ok) return pair
    const { state, approvalId } = pair.value
    const { recipients, until } = await countAudience(client, audience.value)
    await trace(client, { accountId: null, subject, reason, note, after: { segment, value, texts, state, recipients }, approvalId })
    if (state === 'waiting') return ok({ state })
    const broadcastId = app.ids.next()
    const kept = { broadcastId, audience: audience.value, texts, recipients, until, reason, note }
    await insertBroadcast(client, { ...kept, at, staffId: staff.staffId, approvalId, isBinding: false, link: null })
    if (draftId !== null) await broadcastDrafts.keepOutcome(client, draftId, broadcastId)
    return ok({ state: 'done' })
  })
  // Loads the texts before the first message that needs them.
  await app.notices.refresh()
  return decided
}

/** Raises a banner by one person, like a halt: for something that has just happened. */
async function raise(app: FullApp, { input, staff, now: at, trace }: StaffRequest<typeof broadcasts.raise>): Promise<Result<WireBanner>> {
  const { market = null, texts, reason, note } = input
  const wrong = checkWords(texts)
  if (wrong !== null) return wrong
  const bannerId = app.ids.next()
  const raised = await inTransaction(app.pool, async (client) => {
    await insertBanner(client, { bannerId, market, texts, at, staffId: staff.staffId })
    await trace(client, { accountId: null, subject: `banner:${bannerId}`, reason, note, after: { market, texts } })
    return ok({ id: bannerId, market, texts, by: staff.name, timestamp: at, liftedTimestamp: null })
  })
  await app.notices.refresh()
  return raised
}
