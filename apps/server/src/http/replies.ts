import type { OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { type Language, languages } from '@rueda/contract/codes.ts'
import type { VenueLabel } from '@rueda/exchange/venue.ts'
import { type Refusal, refuse } from '@rueda/rules/result.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Beside, refused, statusOf, successHead, successParts } from './envelope.ts'
import { languageOf } from './language.ts'
import { MAX_WHOLE_BYTES, inChunks } from './chunks.ts'
import { messageOf } from './messages.ts'

/** Writes answers: the envelope, the venue's label, and nothing a cache may keep. */
export interface Replies {
  languageOf(request: FastifyRequest): Language
  /** `data` is JSON already. */
  success(reply: FastifyReply, request: FastifyRequest, data: Buffer, beside?: Beside): FastifyReply
  /** `status` is for a request cut at the transport; a business refusal has its own. */
  refuse(reply: FastifyReply, request: FastifyRequest, refusal: Refusal, status?: number, beside?: Beside): FastifyReply
  /** For a socket whose request could not even be read. */
  raw(refusal: Refusal, requestId: string): string
}

const RETRY_AFTER_SECONDS = 1
const SUCCESS_STATUS = 200
/** Less than this is copied into memory that is there already. */
const MIN_PARTED_BYTES = 4 * 1024

export function createReplies(venue: VenueLabel): Replies {
  const language = ({ headers }: FastifyRequest): Language =>
    languageOf({ language: single(headers['language']), acceptLanguage: headers['accept-language'] })

  const heads = new Map(languages.map((each) => [each, successHead(messageOf('success', each, {}))]))

  const headed = (reply: FastifyReply, request: FastifyRequest, status: number): FastifyReply =>
    reply
      .code(status)
      .header('x-venue', venue)
      .header('x-request-id', request.id)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')

  const send = (reply: FastifyReply, request: FastifyRequest, status: number, body: Buffer): FastifyReply =>
    headed(reply, request, status).send(body.length > MAX_WHOLE_BYTES ? pieced(reply, body) : body)

  /**
   * Writes the parts of an answer as they are. Put together they would be memory outside of the heap for each request, which has the whole
   * heap collected again and again while many read what they share.
   */
  function sendParts(reply: FastifyReply, request: FastifyRequest, parts: readonly Buffer[]): FastifyReply {
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    const { raw } = headed(reply, request, SUCCESS_STATUS).header('content-length', length).hijack()
    raw.writeHead(SUCCESS_STATUS, reply.getHeaders() as OutgoingHttpHeaders)
    raw.cork()
    for (const part of parts) raw.write(part)
    raw.end()
    return reply
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
      const parts = successParts(head, data, { venue, requestId: request.id }, beside)
      const isWhole = data.length < MIN_PARTED_BYTES || data.length > MAX_WHOLE_BYTES
      return isWhole ? send(reply, request, SUCCESS_STATUS, Buffer.concat(parts)) : sendParts(reply, request, parts)
    },
    refuse: (reply, request, refusal, status = statusOf(refusal.refusal), beside = {}) => {
      const message = messageOf(refusal.refusal, language(request), refusal.facts)
      noteCode(request, refusal)
      if (status === 503) void reply.header('retry-after', RETRY_AFTER_SECONDS)
      return send(
        reply,
        request,
        status,
        Buffer.from(JSON.stringify({ ...refused(refusal, message, { venue, requestId: request.id }), ...beside })),
      )
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
