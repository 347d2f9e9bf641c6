import type { Socket } from 'node:net'
import { refuse } from '@rueda/rules/result.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ADMIN_PREFIX, API_PREFIX } from './api.ts'
import type { Bounds } from './bounds.ts'
import { networkOf } from './network.ts'
import type { TrustedProxies } from './proxies.ts'
import type { Replies } from './replies.ts'

/**
 * Keeps one address from holding the server: it may have so many connections and so many requests under way, and a reader
 * who takes nothing of an answer is cut off. A proxy's connections are shared by everybody, so they are not counted; the
 * requests that come through it are, by the address of their sender.
 */
type Dependencies = Readonly<{
  bounds: Pick<Bounds, 'connectionsPerAddress' | 'requestsPerAddress'>
  isTrusted: TrustedProxies
  replies: Replies
  /** Text for a connection that is refused before any request was read. */
  busyAnswer: () => string
  elapsed?: () => number
}>

const MAX_IDLE_READ_MS = 20 * SECOND_MS
const SWEEP_EVERY_MS = 2 * SECOND_MS
const MAX_TOLD_PER_SECOND = 20
/** Longest time in which the refusal of a connection may be read. */
const MAX_GOODBYE_MS = SECOND_MS

export interface Connections {
  /** Cuts off connections that have taken nothing of an answer for long. */
  sweep(): void
}

export function addConnections(server: FastifyInstance, dependencies: Dependencies): Connections {
  const { bounds, isTrusted, busyAnswer, elapsed = () => performance.now() } = dependencies
  const perAddress = new Map<string, number>()
  const readers = new Map<Socket, Progress>()
  const mayTell = perSecond(MAX_TOLD_PER_SECOND)

  server.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const release = isTrusted(address) ? NOTHING : countIn(perAddress, networkOf(address), bounds.connectionsPerAddress)
    if (release === null) return turnAway(socket, mayTell(elapsed()) ? busyAnswer() : null)
    readers.set(socket, { taken: 0, since: null })
    socket.once('close', () => {
      readers.delete(socket)
      release()
    })
  })
  addRequestBound(server, dependencies)

  const sweep = (): void => {
    for (const [socket, progress] of readers) if (isStuck(socket, progress, elapsed())) socket.destroy()
  }
  const timer = setInterval(sweep, SWEEP_EVERY_MS).unref()
  server.addHook('onClose', (_, done) => {
    clearInterval(timer)
    done()
  })
  return { sweep }
}

function addRequestBound(server: FastifyInstance, { bounds, replies }: Dependencies): void {
  const underWay = new Map<string, number>()
  server.addHook('onRequest', async (request, reply) => {
    if (isUpgrade(request)) {
      // The parser has given this connection up: one that is refused the push channel has to be closed here, or stays for ever.
      reply.raw.once('finish', () => request.raw.socket.destroySoon())
      // A socket of the push channel is counted there, for as long as it lives.
      return
    }
    const release = countIn(underWay, networkOf(request.ip), bounds.requestsPerAddress)
    if (release === null) return replies.refuse(reply, request, TOO_MANY, isApi(request) ? undefined : UNAVAILABLE)
    reply.raw.once('close', release)
  })
}

const TOO_MANY = refuse('rate.limited', { retryAfterMs: SECOND_MS })
const UNAVAILABLE = 503
/** The app reads refusals; a browser that asks for a script wants a status. */
const isApi = ({ url }: FastifyRequest): boolean => url.startsWith(API_PREFIX) || url.startsWith(ADMIN_PREFIX)
const isUpgrade = ({ headers }: FastifyRequest): boolean => headers.upgrade !== undefined

const NOTHING = (): void => undefined

/** Returns a check that passes at most so many times in a second. */
function perSecond(most: number): (now: number) => boolean {
  let began = Number.NEGATIVE_INFINITY
  let done = 0
  return (now) => {
    if (now - began >= SECOND_MS) {
      began = now
      done = 0
    }
    done += 1
    return done <= most
  }
}

/** Counts one more under a key and returns the function that counts it down; null when there are too many. */
function countIn(counts: Map<string, number>, key: string, most: number): (() => void) | null {
  const count = counts.get(key) ?? 0
  if (count >= most) return null
  counts.set(key, count + 1)
  return () => {
    const left = (counts.get(key) ?? 1) - 1
    if (left === 0) counts.delete(key)
    else counts.set(key, left)
  }
}

/** Ends the connection; without an answer in a flood, because answering each of thousands is what the flood wants. */
function turnAway(socket: Socket, answer: string | null): void {
  socket.on('error', () => undefined)
  if (answer === null) return void socket.resetAndDestroy()
  socket.end(answer)
  setTimeout(() => socket.destroy(), MAX_GOODBYE_MS).unref()
}

type Progress = { taken: number; since: number | null }

/** Returns true when bytes have waited to be read for long, and none of them were. */
function isStuck(socket: Pick<Socket, 'bytesWritten' | 'writableLength'>, progress: Progress, now: number): boolean {
  const taken = socket.bytesWritten - socket.writableLength
  if (socket.writableLength === 0) progress.since = null
  else if (progress.since === null || taken !== progress.taken) progress.since = now
  progress.taken = taken
  return progress.since !== null && now - progress.since >= MAX_IDLE_READ_MS
}
