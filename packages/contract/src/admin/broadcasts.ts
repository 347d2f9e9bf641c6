import { segments } from '@rueda/rules/broadcasts/broadcast.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { actReasons } from '@rueda/rules/staff/reasons.ts'
import { z } from 'zod'
import { pageInput, pageOf } from '../envelope.ts'
import { identifier, text, timestamp } from '../fields.ts'
import { decided, staffEndpoint, why } from './endpoint.ts'

/** What staff say to many customers at once: messages by two persons, banners by one. */
const LONGEST_TITLE = 80
const LONGEST_BODY = 1_200
const LONGEST_VALUE = 30
const words = z.object({ title: text(LONGEST_TITLE), body: text(LONGEST_BODY) })
const texts = z.object({
  'es': words,
  'en': words,
  'de': words.optional(),
  'hi': words.optional(),
  'ja': words.optional(),
  'th': words.optional(),
  'zh-CN': words.optional(),
  'zh-TW': words.optional(),
})
export type WireTexts = z.output<typeof texts>

const who = { segment: z.enum(segments), value: text(LONGEST_VALUE).optional() }

const broadcast = z
  .object({
    id: identifier,
    segment: z.enum(segments),
    value: z.string().nullable(),
    texts,
    recipients: z.number().int(),
    reason: z.enum(actReasons),
    note: z.string().nullable(),
    askedBy: z.string(),
    by: z.string(),
    timestamp,
  })
  .meta({ id: 'Broadcast' })
export type WireBroadcast = z.output<typeof broadcast>

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
    data: z.object({ recipients: z.number().int(), languages: z.array(z.object({ language: z.string(), recipients: z.number().int() })) }),
    refusals: ['parameter.missing'],
  }),
  publish: staffEndpoint({
    method: 'POST',
    path: '/broadcasts/publish',
    power: 'broadcasts.publish',
    summary: 'Send a message to everybody of a segment, each in the own language, by two persons; prices are nothing to advertise',
    input: z.object({ ...why, ...who, texts }),
    data: decided,
    refusals: ['parameter.missing', 'broadcast.prices', 'staff.factor_stale', 'approval.same_person', 'approval.changed'],
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
