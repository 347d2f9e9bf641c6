import { agreementKinds } from '@rueda/rules/agreements/agreement.ts'
import { z } from 'zod'
import { languages } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { wholeNumber } from './envelope.ts'
import { timestamp } from './fields.ts'

/** Terms, privacy and risks: documents with versions, and what a customer accepted of them (`docs/rules/agreements.md`). */
const kind = z.enum(agreementKinds)
const LAST_VERSION = 999
const version = wholeNumber(1, LAST_VERSION)
const HASH = /^[0-9a-f]{64}$/u
const language = z.enum(languages)

/** A version as it was read. */
export const readAgreement = z.object({ kind, version, language, hash: z.string().regex(HASH) })
export const readAgreements = z.array(readAgreement).max(agreementKinds.length)

const head = {
  kind,
  version: z.number().int(),
  /** The date it holds from. */ since: z.string(),
  language,
  title: z.string(),
  hash: z.string(),
}

export const agreementText = z.object({ ...head, paragraphs: z.array(z.string()) }).meta({ id: 'AgreementText' })
export type AgreementText = z.output<typeof agreementText>

const accepted = z.object({ kind, version: z.number().int(), language, title: z.string(), hash: z.string(), acceptTimestamp: timestamp })
const standing = z
  .object({
    /** The documents whose newest version is still to be accepted, before the next order. */
    due: z.array(kind),
    /** Newest first. */
    accepted: z.array(accepted),
  })
  .meta({ id: 'AgreementStanding' })

export const agreements = {
  list: endpoint({
    method: 'GET',
    path: '/agreement/list',
    access: 'public',
    summary: 'The newest version of each document that is agreed to, in the reader’s language',
    input: z.object({}),
    data: z.array(z.object(head)),
  }),
  read: endpoint({
    method: 'POST',
    path: '/agreement/read',
    access: 'public',
    summary: 'A document in a version, the newest one where none is named, in the reader’s language or in one that is named',
    input: z.object({ kind, version: version.optional(), language: language.optional() }),
    data: agreementText,
    refusals: ['object.not_found'],
  }),
  standing: endpoint({
    method: 'GET',
    path: '/agreement/standing',
    access: 'user',
    summary: 'What the customer accepted, in which version, language and words, and what is still to be accepted',
    input: z.object({}),
    data: standing,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/agreement/accept',
    access: 'user',
    summary: 'Accept documents in the newest version, as they were read; twice is once',
    input: z.object({ agreements: readAgreements.min(1) }),
    data: standing,
    refusals: ['agreement.outdated'],
  }),
} as const
