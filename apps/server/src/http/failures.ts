import { type Refusal, refuse } from '@rueda/rules/result.ts'
import type { FastifyError, FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { NoAnswer, OutcomeUnknown } from '../bus/bus.ts'
import { ArchiveUnreadable } from '../storage/archive-unreadable.ts'
import { UnknownOutcome } from '../db/unknown-outcome.ts'
import { StoreUnavailable } from '../storage/store.ts'
import { INTERNAL, type Replies } from './replies.ts'
import { LeadershipOver } from '../write-path/commit.ts'
import { VenueUnavailable } from '../venue/venue-thread.ts'

/** Parts of the answer when no endpoint answered: unknown paths, bodies that could not be taken, and our own bugs. */
type Dependencies = Readonly<{
  replies: Replies
  log: Logger
  /** Returns the method that a path takes, or null for an unknown path. */
  methodOf: (path: string) => string | null
}>

export const NOT_FOUND = 404
const METHOD_NOT_ALLOWED = 405

export function addFailures(server: FastifyInstance, { replies, log, methodOf }: Dependencies): void {
  server.setNotFoundHandler((request, reply) => {
    const method = methodOf(request.url.split('?')[0] ?? '')
    if (method === null) return replies.refuse(reply, request, refuse('object.not_found'), NOT_FOUND)
    void reply.header('allow', method)
    return replies.refuse(reply, request, refuse('parameter.invalid', { field: 'method' }), METHOD_NOT_ALLOWED)
  })

  server.setErrorHandler<FastifyError>((error, request, reply) => {
    const known = cutOf(error)
    if (known !== null) return replies.refuse(reply, request, known.refusal, known.status)
    const refusal = refusalOfFailure(error)
    const line = { requestId: request.id, route: request.routeOptions.url }
    // A core that is away says so itself, and its fronts answer the same to everybody.
    if (error instanceof NoAnswer) log.warn({ ...line, reason: error.message }, 'a request was not answered by the core')
    else log.error({ ...line, err: error }, 'a request failed')
    return replies.refuse(reply, request, refusal)
  })
}

/**
 * The answer where something failed: "try again" while a part that everything needs is away, or the files alone; that nobody knows whether it was done,
 * where it was handed over; and nothing of the reason otherwise.
 */
export const refusalOfFailure = (error: unknown): Refusal => {
  if (error instanceof StoreUnavailable) return refuse('storage.away')
  if (error instanceof ArchiveUnreadable) return refuse('archive.away')
  if (error instanceof OutcomeUnknown || error instanceof UnknownOutcome) return refuse('outcome.unknown')
  const isElsewhere = error instanceof VenueUnavailable || error instanceof NoAnswer || error instanceof LeadershipOver
  const isAway = isElsewhere || (error instanceof Error && isDatabaseAway(error))
  return isAway ? refuse('maintenance') : INTERNAL
}

const TRANSPORT_STATUSES: ReadonlySet<number> = new Set([400, 408, 412, 413, 414, 415, 416, 431])
/** The part of the request at fault, where a status names it. */
const fieldOf: Readonly<Record<number, string>> = { 412: 'if-match', 416: 'range' }

/**
 * Returns the refusal for a request that the framework or the connection cut, by the status of the error. A file it would
 * not serve is reported as missing: the framework's own 403 would log a customer out.
 */
function cutOf({ statusCode }: FastifyError): Readonly<{ status: number; refusal: Refusal }> | null {
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return null
  if (!TRANSPORT_STATUSES.has(statusCode)) return { status: NOT_FOUND, refusal: refuse('object.not_found') }
  return { status: statusCode, refusal: refuse('parameter.invalid', { field: fieldOf[statusCode] ?? 'body' }) }
}

// The classes of PostgreSQL for "no connection", "out of resources", "took too long" and "going down", and the socket's own words.
const AWAY = /^(08\w{3}|53\w{3}|57014|57P0\d|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/u
const POOL_TIMEOUT = 'timeout exceeded when trying to connect'
export const isDatabaseAway = ({ code, message }: Readonly<{ code?: string; message: string }>): boolean =>
  AWAY.test(code ?? '') || message.includes(POOL_TIMEOUT) || message.includes('Connection terminated')
