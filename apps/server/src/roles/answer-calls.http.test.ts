import { randomUUID } from 'node:crypto'
import { accounts } from '@rueda/contract/accounts.ts'
import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Bus } from '../bus/bus.ts'
import { createMemoryBus } from '../bus/memory-bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import { serveTestFronts } from '../testing/front.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { type ForwardedAnswer, type ForwardedCall, nameOf } from './forwarded-call.ts'
import { subjects } from './subjects.ts'

/** A core with its limits, reached over the bus as fronts reach it. */
const ANSWER_WITHIN_MS = 10_000
let core: Harness
let bus: Bus
let stopServing: () => void

beforeEach(async () => {
  bus = createMemoryBus()
  core = await startHarness({ bus, environment: { RATE_LIMITS: 'on' } })
  stopServing = serveTestFronts(core, bus, { name: 'core', isLeading: () => true })
})
afterEach(async () => {
  stopServing()
  await bus.close()
  await core.stop()
})

async function isLimited(endpoint: Endpoint, asked: Partial<ForwardedCall>): Promise<boolean> {
  const call: ForwardedCall = {
    ...{ id: randomUUID(), notAfter: Number.MAX_SAFE_INTEGER, endpoint: nameOf(endpoint), input: {}, caller: null, language: 'en' },
    ...{ idempotency: { path: endpoint.path, key: null, bodyHash: '' }, address: '203.0.113.7', device: 'Firefox on Linux' },
    ...{ deviceId: null, seat: 'elsewhere', file: null },
    ...asked,
  }
  const { answer } = unpacked<ForwardedAnswer>(await bus.request(subjects.call, packed(call), ANSWER_WITHIN_MS))
  return !answer.ok && answer.refusal === 'rate.limited'
}

/** How many of so many calls are let in, each asked as `of` says. */
async function letIn(endpoint: Endpoint, calls: number, of: (call: number) => Partial<ForwardedCall>): Promise<number> {
  let count = 0
  for (let call = 0; call < calls; call += 1) if (!(await isLimited(endpoint, of(call)))) count += 1
  return count
}

const LOGIN = { username: 'nobody@example.org', password: 'paso-a-paso-7' }

describe('a device that its caller names', () => {
  it('opens no more practice accounts from its address than one without a name', async () => {
    expect(await letIn(accounts.practise, 15, (call) => ({ deviceId: `device ${call}` }))).toBe(10)
  })

  it('asks for no more codes either', async () => {
    const input = { email: 'ana@example.org', type: 'register' }
    expect(await letIn(accounts.sendCode, 15, (call) => ({ deviceId: `device ${call}`, input }))).toBe(10)
  })

  it('signs in no more often with ever another name: an account that does not know it counts its address as well', async () => {
    expect(await letIn(accounts.login, 8, (call) => ({ deviceId: `device ${call}`, input: LOGIN }))).toBe(5)
    expect(await letIn(accounts.login, 8, () => ({ input: LOGIN }))).toBe(0)
    expect(await letIn(accounts.login, 8, () => ({ address: '203.0.113.8', deviceId: 'device 1', input: LOGIN }))).toBe(4)
  })
})
