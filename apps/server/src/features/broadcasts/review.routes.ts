import { type WireBanner, broadcasts } from '@rueda/contract/admin/broadcasts.ts'
import { checkWords, needsValue } from '@rueda/rules/broadcasts/broadcast.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { FullApp } from '../../assemble.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { askForTwo } from '../../staff/approvals.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../staff/handler.ts'
import { writeMessages } from '../messages/write.ts'
import { type Audience, audienceOf, insertBanner, insertBroadcast, listBroadcasts, lowerBanner, newestBanners } from './store.ts'

/** What staff say to many customers at once. */
export const broadcastReviewRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(broadcasts, {
    list: async ({ input }) => {
      const { list, total } = await inSnapshot(app.pool, (reader) => listBroadcasts(reader, sliceOf(input)))
      return ok(pageOf(list, total, input))
    },
    count: async ({ input }) => {
      const audience = audienceIn(input)
      if (!audience.ok) return audience
      const reached = await audienceOf(app.pool, audience.value)
      const byLanguage = Map.groupBy(reached, ({ language }) => language)
      const languages = [...byLanguage].map(([language, all]) => ({ language, recipients: all.length }))
      return ok({ recipients: reached.length, languages: languages.toSorted((a, b) => b.recipients - a.recipients) })
    },
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

/** Written into every message centre of the segment in one transaction; whoever is connected hears of it after. */
async function publish(app: FullApp, request: StaffRequest<typeof broadcasts.publish>): Promise<Decided> {
  const { input, staff, now: at, trace } = request
  const { texts, reason, note } = input
  const audience = audienceIn(input)
  if (!audience.ok) return audience
  const wrong = checkWords(texts)
  if (wrong !== null) return wrong
  const tellers: (() => Promise<void>)[] = []
  const decided = await inTransaction(app.pool, async (client): Promise<Decided> => {
    const { segment, value } = audience.value
    const subject = `broadcast:${segment}${value === null ? '' : `:${value}`}`
    const pair = await askForTwo(app, client, request, { subject, accountId: null })
    if (!pair.ok) return pair
    const { state, approvalId } = pair.value
    const reached = state === 'waiting' ? [] : await audienceOf(client, audience.value)
    const after = { segment, value, texts, state, recipients: reached.length }
    await trace(client, { accountId: null, subject, reason, note, after, approvalId })
    if (state === 'waiting') return ok({ state })
    const broadcastId = app.ids.next()
    const kept = { broadcastId, audience: audience.value, texts, recipients: reached.length, reason, note }
    await insertBroadcast(client, { ...kept, at, staffId: staff.staffId, approvalId })
    const to = reached.map(({ accountId }) => accountId)
    const facts = { title: broadcastId, body: broadcastId }
    tellers.push(await writeMessages(app, client, to, { template: 'house.notice', facts, link: null }))
    return ok({ state: 'done' })
  })
  await app.notices.refresh()
  for (const tell of tellers) await tell()
  return decided
}

/** One person raises a banner, as one person halts: it is there when something has just happened. */
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
