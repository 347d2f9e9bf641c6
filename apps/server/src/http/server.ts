import { fileURLToPath } from 'node:url'
import multipart from '@fastify/multipart'
import { refuse } from '@rueda/rules/result.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Settings } from '../config.ts'
import type { Clock, Ids } from '../deps.ts'
import { fileUrl } from '../storage/files.ts'
import type { FreeSpace } from '../storage/free-space.ts'
import type { LinkKeys } from '../storage/signed.ts'
import type { FileStore } from '../storage/store.ts'
import type { Receipts } from '../trust-log/receipts.ts'
import type { Vault } from '../vault/vault.ts'
import type { VenueClient } from '../venue/client.ts'
import { createAdmission } from './admission.ts'
import { ADMIN_PREFIX, API_PREFIX, addApi, pathMatcher } from './api.ts'
import type { Bounds } from './bounds.ts'
import { addConnections } from './connections.ts'
import type { DeviceCookies } from './device-cookie.ts'
import { NOT_FOUND, addFailures } from './failures.ts'
import { addConsoleOrigin, consoleUrlOf } from './console-origin.ts'
import { addExportLinks } from './export-links.ts'
import { addFileLinks } from './file-links.ts'
import { addBrowserApps, addLogos } from './files.ts'
import type { Gate } from './gate.ts'
import { addHealth } from './health.ts'
import { readQuery } from './input.ts'
import { type Forwarding, addForwarding } from './forwarding.ts'
import { type OwnGauge, addMetrics } from './metrics.ts'
import { keepAddresses, trustedProxies } from './proxies.ts'
import type { RateLimits } from './rate-limits.ts'
import { addReference } from './reference.ts'
import { type Replies, createReplies } from './replies.ts'
import type { Registered } from './routes.ts'
import { addSecurityEvents } from './security-events.ts'
import { addSecurityHeaders, securityHeaders } from './security-headers.ts'
import type { Sessions } from './session.ts'
import { createSharedAnswers } from './shared-answers.ts'
import { readJson } from './strict-json.ts'
import * as transport from './transport.ts'

export type HttpDependencies = Readonly<{
  settings: Pick<Settings, 'PUBLIC_URL' | 'CONSOLE_URL' | 'TRUSTED_PROXIES' | 'RATE_LIMITS' | 'UPLOAD_MB' | 'FRAMED_HOSTS'>
  clock: Clock
  ids: Ids
  pool: Pool
  venue: Pick<VenueClient, 'find' | 'label' | 'logo'>
  vault: Vault
  links: LinkKeys
  files: FileStore
  space: FreeSpace
  wallClock: Clock
  sessions: Sessions
  gate: Gate
  limits: RateLimits
  bounds: Bounds
  devices: DeviceCookies
  log: Logger
  version: string
  receipts: Receipts
  /** Numbers of the parts behind the edge, for `/metrics`. */
  gauges?: readonly OwnGauge[]
}>

/** Parts that the HTTP edge shares among everything that answers. */
export type SharedEdge = Readonly<{ replies: Replies; limits: RateLimits }>
/** Adds to the server what is no endpoint of the contract: the push channel, the staff's endpoints. */
export type Extension = (server: FastifyInstance, edge: SharedEdge) => void | Promise<void>
export type HttpServer = Readonly<{ server: FastifyInstance; forwarding: Forwarding; closeGracefully: () => Promise<void> }>

const WEB_APP = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const CONSOLE = fileURLToPath(new URL('../../../console/dist', import.meta.url))

export async function createHttpServer(
  app: HttpDependencies,
  features: readonly Registered[],
  extensions: readonly Extension[] = [],
): Promise<HttpServer> {
  const registered = features.flat()
  const replies = createReplies(app.venue.label)
  const isHttps = app.settings.PUBLIC_URL?.startsWith('https:') ?? false
  const headers = await securityHeaders({ isHttps, framedHosts: app.settings.FRAMED_HOSTS })
  const ownHeaders = { ...headers, 'X-Venue': app.venue.label }
  const server = bareServer(app, replies, ownHeaders)
  let isOpen = true

  // First of all, because everything registered later inherits these failures.
  addFailures(server, { replies, log: app.log, methodOf: pathMatcher(registered) })
  addSecurityHeaders(server, headers)
  keepAddresses(server)
  const isTrusted = trustedProxies(app.settings)
  const busyAnswer = (): string => transport.lastAnswer({ status: 200, body: replies.raw(TOO_MANY, app.ids.next()), headers: ownHeaders })
  addConnections(server, { bounds: app.bounds, isTrusted, replies, busyAnswer })
  const forwarding = addForwarding(server, { isTrusted, newProbe: () => app.ids.next(), log: app.log })
  addConsoleOrigin(server, { settings: app.settings, replies })
  addTransportChecks(server, app, replies)
  addLog(server, app.log)
  addSecurityEvents(server, app.log)
  addMetrics(server, { pool: app.pool, space: app.space, replies, gauges: app.gauges ?? [] })
  addHealth(server, { isOpen: () => isOpen, pool: app.pool })
  await server.register(multipart)
  await addReference(server, { version: app.version })
  // In a scope of its own, after the reference has begun to listen for routes.
  await server.register(async (scope) =>
    addApi(
      scope,
      { ...app, uploadMebibytes: app.settings.UPLOAD_MB, replies, admission: createAdmission(), shared: createSharedAnswers() },
      registered,
    ),
  )
  addFileLinks(server, app, replies)
  addExportLinks(server, app, replies)
  addLogos(server, { venue: app.venue, replies })
  await addBrowserApps(server, [
    { folder: WEB_APP, prefix: '/' },
    { folder: CONSOLE, prefix: '/console/' },
  ])
  for (const extension of extensions) await extension(server, { replies, limits: app.limits })

  return {
    server,
    forwarding,
    closeGracefully: () => {
      isOpen = false
      return closeWithin(server, MAX_CLOSE_MS)
    },
  }
}

function bareServer({ settings, ids }: HttpDependencies, replies: Replies, headers: Readonly<Record<string, string>>): FastifyInstance {
  const server = Fastify({
    logger: false,
    genReqId: () => ids.next(),
    bodyLimit: transport.MAX_BODY_BYTES,
    requestTimeout: transport.REQUEST_TIMEOUT_MS,
    http: {
      // Checked in `transport`, where the answer has its envelope.
      requireHostHeader: false,
      headersTimeout: transport.HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: transport.TIMEOUT_CHECK_MS,
    },
    routerOptions: {
      maxParamLength: transport.MAX_PARAMETER,
      querystringParser: (query) => readQuery(query) as Record<string, unknown>,
    },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    trustProxy: trustedProxies(settings),
    frameworkErrors: (_, request, reply) => void replies.refuse(reply.headers(headers), request, refuse('object.not_found'), NOT_FOUND),
    clientErrorHandler: (error, socket) =>
      transport.answerBrokenRequest(error, socket, { bodyOf: (refusal) => replies.raw(refusal, ids.next()), headers }),
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, readJson(body as Buffer)))
  return server
}

function addTransportChecks(server: FastifyInstance, { settings, venue }: HttpDependencies, replies: Replies): void {
  server.addHook('onRequest', async (request, reply) => {
    void reply.header('x-venue', venue.label)
    const cut = transport.cutBeforeRouting(request)
    if (cut !== null) return replies.refuse(reply, request, cut.refusal, cut.status)
    const own = request.url.startsWith(ADMIN_PREFIX) ? consoleUrlOf(settings) : (settings.PUBLIC_URL ?? null)
    const isApi = request.url.startsWith(API_PREFIX) || request.url.startsWith(ADMIN_PREFIX)
    if (isApi && !transport.isForThisHost(request.headers.host, own) && !isPictureForStaff(request, settings)) {
      return replies.refuse(reply, request, refuse('parameter.invalid', { field: 'host' }), MISDIRECTED)
    }
  })
}

/** Pictures that staff look at come from the console's own origin. */
const isPictureForStaff = ({ headers, routeOptions }: FastifyRequest, settings: HttpDependencies['settings']): boolean =>
  routeOptions.url === fileUrl(':fileId') && transport.isForThisHost(headers.host, consoleUrlOf(settings))

const MISDIRECTED = 421
const TOO_MANY = refuse('rate.limited', { retryAfterMs: SECOND_MS })

/** Logs one line per request: its route and its outcome, but no address, no name and no value that was sent. */
function addLog(server: FastifyInstance, log: Logger): void {
  server.addHook('onResponse', (request, reply, done) => {
    const line = { requestId: request.id, method: request.method, route: request.routeOptions.url, status: reply.statusCode }
    log.debug({ ...line, ms: Math.round(reply.elapsedTime) }, 'answered')
    done()
  })
}

const MAX_CLOSE_MS = 8_000
const SWEEP_MS = 100

/** Takes no new connection, lets running requests finish, and after eight seconds closes what is still open. */
async function closeWithin(server: FastifyInstance, longestMs: number): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), longestMs)
  // A connection that was busy when the closing began is kept open by its client after the answer.
  const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_MS)
  await server.close()
  clearInterval(sweep)
  clearTimeout(timer)
}
