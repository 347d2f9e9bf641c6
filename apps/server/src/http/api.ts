import { type Endpoint, refusalsOfAnyCall } from '@rueda/contract/endpoint.ts'
import { type Result, refuse } from '@rueda/rules/result.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../deps.ts'
import type { Receipts } from '../trust-log/receipts.ts'
import { commandHash } from '@rueda/proof/command.ts'
import { type Admission, type Priority, priorityOf } from './admission.ts'
import { type Bounds, limiterOf } from './bounds.ts'
import type { ConcurrencyLimiter } from './concurrency-limiter.ts'
import { deviceOf } from './device.ts'
import type { DeviceCookies } from './device-cookie.ts'
import type { Gate } from './gate.ts'
import type { Beside } from './envelope.ts'
import type { Caller, Handler, HandlerRequest } from './handler.ts'
import { idempotencyOf } from './idempotency.ts'
import { type RawInput, parseInput, repeatedParameter } from './input.ts'
import { type RateLimits, rateClassOf } from './rate-limits.ts'
import { schemaOf } from './reference.ts'
import { INTERNAL, type Replies } from './replies.ts'
import type { Registered, Route } from './routes.ts'
import type { SharedAnswers } from './shared-answers.ts'
import { type SessionCheck, type Sessions, tokenOf } from './session.ts'
import { BODY_FIELD, type StrictJson } from './strict-json.ts'
import { answerCall } from '../db/carried-out.ts'
import { seatOf } from './seat.ts'
import { timesSent } from './transport.ts'
import { readUpload } from './upload.ts'

/** Serves every endpoint of the contract in one order: session, rate, input, gate, handler, and only the contract's fields back. */
export type ApiDependencies = Readonly<{
  clock: Clock
  sessions: Sessions
  gate: Gate
  limits: RateLimits
  bounds: Bounds
  devices: DeviceCookies
  admission: Admission
  shared: SharedAnswers
  replies: Replies
  receipts: Receipts
  /** Most mebibytes of an uploaded file. */
  uploadMebibytes: number
  log: Logger
}>

export const API_PREFIX = '/web'
/** Path of the staff's endpoints, which have a pipeline of their own. */
export const ADMIN_PREFIX = '/admin'

export function addApi(server: FastifyInstance, dependencies: ApiDependencies, registered: Registered): void {
  for (const each of registered) {
    const { endpoint } = each
    const route: Served = { ...each, priority: priorityOf(endpoint), limiter: limiterOf(dependencies.bounds, endpoint) }
    server.route({
      method: endpoint.method,
      url: API_PREFIX + routerPath(endpoint),
      schema: schemaOf(endpoint),
      config: { takesUpload: endpoint.upload },
      // The schema above is for the reference; the input is checked below, where a refusal can name its field.
      validatorCompiler: () => (value) => ({ value }),
      serializerCompiler: () => (value) => JSON.stringify(value),
      handler: (request, reply) => answer(dependencies, route, request, reply),
    })
  }
}

/** A route with what answering it costs. */
type Served = Route & Readonly<{ priority: Priority; limiter: ConcurrencyLimiter | null }>

const routerPath = ({ path }: Endpoint): string => path.replaceAll(/\{(\w+)\}/gu, ':$1')

/** Returns the method of the endpoint that a path belongs to, or null. */
export function pathMatcher(registered: Registered): (path: string) => string | null {
  const known = registered.map(({ endpoint }) => ({
    method: endpoint.method,
    pattern: new RegExp(`^${API_PREFIX}${endpoint.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
  }))
  return (path) => known.find(({ pattern }) => pattern.test(path))?.method ?? null
}

async function answer(dependencies: ApiDependencies, route: Served, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { replies } = dependencies
  const deviceId = dependencies.devices.read(request.headers.cookie)
  const entered = await enter(dependencies, route.endpoint, request, deviceId)
  if (!entered.ok) return replies.refuse(reply, request, entered)
  const device = keptDevice(dependencies.devices, deviceId, reply)
  const asked = await readRequest(dependencies, route.endpoint, request, { caller: entered.value, ...device })
  const receipt = (data?: Buffer): Promise<Beside> => receiptOf(dependencies, route.endpoint, entered.value, { request, data })
  if (!asked.ok) return replies.refuse(reply, request, asked, undefined, await receipt())
  const result = await answerInTurn(dependencies, route, asked.value, request)
  if (!result.ok) return replies.refuse(reply, request, result, undefined, await receipt())
  return replies.success(reply, request, result.value, { ...besideOf(route.endpoint, result.value), ...(await receipt(result.value)) })
}

/** Every command of a signed-in caller is answered with a receipt, a refused one too; reads are not. */
async function receiptOf(
  { receipts }: ApiDependencies,
  endpoint: Endpoint,
  caller: Caller | null,
  { request, data }: Readonly<{ request: FastifyRequest; data?: Buffer | undefined }>,
): Promise<Beside> {
  if (!endpoint.idempotent || caller === null) return {}
  const raw = rawInput(endpoint, request)
  const key = request.headers['idempotency-key']
  const body = raw.ok ? raw.value : null
  const command = commandHash({ path: endpoint.path, key: typeof key === 'string' ? key : null, body })
  const orderId = data === undefined ? null : (orderIn(JSON.parse(data.toString())) ?? (asksForOrder(endpoint) ? orderIn(body) : null))
  const receipt = command === null ? null : await receipts.of(caller.accountId, command, orderId)
  return receipt === null ? {} : { receipt }
}

/** Whether a question names an order of the caller's: whatever else somebody writes into a body names nothing. */
const asksForOrder = ({ input }: Endpoint): boolean => 'shape' in input && 'orderId' in (input.shape as object)

/** The order that an answer or a question speaks of. */
function orderIn(value: unknown): string | null {
  const isOne = typeof value === 'object' && value !== null && 'orderId' in value && typeof value.orderId === 'string'
  return isOne ? String(value.orderId) : null
}

/** Waits for the slots that the answer costs, then for a place among all requests; a body is read before that place is taken. */
function answerInTurn(dependencies: ApiDependencies, route: Served, asked: Asked, request: FastifyRequest): Promise<Result<Buffer>> {
  const { admission, shared } = dependencies
  const { endpoint, priority, limiter } = route
  const answering = (): Promise<Result<Buffer>> => answerBytes(dependencies, route, asked, request)
  // An upload comes as slowly as its sender likes: it has slots of its own instead of a place.
  const work = endpoint.upload ? answering : () => admission.run(priority, answering)
  const sharing = route.sharing?.(asked) ?? null
  const ask =
    sharing === null
      ? work
      : () => shared.get(`${endpoint.path} ${sharing.whose} ${asked.language} ${JSON.stringify(asked.input)}`, sharing.moment, work)
  // Checked before the shared work and not inside it: a refusal concerns its own caller, and no other with the same request.
  return limiter === null ? ask() : limiter.run({ accountId: asked.caller?.accountId ?? null, address: request.ip }, ask)
}

/** Old clients look for the address of what they uploaded beside the data (`docs/rules/files.md` A.100). */
const besideOf = ({ upload }: Endpoint, data: Buffer): Beside => (upload ? (JSON.parse(data.toString()) as Beside) : {})

async function answerBytes(dependencies: ApiDependencies, route: Route, asked: Asked, request: FastifyRequest): Promise<Result<Buffer>> {
  const result = await answerCall(() => route.handle(asked))
  if (result.ok) return presentedBytes(dependencies, route.endpoint, result.value, request)
  const { path, refusals } = route.endpoint
  // Clients read the possible refusals in the contract; the tests' harnesses fail where an error is logged.
  if (![...refusals, ...refusalsOfAnyCall].includes(result.refusal))
    dependencies.log.error({ requestId: request.id, route: path, refusal: result.refusal }, 'a refusal that the contract does not name')
  return result
}

/** Writes the data of an answer as JSON, with the contract's fields and nothing else. */
export function presentedBytes(
  { log }: Pick<ApiDependencies, 'log'>,
  { path, data }: Pick<Endpoint, 'path' | 'data'>,
  value: unknown,
  { id: requestId }: Pick<FastifyRequest, 'id'>,
): Result<Buffer> {
  const presented = data.safeParse(value)
  if (presented.success) return { ok: true, value: Buffer.from(JSON.stringify(presented.data ?? null)) }
  const reason = presented.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
  log.error({ requestId, route: path, reason }, 'an answer does not fit the contract')
  return INTERNAL
}

type Asked = Parameters<Handler<Endpoint>>[0]

/** Returns the caller, if they may call now. */
async function enter(
  { sessions, limits }: ApiDependencies,
  endpoint: Endpoint,
  request: FastifyRequest,
  deviceId: string | null,
): Promise<Result<Caller | null>> {
  const check = await checkSession(sessions, request)
  const caller = check.kind === 'alive' ? check.caller : null
  const rateClass = rateClassOf(endpoint)
  const who = { accountId: caller?.accountId ?? null, address: request.ip, deviceId: rateClass === 'login' ? deviceId : null }
  const wait = limits.take({ rateClass, ...who })
  if (wait !== null) return refuse('rate.limited', { retryAfterMs: wait })
  if (caller !== null || endpoint.access === 'public') return { ok: true, value: caller }
  return refuse(check.kind === 'revoked' ? 'session.revoked' : 'session.missing')
}

function checkSession(sessions: Sessions, { headers, raw }: FastifyRequest): Promise<SessionCheck> {
  // Two tokens are refused like none, because nobody can say which one was meant.
  const token = timesSent(raw, 'authorization') === 1 ? tokenOf(headers.authorization) : null
  return sessions.check(token)
}

type Calling = Pick<HandlerRequest<Endpoint>, 'deviceId' | 'keepDevice'> & Readonly<{ caller: Caller | null }>

/** Returns the caller's device, and the means to give it a number by which it is known again. */
export function keptDevice(devices: DeviceCookies, deviceId: string | null, reply: FastifyReply): Omit<Calling, 'caller'> {
  let kept = deviceId
  const keepDevice = (given?: string): string => {
    kept ??= given ?? devices.fresh()
    void reply.header('set-cookie', devices.header(kept))
    return kept
  }
  return { deviceId, keepDevice }
}

async function readRequest(
  { replies, clock, gate, uploadMebibytes }: ApiDependencies,
  endpoint: Endpoint,
  request: FastifyRequest,
  { caller, deviceId, keepDevice }: Calling,
): Promise<Result<Asked>> {
  const raw = rawInput(endpoint, request)
  if (!raw.ok) return raw
  const parsed = parseInput(endpoint, raw.value, request.params as RawInput)
  if (!parsed.ok) return parsed
  const input = await gate.pass(endpoint, caller, parsed.value)
  if (!input.ok) return input
  const header = request.headers['idempotency-key']
  const idempotency = idempotencyOf({ path: endpoint.path, header, raw: raw.value, input: input.value })
  if (!idempotency.ok) return idempotency
  const asked: HandlerRequest<Endpoint<Endpoint['input'], Endpoint['data'], 'public'>> = {
    input: input.value,
    caller,
    language: replies.languageOf(request),
    now: clock.now(),
    idempotency: idempotency.value,
    address: request.ip,
    // Only a sign-in wants it.
    get device() {
      return deviceOf(request.headers['user-agent'])
    },
    deviceId,
    keepDevice,
    seat: seatOf(request),
    upload: () => readUpload(request, uploadMebibytes),
  }
  // `enter` refuses a request without a session where the endpoint needs one.
  return { ok: true, value: asked as Asked }
}

export function rawInput(endpoint: Pick<Endpoint, 'method'>, request: FastifyRequest): Result<unknown> {
  const twice = repeatedParameter(request.query as RawInput)
  if (twice !== null) return refuse('parameter.invalid', { field: twice })
  if (endpoint.method === 'GET') return { ok: true, value: request.query }
  const body = (request.body ?? undefined) as StrictJson | undefined
  if (body === undefined) return withoutBody(request)
  return body.ok ? { ok: true, value: body.value } : refuse('parameter.invalid', { field: body.field })
}

/** A POST without a body is what a form on another site could send; one with a token is not. */
function withoutBody({ headers }: FastifyRequest): Result<unknown> {
  return headers.authorization === undefined ? refuse('parameter.missing', { field: BODY_FIELD }) : { ok: true, value: {} }
}
