import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type Refusal, refuse } from '@rueda/rules/result.ts'
import type { FastifyRequest } from 'fastify'
import { LOOPBACK_HOST, OLD_HTTP } from './seat.ts'

/** Limits that cut a request off before it reaches an endpoint: the framing of HTTP itself (`docs/rules/bad-input.md` 10.C). */
export const MAX_BODY_BYTES = 64 * 1024
export const HEADERS_TIMEOUT_MS = 10_000
export const REQUEST_TIMEOUT_MS = 30_000
export const TIMEOUT_CHECK_MS = 2_000
export const MAX_PARAMETER = 200
const MAX_URL = 8 * 1024
const MAX_HEADERS = 100
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST'])

export type Cut = Readonly<{ status: number; refusal: Refusal }>

const cut = (status: number, field: string): Cut => ({ status, refusal: refuse('parameter.invalid', { field }) })

/** Returns the first fault in the way a request was sent, or null. */
export function cutBeforeRouting({ raw, method, headers, routeOptions }: FastifyRequest): Cut | null {
  if (!METHODS.has(method)) return cut(405, 'method')
  if ((raw.url ?? '').length > MAX_URL) return cut(414, 'url')
  if (raw.rawHeaders.length > MAX_HEADERS * 2) return cut(431, 'headers')
  if (timesSent(raw, 'host') > 1 || (headers.host === undefined && raw.httpVersion !== OLD_HTTP)) return cut(400, 'host')
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return cut(415, 'content-encoding')
  const type = headers['content-type']
  const isTaken = type === undefined || isUtf8Json(type) || (routeOptions.config?.takesUpload === true && MULTIPART_TYPE.test(type))
  if (method === 'POST' && !isTaken) return cut(415, 'content-type')
  return null
}

export function timesSent({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0
  // Names and values take turns.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] ?? ''
    if (header.length === name.length && header.toLowerCase() === name) count += 1
  }
  return count
}

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/iu
const MULTIPART_TYPE = /^multipart\/form-data\s*;/iu
const isUtf8Json = (type: string): boolean => JSON_TYPE.test(type)

/** Returns true when the request names this server's own host. Without a public name every name is right. */
export function isForThisHost(host: string | undefined, publicUrl: string | null): boolean {
  if (publicUrl === null || host === undefined) return true
  return host.toLowerCase() === new URL(publicUrl).host || LOOPBACK_HOST.test(host)
}

const statusOfParserError: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
}

/** Answers a request that Node's parser gave up on, then closes the connection: nothing after it can be trusted. */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  { bodyOf, headers }: Readonly<{ bodyOf: (refusal: Refusal) => string; headers: Readonly<Record<string, string>> }>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statusOfParserError[error.code ?? ''] ?? 400
  socket.end(lastAnswer({ status, body: bodyOf(refuse('parameter.invalid', { field: 'request' })), headers }))
}

type LastAnswer = Readonly<{ status: number; body: string; headers: Readonly<Record<string, string>> }>

/** An answer in bytes, after which the connection is closed. */
export function lastAnswer({ status, body, headers }: LastAnswer): string {
  const head = [
    `HTTP/1.1 ${status} ${reasons[status] ?? 'Bad Request'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
