import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { type Refusal, refuse } from '@rueda/rules/result.ts'
import { type Bus, NoAnswer, type Stop } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import { createAdmission, priorityOf } from '../http/admission.ts'
import { presentedBytes } from '../http/api.ts'
import { limiterOf } from '../http/bounds.ts'
import { UnknownOutcome } from '../db/unknown-outcome.ts'
import type { EdgeParts } from '../http/edge.ts'
import { refusalOfFailure } from '../http/failures.ts'
import type { HandlerRequest } from '../http/handler.ts'
import { rateClassOf } from '../http/rate-limits.ts'
import type { Registered, Route } from '../http/routes.ts'
import type { Infrastructure } from '../infrastructure.ts'
import type { Receipts } from '../trust-log/receipts.ts'
import { MACHINE_CLOCK } from '../venue/clock.ts'
import { answerCall } from '../db/carried-out.ts'
import { LeadershipOver } from '../write-path/commit.ts'
import { type AnsweredOnce, TooManyAnswers, createAnsweredOnce } from './answered-once.ts'
import { type ForwardedAnswer, type ForwardedCall, type ReceiptAsked, type ReceiptGiven, nameOf } from './forwarded-call.ts'
import { expectLeading } from './leading.ts'
import { isReadByPost } from './reads-by-post.ts'
import { subjects } from './subjects.ts'

type Parts = Readonly<{
  bus: Bus
  /** Calls to the core, or those of customers of a range. */
  subject: string
  app: Pick<Infrastructure, 'clock' | 'log'> & Pick<EdgeParts, 'devices' | 'limits' | 'bounds'>
  routes: Registered
  isLeading: () => boolean
  once?: AnsweredOnce
}>

/** Answers what the fronts have let in, each call once however often its message comes. */
export function answerCalls({ bus, subject, app, routes, isLeading, once = createAnsweredOnce() }: Parts): Stop {
  const byName = new Map(routes.map((route) => [nameOf(route.endpoint), route]))
  const admission = createAdmission()

  const answered = async (call: ForwardedCall): Promise<ForwardedAnswer> => {
    const route = byName.get(call.endpoint)
    // A front of a newer version knows calls that this core does not.
    if (route === undefined) return { answer: refuse('maintenance'), keptDevice: null }
    const { endpoint } = route
    const who = { accountId: call.caller?.accountId ?? null, address: call.address }
    const rateClass = rateClassOf(endpoint)
    // Counted here as well, so that a limit holds whichever front a caller goes to.
    const wait = app.limits.take({ rateClass, ...who, deviceId: rateClass === 'login' ? call.deviceId : null })
    if (wait !== null) return { answer: refuse('rate.limited', { retryAfterMs: wait }), keptDevice: null }
    let keptDevice: string | null = null
    const keepDevice = (): string => (keptDevice ??= call.deviceId ?? app.devices.fresh())
    const work = () => admission.run(priorityOf(endpoint), () => handle(app, route, { call, keepDevice }))
    const limiter = limiterOf(app.bounds, endpoint)
    const handled = await (limiter === null ? work() : limiter.run(who, work))
    return { answer: handled.ok ? { ok: true, json: handled.value.toString() } : handled, keptDevice }
  }

  return bus.answer(subject, async (bytes) => {
    const call = unpacked<ForwardedCall>(bytes)
    expectLeading(isLeading)
    if (MACHINE_CLOCK.now() > call.notAfter) throw new Error('nobody waits for this call any more')
    const work = async () => packed(await answered(call).catch((error: unknown) => failed(app, call, error)))
    // A read that comes twice is worked out twice: nothing of it is kept.
    if (byName.get(call.endpoint)?.endpoint.method === 'GET' || isReadByPost(call.endpoint)) return work()
    try {
      return await once(call.id, work)
    } catch (error) {
      if (!(error instanceof TooManyAnswers)) throw error
      app.log.warn({ requestId: call.id, route: call.endpoint }, 'too much is under way, and a forwarded request was not begun')
      return packed({ answer: refuse('maintenance'), keptDevice: null } satisfies ForwardedAnswer)
    }
  })
}

/** Gives receipts for what was answered, whichever process has. */
export const giveReceipts = (bus: Bus, receipts: Receipts): Stop =>
  bus.answer(subjects.receipt, async (bytes) => {
    const { accountId, command, orderId } = unpacked<ReceiptAsked>(bytes)
    return packed({ receipt: await receipts.of(accountId, command, orderId) } satisfies ReceiptGiven)
  })

type Handling = Readonly<{ call: ForwardedCall; keepDevice: () => string }>

async function handle(app: Parts['app'], { endpoint, handle: answer }: Route, { call, keepDevice }: Handling) {
  const { input, caller, language, idempotency, address, device, deviceId, seat, file } = call
  const asked = {
    ...{ input, caller, language, now: app.clock.now(), idempotency, address, device, deviceId, keepDevice, seat },
    upload: async () => (file === null ? refuse('parameter.missing', { field: 'file' }) : { ok: true as const, value: Buffer.from(file) }),
  }
  // The front has parsed the input with this endpoint's schema, and let nobody in whom the endpoint does not take.
  const result = await answerCall(() => answer(asked as HandlerRequest<Endpoint> as Parameters<typeof answer>[0]))
  return result.ok ? presentedBytes(app, endpoint, result.value, { id: call.id }) : result
}

function failed({ log }: Parts['app'], call: ForwardedCall, error: unknown): ForwardedAnswer {
  // Another core leads: what it answers counts, also where part of the call was carried out before.
  const reason = error instanceof UnknownOutcome ? error.cause : error
  if (reason instanceof LeadershipOver) throw reason
  const refusal: Refusal = refusalOfFailure(error)
  const line = { requestId: call.id, route: call.endpoint }
  // Another process is away, and says so itself once it is there again.
  if (error instanceof NoAnswer) log.warn({ ...line, reason: error.message }, 'a forwarded request was not answered')
  else log.error({ ...line, err: error }, 'a forwarded request failed')
  return { answer: refusal, keptDevice: null }
}
