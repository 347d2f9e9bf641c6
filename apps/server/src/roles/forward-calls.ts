import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { rangeOfAccount } from '@rueda/rules/accounts/range.ts'
import type { RefusalName } from '@rueda/rules/refusals.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { type Bus, OutcomeUnknown } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import type { Registered, Route } from '../http/routes.ts'
import type { Receipts } from '../trust-log/receipts.ts'
import { MACHINE_CLOCK } from '../venue/clock.ts'
import { isAnsweredByAccounts } from './answered-by-accounts.ts'
import { askCore } from './ask-core.ts'
import { type ForwardedAnswer, type ForwardedCall, type ReceiptAsked, type ReceiptGiven, nameOf } from './forwarded-call.ts'
import { isReadByPost } from './reads-by-post.ts'
import { subjects } from './subjects.ts'

/** A core that has died is replaced within five seconds; who asks for longer is told to try again. */
export const MAX_ANSWER_MS = 10 * SECOND_MS
const MAX_RECEIPT_MS = SECOND_MS

type Parts = Readonly<{
  bus: Bus
  /** The calls that a front answers by itself, by their names (`nameOf`). */
  isAnsweredHere: (name: string) => boolean
  /** Called when the core has answered for an account, whose state may be another now. */
  onAnswered: (accountId: string) => void
  answerWithinMs?: number | undefined
  /** How many ranges of accounts have a process of their own; left out, none. */
  ranges?: (() => number) | undefined
  /** Runs what a front reads for an account, or for nobody, where it may be read. */
  reading?: Reading | undefined
}>

export type Reading = <Value>(accountId: string | null, read: () => Promise<Value>) => Promise<Value>

/**
 * The routes of a front: most calls go to the core as data. One that nobody heard in time throws `NoAnswer`, which the caller reads as "try
 * again"; one that may have been heard `OutcomeUnknown`: whatever became of it, the same call with the same key has the same one effect.
 */
export function forwardCalls(routes: Registered, parts: Parts): Registered {
  return routes.map((route) => (parts.isAnsweredHere(nameOf(route.endpoint)) ? readHere(route, parts) : forwarded(route, parts)))
}

const readHere = (route: Route, { reading }: Parts): Route =>
  reading === undefined ? route : { ...route, handle: (asked) => reading(callerOf(asked), async () => route.handle(asked)) }

const callerOf = ({ caller }: { caller: unknown }): string | null => (caller as Readonly<{ accountId: string }> | null)?.accountId ?? null

const noRanges = (): number => 0

const forwarded = ({ endpoint }: Route, { bus, onAnswered, answerWithinMs = MAX_ANSWER_MS, ranges = noRanges }: Parts): Route => ({
  endpoint,
  sharing: null,
  handle: async (asked) => {
    const { input, caller, language, idempotency, address, device, deviceId, keepDevice, seat } = asked
    const sent = endpoint.upload ? await asked.upload() : null
    if (sent !== null && !sent.ok) return sent
    const call: ForwardedCall = {
      ...{
        id: randomUUID(),
        notAfter: MACHINE_CLOCK.now() + answerWithinMs,
        endpoint: nameOf(endpoint),
        input,
        caller,
        language,
        idempotency,
        address,
        device,
        deviceId,
        seat,
      },
      file: sent === null ? null : sent.value,
    }
    let isRepeated = false
    const question = {
      subject: subjectOf(nameOf(endpoint), callerOf(asked), ranges()),
      body: packed(call),
      withinMs: answerWithinMs,
      isHarmlessTwice: isHarmlessTwice(endpoint, call),
      changes: endpoint.method !== 'GET' && !isReadByPost(nameOf(endpoint)),
      onUnanswered: () => void (isRepeated = true),
    }
    const { answer, keptDevice } = unpacked<ForwardedAnswer>(await askCore(bus, question))
    // An earlier attempt may have been carried out by a process that then died: that this one was not begun says nothing of it.
    if (isRepeated && question.changes && !answer.ok && NOT_BEGUN.has(answer.refusal))
      throw new OutcomeUnknown(`${nameOf(endpoint)} was answered with ${answer.refusal} after an attempt without an answer`)
    if (keptDevice !== null) keepDevice(keptDevice)
    const accountId = callerOf(asked)
    if (accountId !== null) onAnswered(accountId)
    return answer.ok ? { ok: true, value: JSON.parse(answer.json) as unknown } : answer
  },
})

const NOT_BEGUN: ReadonlySet<RefusalName> = new Set(['maintenance', 'internal', 'rate.limited'])

/** Where a call is answered: by the process that writes its customer's account, if there is one and it answers such calls. */
const subjectOf = (name: string, accountId: string | null, ranges: number): string =>
  ranges > 0 && accountId !== null && isAnsweredByAccounts(name) ? subjects.callOf(rangeOfAccount(accountId, ranges)) : subjects.call

/** A read, or what its customer gave a key: two cores that get it give it one effect, by the database. One core knows each call by its id. */
const isHarmlessTwice = ({ method, idempotent }: Endpoint, { endpoint, idempotency }: ForwardedCall): boolean =>
  method === 'GET' || isReadByPost(endpoint) || (idempotent && idempotency.key !== null)

/** Receipts are signed by the core. Whoever waits for longer is answered without one, as there. */
export const receiptsOfCore = (bus: Bus): Receipts => ({
  of: async (accountId, command, orderId = null) => {
    const asked: ReceiptAsked = { accountId, command, orderId }
    const given = await bus.request(subjects.receipt, packed(asked), MAX_RECEIPT_MS).catch(() => null)
    return given === null ? null : unpacked<ReceiptGiven>(given).receipt
  },
})
