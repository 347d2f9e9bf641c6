import { orders } from '@rueda/contract/orders.ts'
import { ok } from '@rueda/rules/result.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Bus } from '../bus/bus.ts'
import { createMemoryBus } from '../bus/memory-bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import type { Route } from '../http/routes.ts'
import { answerCalls } from './answer-calls.ts'
import { TooManyAnswers } from './answered-once.ts'
import { type ForwardedAnswer, type ForwardedCall, nameOf } from './forwarded-call.ts'
import { subjects } from './subjects.ts'

/** A process under more load than it keeps the answers of. */
let bus: Bus
beforeEach(() => {
  bus = createMemoryBus()
})
afterEach(() => bus.close())

const AT_ONCE = { run: (_who: unknown, work: () => unknown) => work() }
const handle = vi.fn<() => unknown>(() => ok({ list: [] }))
const answering = (endpoint: Route['endpoint']) =>
  answerCalls({
    ...{ bus, subject: subjects.call, isLeading: () => true },
    app: {
      clock: { now: () => 0 },
      log: { warn: vi.fn(), error: vi.fn() },
      limits: { take: () => null },
      bounds: { reads: AT_ONCE },
    } as never,
    routes: [
      { endpoint: { ...endpoint, data: { safeParse: (data: unknown) => ({ success: true, data }) } }, sharing: null, handle } as never,
    ],
    once: () => {
      throw new TooManyAnswers()
    },
  })

async function answerOf(endpoint: Route['endpoint']): Promise<ForwardedAnswer['answer']> {
  const stop = answering(endpoint)
  const call = { id: 'one', notAfter: Number.MAX_SAFE_INTEGER, endpoint: nameOf(endpoint), caller: null, address: '203.0.113.7' }
  try {
    return unpacked<ForwardedAnswer>(await bus.request(subjects.call, packed({ ...call, file: null } as unknown as ForwardedCall), 500))
      .answer
  } finally {
    stop()
  }
}

it('says at once that a command was not begun', async () => {
  expect(await answerOf(orders.create)).toMatchObject({ ok: false, refusal: 'maintenance' })
  expect(handle).not.toHaveBeenCalled()
})

it('goes on answering reads, of which it keeps nothing', async () => {
  expect(await answerOf(orders.preview)).toMatchObject({ ok: true })
})
