import type { Readable } from 'node:stream'
import { type Language, languages } from '@rueda/contract/codes.ts'
import type { VenueLabel } from '@rueda/exchange/venue.ts'
import { type Refusal, refuse } from '@rueda/rules/result.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Beside, refused, statusOf, successBytes, successHead } from './envelope.ts'
import { languageOf } from './language.ts'
import { MAX_WHOLE_BYTES, inChunks } from './chunks.ts'
import { messageOf } from './messages.ts'

/** Writes answers: the envelope, the venue's label, and nothing a cache may keep. */
export interface Replies {
  languageOf(request: FastifyRequest): Language
  /** `data` is JSON already. */
  success(reply: FastifyReply, request: FastifyRequest, data: Buffer, beside?: Beside): FastifyReply
  /** `status` is for a request cut at the transport; a business refusal has its own. */
  refuse(reply: FastifyReply, request: FastifyRequest, refusal: Refusal, status?: number): FastifyReply
  /** For a socket whose request could not even be read. */
  raw(refusal: Refusal, requestId: string): string
}

const RETRY_AFTER_SECONDS = 1

export function createReplies(venue: VenueLabel): Replies {
  const language = ({ headers }: FastifyRequest): Language =>
    languageOf({ language: single(headers['language']), acceptLanguage: headers['accept-language'] })

  const heads = new Map(languages.map((each) => [each, successHead(messageOf('success', each, {}))]))

  function send(reply: FastifyReply, request: FastifyRequest, status: number, body: Buffer): FastifyReply {
    return reply
      .code(status)
      .header('x-venue', venue)
      .header('x-request-id', request.id)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(body.length > MAX_WHOLE_BYTES ? pieced(reply, body) : body)
  }

  function pieced(reply: FastifyReply, content: Buffer): Readable {
    void reply.header('content-length', content.length)
    return inChunks(content)
  }

  return {
    languageOf: language,
    success: (reply, request, data, beside) => {
      const spoken = language(request)
      const head = heads.get(spoken) ?? successHead(messageOf('success', spoken, {}))
      return send(reply, request, 200, successBytes(head, data, { venue, requestId: request.id }, beside))
    },
    refuse: (reply, request, refusal, status = statusOf(refusal.refusal)) => {
      const message = messageOf(refusal.refusal, language(request), refusal.facts)
      noteCode(request, refusal)
      if (status === 503) void reply.header('retry-after', RETRY_AFTER_SECONDS)
      return send(reply, request, status, Buffer.from(JSON.stringify(refused(refusal, message, { venue, requestId: request.id }))))
    },
    raw: (refusal, requestId) => JSON.stringify(refused(refusal, messageOf(refusal.refusal, 'en', refusal.facts), { venue, requestId })),
  }
}

const single = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header)

/** Refusals of requests, for the log and the counters. */
const noted = new WeakMap<FastifyRequest, Refusal['refusal']>()
const noteCode = (request: FastifyRequest, { refusal }: Refusal): unknown => noted.set(request, refusal)
export const refusalOf = (request: FastifyRequest): Refusal['refusal'] | null => noted.get(request) ?? null

export const INTERNAL = refuse('internal')
