import cookie from '@fastify/cookie'
import type { StaffEndpoint } from '@rueda/contract/admin/endpoint.ts'
import { staff as door } from '@rueda/contract/admin/staff.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { staysWhenSuspended } from '@rueda/rules/staff/approvals.ts'
import { type PowerName, powerOf, roleFor } from '@rueda/rules/staff/powers.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PoolClient } from 'pg'
import type { Settings } from '../config.ts'
import { inTransaction } from '../db/transaction.ts'
import { ADMIN_PREFIX, keptDevice, presentedBytes, rawInput } from '../http/api.ts'
import { cookieName } from '../http/device-cookie.ts'
import { consoleUrlOf } from '../http/console-origin.ts'
import { deviceOf } from '../http/device.ts'
import { type RawInput, parseInput } from '../http/input.ts'
import type { EdgeParts } from '../http/edge.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import { INTERNAL, type Replies } from '../http/replies.ts'
import type { Infrastructure } from '../infrastructure.ts'
import { appendAudit } from './audit.ts'
import { answerCall } from '../db/carried-out.ts'
import type { Act, Staff, StaffRegistered, StaffRequest, StaffRoute } from './handler.ts'
import { MAX_STAFF_SESSION_MS, checkStaffSession } from './sessions.ts'
import { watchReads } from './unusual-reads.ts'

/**
 * Serves everything under `/admin`, in this one place. The session is a cookie that scripts cannot read; because browsers
 * send cookies by themselves, every request has to carry a header that no page elsewhere can add, and a change has to come
 * from our own address.
 */
const STAFF_COOKIE = 'rueda_staff'
export const CONSOLE_HEADER = 'x-rueda-console'
/** Value of the header on requests that the console makes by itself, so that a screen left open does not count as use. */
const BY_ITSELF = 'background'

/** A look at a customer: the power, the role and the reason. */
export type Used = Readonly<{ accountId: string; power: PowerName; role: string; reason: Act['reason'] }>

/** Writes to the customer in the act's transaction; the returned function notifies connected customers, after the commit. */
export type TellCustomer = (client: PoolClient, used: Used) => Promise<() => Promise<void>>

type AdminParts = Infrastructure & Pick<EdgeParts, 'devices' | 'wallClock'>
type Dependencies = Readonly<{ app: AdminParts; tellCustomer: TellCustomer; replies: Replies; limits: RateLimits }>
type Opened = Readonly<{ staff: Staff | null; role: StaffRequest['role'] | null }>

const FORBIDDEN_ORIGIN = 400

export async function addStaffApi(server: FastifyInstance, dependencies: Dependencies, registered: StaffRegistered): Promise<void> {
  // In a scope of its own: nothing under `/web` ever looks at a cookie.
  await server.register(async (scope) => {
    await scope.register(cookie)
    for (const route of registered) {
      scope.route({
        method: route.endpoint.method,
        url: ADMIN_PREFIX + route.endpoint.path,
        schema: { hide: true },
        handler: (request, reply) => answer(dependencies, route, request, reply),
      })
    }
  })
}

async function answer(dependencies: Dependencies, route: StaffRoute, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { replies, app } = dependencies
  const foreign = foreignField(request, consoleUrlOf(app.settings))
  if (foreign !== null) return replies.refuse(reply, request, refuse('parameter.invalid', { field: foreign }), FORBIDDEN_ORIGIN)
  const opened = await enter(dependencies, route.endpoint, request)
  if (!opened.ok) return replies.refuse(reply, request, opened)
  const result = await carryOut(dependencies, route, opened.value, request, reply)
  if (!result.ok) return replies.refuse(reply, request, result)
  const data = presentedBytes(app, route.endpoint, result.value, request)
  return data.ok ? replies.success(reply, request, data.value) : replies.refuse(reply, request, data)
}

/** Returns the header that shows that a request was not made by the console itself, or null. */
function foreignField({ headers, method }: FastifyRequest, consoleUrl: string | null): string | null {
  if (headers[CONSOLE_HEADER] === undefined) return CONSOLE_HEADER
  if (method === 'GET') return null
  const { origin } = headers
  if (origin === undefined || !URL.canParse(origin)) return 'origin'
  const own = consoleUrl === null ? headers.host : new URL(consoleUrl).host
  const { host } = new URL(origin)
  return host === own || host === headers.host ? null : 'origin'
}

async function enter({ app, limits }: Dependencies, endpoint: StaffEndpoint, request: FastifyRequest): Promise<Result<Opened>> {
  const isUse = request.headers[CONSOLE_HEADER] !== BY_ITSELF
  const token = request.cookies[staffCookieOf(app.settings)]
  const staff = endpoint.access === 'door' ? null : await checkStaffSession(app.pool, { token, now: app.wallClock.now(), isUse })
  const rateClass = endpoint.access === 'door' ? 'login' : 'others'
  // A known device has tries of its own, which others at its address cannot use up; its tries as a stranger count by address too.
  const deviceId = endpoint === door.signIn ? app.devices.read(request.headers.cookie) : null
  const wait = limits.take({ rateClass, accountId: staff?.staffId ?? null, address: request.ip, deviceId })
  if (wait !== null) return refuse('rate.limited', { retryAfterMs: wait })
  if (endpoint.access === 'door') return ok({ staff: null, role: null })
  if (staff === null) return refuse('session.missing')
  const isSuspended = staff.suspendedUntil !== null && !staysWhenSuspended(endpoint.power)
  const role = isSuspended ? null : roleFor(endpoint.power, staff)
  return role === null ? refuse('staff.role_missing') : ok({ staff, role })
}

async function carryOut(
  { app, tellCustomer, replies }: Dependencies,
  { endpoint, handle }: StaffRoute,
  { staff, role }: Opened,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Result<unknown>> {
  const raw = request.body === undefined && endpoint.method === 'POST' ? ok({}) : rawInput(endpoint, request)
  if (!raw.ok) return raw
  const input = parseInput(endpoint, raw.value, request.params as RawInput)
  if (!input.ok) return input
  const now = app.wallClock.now()
  let isTraced = false
  const tellers: (() => Promise<void>)[] = []
  const trace: StaffRequest['trace'] = async (client, act) => {
    if (staff === null || role === null) throw new Error('nobody is signed in whose act could be traced')
    isTraced = true
    const { power } = endpoint
    await appendAudit(client, { ...act, at: now, staffId: staff.staffId, role, power, requestId: request.id, address: request.ip })
    if (powerOf(power).kind === 'open') await watchReads(client, app, { staffId: staff.staffId, now })
    const { accountId, reason } = act
    if (accountId !== null) tellers.push(await tellCustomer(client, { accountId, power, role, reason }))
  }
  const asked = {
    ...{ endpoint, input: input.value, language: replies.languageOf(request), now, requestId: request.id, address: request.ip },
    ...{ device: deviceOf(request.headers['user-agent']), staff, role, trace },
    ...keptDevice(app.devices, app.devices.read(request.headers.cookie), reply),
    signIn: (token: string) =>
      void reply.setCookie(staffCookieOf(app.settings), token, { ...cookieOf(app), maxAge: MAX_STAFF_SESSION_MS / 1_000 }),
    signOut: () => void reply.clearCookie(staffCookieOf(app.settings), cookieOf(app)),
  }
  // `enter` refuses a request without a session where the endpoint needs one.
  const result = await answerCall(() => handle(asked as StaffRequest))
  if (!result.ok) return result
  const answer = await leaveTrace(app, asked as StaffRequest, result, isTraced)
  // A refusal undid its work and has no message; a committed act is published to connected customers.
  if (answer.ok) for (const tell of tellers) await tell()
  return answer
}

/** The name of the cookie; over https it is one that this host alone can set. */
export const staffCookieOf = ({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>): string => cookieName(STAFF_COOKIE, PUBLIC_URL !== undefined)

const cookieOf = ({ settings }: Pick<AdminParts, 'settings'>) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: consoleUrlOf(settings)?.startsWith('https:') ?? false,
  }) as const

/** Leaves a trace of every use of a power: a look at a customer is traced here; an act or an export must have traced itself. */
async function leaveTrace(app: AdminParts, request: StaffRequest, result: Result<unknown>, isTraced: boolean): Promise<Result<unknown>> {
  const { endpoint, trace } = request
  const { kind } = powerOf(endpoint.power)
  // A caller who is signing in has no session yet; the one power used there writes its own trace.
  if (kind === 'look' || isTraced || endpoint.access === 'door') return result
  if (kind !== 'open') {
    app.log.error({ requestId: request.requestId, path: endpoint.path, power: endpoint.power }, 'a power was used without a trace')
    return INTERNAL
  }
  const { accountId, reason, note } = request.input as Pick<Act, 'accountId' | 'reason' | 'note'>
  await inTransaction(app.pool, async (client) => {
    await trace(client, { accountId, subject: null, reason, note })
    return ok(true)
  })
  return result
}
