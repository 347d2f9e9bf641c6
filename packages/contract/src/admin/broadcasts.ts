import { segments } from '@rueda/rules/broadcasts/broadcast.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { actReasons } from '@rueda/rules/staff/reasons.ts'
import { z } from 'zod'
import { pageInput, pageOf, wholeNumber } from '../envelope.ts'
import { identifier, text, timestamp } from '../fields.ts'
import { approval } from './approvals.ts'
import { approvalRefusals, decided, staffEndpoint, why } from './endpoint.ts'
import { inLanguages, unfinishedInLanguages } from './texts.ts'

/** Announcements of staff to many customers at once: messages by two persons, banners by one. */
const MAX_TITLE = 80
const MAX_BODY = 1_200
const MAX_VALUE = 30
const LONGEST = { title: MAX_TITLE, body: MAX_BODY }
const texts = inLanguages(LONGEST)
export type WireTexts = z.output<typeof texts>

const draftTexts = unfinishedInLanguages(LONGEST)
export type WireDraftTexts = z.output<typeof draftTexts>

const who = { segment: z.enum(segments), value: text(MAX_VALUE).optional() }

const broadcast = z
  .object({
    id: identifier,
    segment: z.enum(segments),
    value: z.string().nullable(),
    texts,
    /** The number of recipients, and how many of them have it by now. */
    recipients: z.number().int(),
    delivered: z.number().int(),
    state: z.enum(['sending', 'sent']),
    reason: z.enum(actReasons),
    note: z.string().nullable(),
    askedBy: z.string(),
    by: z.string(),
    timestamp,
  })
  .meta({ id: 'Broadcast' })
export type WireBroadcast = z.output<typeof broadcast>

const draft = z
  .object({
    id: identifier,
    version: z.number().int(),
    segment: z.enum(segments),
    value: z.string().nullable(),
    texts: draftTexts,
    writtenBy: z.string(),
    changedBy: z.string(),
    createdTimestamp: timestamp,
    changedTimestamp: timestamp,
    /** The request to send it, where a second person has to agree. */
    waiting: approval.nullable(),
  })
  .meta({ id: 'BroadcastDraft' })
export type WireDraft = z.output<typeof draft>

const LAST_VERSION = 1_000_000
/** Which draft, and which of its versions was read. */
const read = { draftId: identifier.optional(), version: wholeNumber(1, LAST_VERSION).optional() }

const banner = z
  .object({
    id: identifier,
    market: z.enum(marketNames).nullable(),
    texts,
    by: z.string(),
    timestamp,
    liftedTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'Banner' })
export type WireBanner = z.output<typeof banner>

export const broadcasts = {
  list: staffEndpoint({
    method: 'GET',
    path: '/broadcasts',
    power: 'broadcasts.see',
    summary: 'What was said to many, to how many, by whom and why',
    input: z.object({ ...pageInput }),
    data: pageOf(broadcast),
  }),
  count: staffEndpoint({
    method: 'GET',
    path: '/broadcasts/recipients',
    power: 'broadcasts.see',
    summary: 'How many customers a segment has now',
    input: z.object(who),
    data: z.object({
      recipients: z.number().int(),
      languages: z.array(z.object({ language: z.string(), recipients: z.number().int() })),
      /** The clock that messages are dated by. */
      nowTimestamp: timestamp,
    }),
    refusals: ['parameter.missing'],
  }),
  drafts: staffEndpoint({
    method: 'GET',
    path: '/broadcasts/drafts',
    power: 'broadcasts.see',
    summary: 'What is being written to many and is not sent yet, the last changed first',
    input: z.object({}),
    data: z.array(draft),
  }),
  saveDraft: staffEndpoint({
    method: 'POST',
    path: '/broadcasts/drafts/save',
    power: 'broadcasts.write',
    summary: 'Keep what is being written, new or as the next version of a draft; what somebody else saved meanwhile is never overwritten',
    input: z.object({ ...why, ...who, ...read, texts: draftTexts }),
    data: z.object({ id: identifier, version: z.number().int() }),
    refusals: ['parameter.missing', 'object.not_found', 'broadcast.draft_changed'],
  }),
  dropDraft: staffEndpoint({
    method: 'POST',
    path: '/broadcasts/drafts/drop',
    power: 'broadcasts.write',
    summary: 'Throw a draft away',
    input: z.object({ ...why, draftId: identifier }),
    data: z.literal(true),
    refusals: ['object.not_found'],
  }),
  publish: staffEndpoint({
    method: 'POST',
    path: '/broadcasts/publish',
    power: 'broadcasts.publish',
    summary: 'Send a message to everybody of a segment, each in the own language, by two persons; prices are nothing to advertise',
    input: z.object({ ...why, ...who, ...read, texts }),
    data: decided,
    refusals: ['parameter.missing', 'object.not_found', 'broadcast.prices', 'broadcast.draft_changed', ...approvalRefusals],
  }),
  banners: staffEndpoint({
    method: 'GET',
    path: '/banners',
    power: 'market.see',
    summary: 'The banners customers see now, and the last ones they saw',
    input: z.object({}),
    data: z.array(banner),
  }),
  raise: staffEndpoint({
    method: 'POST',
    path: '/banners/raise',
    power: 'banners.raise',
    summary: 'Show a banner to every customer, or to whoever looks at one market, from now on',
    input: z.object({ ...why, market: z.enum(marketNames).optional(), texts }),
    data: banner,
    refusals: ['broadcast.prices'],
  }),
  lower: staffEndpoint({
    method: 'POST',
    path: '/banners/lower',
    power: 'banners.raise',
    summary: 'Take a banner down',
    input: z.object({ ...why, id: identifier }),
    data: z.literal(true),
    refusals: ['object.not_found'],
  }),
} as const
