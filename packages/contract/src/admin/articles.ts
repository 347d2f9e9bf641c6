import { articleKindNames, articleTags } from '@rueda/rules/articles/article.ts'
import { actReasons } from '@rueda/rules/staff/reasons.ts'
import { z } from 'zod'
import { pageInput, pageOf, venueLabel, wholeNumber } from '../envelope.ts'
import { identifier, text, timestamp } from '../fields.ts'
import { approval } from './approvals.ts'
import { approvalRefusals, decided, staffEndpoint, why } from './endpoint.ts'
import { inLanguages, unfinishedInLanguages } from './texts.ts'

/** Articles: those that the house makes by itself, to be read, and those that staff write, which two persons publish. */
const LONGEST = { title: 120, body: 6_000 }
const MAX_INSTRUMENT = 30
const MAX_INSTRUMENTS = 8
const texts = inLanguages(LONGEST)
const draftTexts = unfinishedInLanguages(LONGEST)
const tag = z.enum(articleTags)
/** Ids of instruments: "US:ARDV". */
const mentioned = z.array(text(MAX_INSTRUMENT)).max(MAX_INSTRUMENTS)

const article = z
  .object({
    id: identifier,
    kind: z.enum(['editorial', ...articleKindNames]),
    tag,
    /** In every language that it is in. */
    texts: draftTexts,
    instruments: z.array(z.string()),
    venue: venueLabel,
    /** Who asked for it and who agreed; null for what the house made by itself. */
    askedBy: z.string().nullable(),
    by: z.string().nullable(),
    timestamp,
    withdrawn: z.object({ by: z.string(), reason: z.enum(actReasons), note: z.string().nullable(), timestamp }).nullable(),
  })
  .meta({ id: 'StaffArticle' })
export type WireStaffArticle = z.output<typeof article>

const draft = z
  .object({
    id: identifier,
    version: z.number().int(),
    tag,
    instruments: z.array(z.string()),
    texts: draftTexts,
    writtenBy: z.string(),
    changedBy: z.string(),
    createdTimestamp: timestamp,
    changedTimestamp: timestamp,
    /** The request to publish it, where a second person has to agree. */
    waiting: approval.nullable(),
  })
  .meta({ id: 'ArticleDraft' })
export type WireArticleDraft = z.output<typeof draft>

const LAST_VERSION = 1_000_000
const version = wholeNumber(1, LAST_VERSION)

export const articleDesk = {
  list: staffEndpoint({
    method: 'GET',
    path: '/articles',
    power: 'articles.see',
    summary: 'Every article, the newest first: made by the house or written by staff, and what was taken back',
    input: z.object({ ...pageInput, tag: tag.optional() }),
    data: pageOf(article),
  }),
  drafts: staffEndpoint({
    method: 'GET',
    path: '/articles/drafts',
    power: 'articles.see',
    summary: 'Articles that are being written, the last changed first',
    input: z.object({}),
    data: z.array(draft),
  }),
  saveDraft: staffEndpoint({
    method: 'POST',
    path: '/articles/drafts/save',
    power: 'articles.write',
    summary:
      'Keep an article that is being written, new or as the next version of a draft; what somebody else saved meanwhile is never overwritten',
    input: z.object({
      ...why,
      tag,
      instruments: mentioned,
      texts: draftTexts,
      draftId: identifier.optional(),
      version: version.optional(),
    }),
    data: z.object({ id: identifier, version: z.number().int() }),
    refusals: ['object.not_found', 'instrument.unknown', 'broadcast.draft_changed'],
  }),
  dropDraft: staffEndpoint({
    method: 'POST',
    path: '/articles/drafts/drop',
    power: 'articles.write',
    summary: 'Throw the draft of an article away',
    input: z.object({ ...why, draftId: identifier }),
    data: z.literal(true),
    refusals: ['object.not_found'],
  }),
  publish: staffEndpoint({
    method: 'POST',
    path: '/articles/publish',
    power: 'articles.publish',
    summary: 'Publish a draft for everybody to read, by two persons; prices are nothing to advertise',
    input: z.object({ ...why, tag, instruments: mentioned, texts, draftId: identifier, version }),
    data: decided,
    refusals: ['object.not_found', 'instrument.unknown', 'broadcast.prices', 'broadcast.draft_changed', ...approvalRefusals],
  }),
  withdraw: staffEndpoint({
    method: 'POST',
    path: '/articles/withdraw',
    power: 'articles.withdraw',
    summary: 'Take back an article that staff have written: nobody can read it any more, and that it was there stays',
    input: z.object({ ...why, articleId: identifier }),
    data: z.literal(true),
    refusals: ['object.not_found'],
  }),
} as const
