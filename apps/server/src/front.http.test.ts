import { accounts } from '@rueda/contract/accounts.ts'
import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { SUCCESS_CODE } from '@rueda/contract/envelope.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Bus } from './bus/bus.ts'
import { carryingLarge } from './bus/large.ts'
import { type Fate, createMemoryBus } from './bus/memory-bus.ts'
import { type Customer, type Harness, deviceCookieOf, startHarness } from './testing/harness.ts'
import { publishCommits } from './publish.ts'
import { formOf, picture, uploadOf } from './testing/pictures.ts'
import { ANSWER_WITHIN_MS, type TestFront, serveTestFronts, startTestFront } from './testing/front.ts'
import { subjects } from './roles/subjects.ts'

/** A front beside a core, over a bus that loses and repeats what it is told to. */
const AT_ONCE: Fate = () => [0]
const MOVED = '345.60'
let core: Harness
let bus: Bus
let fate: Fate
let stopServing: () => void
let leads = true
const closers: (() => unknown)[] = []

beforeEach(async () => {
  fate = AT_ONCE
  leads = true
  bus = carryingLarge(createMemoryBus((subject) => fate(subject)))
  core = await startHarness({ bus })
  stopServing = serve('core')
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
  stopServing()
  await bus.close()
  await core.stop()
})

const serve = (name: string): (() => void) => serveTestFronts(core, bus, { name, isLeading: () => leads })

async function openFront(): Promise<TestFront> {
  const front = await startTestFront(core, bus)
  closers.push(front.close)
  return front
}

const buy = (quantity: string) => ({ stockCode: 'TEST', market: 'US', direction: 0, orderType: 0, quantity }) as const
const keyed = (key: string) => ({ 'idempotency-key': key })
const AWAY = { code: codeOf('maintenance') }
/** Somebody may have heard it. */
const UNKNOWN = { status: 504, code: codeOf('outcome.unknown') }

async function expectSame(front: TestFront, endpoint: Endpoint, input: object, { token }: Customer): Promise<void> {
  const here = await front.call(endpoint, input as never, token)
  const there = await core.call(endpoint, input as never, token)
  expect({ code: here.code, data: here.data }, endpoint.path).toEqual({ code: there.code, data: there.data })
  expect(here.code, `${endpoint.path} ${here.msg}`).toBe(SUCCESS_CODE)
}

/** A socket at the front, and the frames that came to it. */
function listen(front: TestFront, token: string, channel: string) {
  const frames: { ch: string; data: unknown }[] = []
  const wire = {
    bufferedAmount: 0,
    send: (data: Buffer | string) => void frames.push(JSON.parse(data.toString()) as { ch: string; data: unknown }),
    ping: () => undefined,
    close: () => undefined,
    terminate: () => undefined,
  }
  const connection = front.app.hub.connect(wire, '192.0.2.1')
  const of = (name: string) => frames.filter(({ ch }) => ch === name).map(({ data }) => data)
  const ready = async (): Promise<void> => {
    connection?.hear(JSON.stringify({ op: 'auth', token }))
    await expect.poll(() => of('system').length).toBe(1)
    connection?.hear(JSON.stringify({ op: 'sub', ch: channel }))
    await expect.poll(() => of('system').length).toBe(2)
  }
  return { ready, of }
}

describe('a front', () => {
  it('is the same brokerage: what is done there is at the core, and what it reads is what the core reads', async () => {
    const front = await openFront()
    const customer = await core.newCustomer()
    await front.ask(orders.create, buy('2'), customer.token)
    await core.ask(orders.create, buy('3'), customer.token)
    expect((await front.ask(positions.holding, {}, customer.token)).list).toMatchObject([{ stockCode: 'TEST', quantity: '5' }])
    for (const [endpoint, input] of [
      [orders.list, {}],
      [positions.holding, {}],
      [wallets.all, {}],
      [wallets.overview, {}],
      [wallets.cashFlows, {}],
      [quotes.detail, { stockCode: 'TEST', market: 'US' }],
      [quotes.kline, { stockCode: 'TEST', market: 'US', type: 'day', limit: 5 }],
      [quotes.list, { market: 'US' }],
      [accounts.me, {}],
    ] as const)
      await expectSame(front, endpoint, input, customer)
  })

  it('shows its own customer at once what they did there', async () => {
    const front = await openFront()
    const customer = await core.newCustomer()
    for (const [bought, held] of [
      ['1', '1'],
      ['2', '3'],
      ['3', '6'],
    ] as const) {
      await front.ask(orders.create, buy(bought), customer.token)
      expect((await front.ask(positions.holding, {}, customer.token)).list[0]?.quantity).toBe(held)
    }
  })

  it('shows at once what was done through another one', async () => {
    const [front, other] = [await openFront(), await openFront()]
    const customer = await core.newCustomer()
    for (const [bought, held] of [
      ['1', '1'],
      ['2', '3'],
    ] as const) {
      await other.ask(orders.create, buy(bought), customer.token)
      await expect.poll(async () => (await front.ask(positions.holding, {}, customer.token)).list[0]?.quantity).toBe(held)
    }
  })

  it('follows the market', async () => {
    const front = await openFront()
    core.market.last = MOVED
    await core.pass(1_000)
    await expect.poll(async () => (await front.ask(quotes.detail, { stockCode: 'TEST', market: 'US' })).price_nominal).toBe(MOVED)
  })

  it('tells a customer whose socket it holds of what happened at the core', async () => {
    const front = await openFront()
    const customer = await core.newCustomer()
    const publishing = publishCommits(core.app)
    const socket = listen(front, customer.token, 'order')
    await socket.ready()
    const { orderId } = await core.ask(orders.create, buy('1'), customer.token)
    await expect.poll(() => socket.of('order')).toContainEqual(expect.objectContaining({ id: orderId }))
    await publishing.stop()
  })

  it('lets nobody in with a session that ended at the core', async () => {
    const front = await openFront()
    const customer = await core.newCustomer()
    expect((await front.call(orders.list, {}, customer.token)).code).toBe(SUCCESS_CODE)
    await core.ask(accounts.logout, {}, customer.token)
    await expect.poll(async () => (await front.call(orders.list, {}, customer.token)).code).toBe(codeOf('session.missing'))
  })

  it('gives a browser the number that the core chose, which the core knows again', async () => {
    const front = await openFront()
    const customer = await core.newCustomer()
    const login = { username: customer.email, password: customer.password }
    const { headers } = await front.call(accounts.login, login)
    const cookie = deviceCookieOf(headers)
    expect(core.app.devices.read(cookie)).not.toBeNull()
    expect((await core.call(accounts.login, login, null, { cookie })).headers['set-cookie']).toBe(
      (await front.call(accounts.login, login, null, { cookie })).headers['set-cookie'],
    )
  })

  it('hands on a picture larger than a message', async () => {
    const front = await openFront()
    const customer = await core.newCustomer()
    const padded = Buffer.concat([await picture(), Buffer.alloc(1_500_000)])
    expect(await front.send(uploadOf(customer.token, formOf({ content: padded })))).toMatchObject({ code: SUCCESS_CODE })
  })
})

describe('a bus that fails', () => {
  it('repeats a call: it is done once', async () => {
    const front = await openFront()
    const customer = await core.newCustomer()
    fate = (subject) => (subject === subjects.call ? [0, 0, 20] : [0])
    await front.ask(orders.create, buy('1'), customer.token)
    await new Promise((resolve) => setTimeout(resolve, 50))
    fate = AT_ONCE
    expect((await core.ask(orders.list, {}, customer.token)).list).toHaveLength(1)
  })

  it('loses an answer: the front says that it is not known whether it was done, and the same call again has the one effect', async () => {
    const front = await openFront()
    const customer = await core.newCustomer()
    let told = 0
    // Each question arrives, and no answer to it.
    fate = (subject) => (subject === subjects.call && ++told % 2 === 0 ? [] : [0])
    expect(await front.call(orders.create, buy('1'), customer.token, keyed('one'))).toMatchObject(UNKNOWN)
    fate = AT_ONCE
    const again = await front.call(orders.create, buy('1'), customer.token, keyed('one'))
    const { list } = await core.ask(orders.list, {}, customer.token)
    expect(list.map(({ id }) => id)).toEqual([(again.data as { orderId: string }).orderId])
  })

  it('loses a change of the market: the front reads the whole again', async () => {
    const front = await openFront()
    fate = (subject) => (subject === subjects.marketChanges ? [] : [0])
    core.market.last = MOVED
    await core.pass(1_000)
    fate = AT_ONCE
    await core.pass(1_000)
    await expect.poll(async () => (await front.ask(quotes.detail, { stockCode: 'TEST', market: 'US' })).price_nominal).toBe(MOVED)
  })
})

describe('a core that is gone', () => {
  it('leaves reads and takes commands away, until another one answers', async () => {
    const front = await openFront()
    const customer = await core.newCustomer()
    await front.ask(orders.create, buy('1'), customer.token)
    stopServing()
    expect(await front.call(orders.create, buy('1'), customer.token, keyed('while-away'))).toMatchObject(AWAY)
    expect((await front.ask(positions.holding, {}, customer.token)).list[0]?.quantity).toBe('1')
    stopServing = serve('its successor')
    await front.call(orders.create, buy('1'), customer.token, keyed('while-away'))
    expect((await front.ask(positions.holding, {}, customer.token)).list[0]?.quantity).toBe('2')
  })

  it('is asked again for a preview that it died with, which its successor answers', async () => {
    const front = await openFront()
    const customer = await core.newCustomer()
    let asked = 0
    // The question arrives, and whoever heard it dies before the answer.
    fate = (subject) => (subject === subjects.call && ++asked === 2 ? [] : [0])
    const previewed = front.call(orders.preview, buy('1'), customer.token)
    await expect.poll(() => asked).toBe(2)
    stopServing()
    stopServing = serve('its successor')
    expect(await previewed).toMatchObject({ code: SUCCESS_CODE, data: { quantity: '1' } })
  })

  it('is waited for without harm by a call that has no key: nobody has heard it', async () => {
    const front = await openFront()
    const customer = await core.newCustomer()
    stopServing()
    const asked = front.call(orders.create, buy('1'), customer.token)
    await new Promise((resolve) => setTimeout(resolve, 200))
    stopServing = serve('its successor')
    expect((await asked).code).toBe(SUCCESS_CODE)
    expect((await core.ask(orders.list, {}, customer.token)).list).toHaveLength(1)
  })

  it('answers nothing while it may not lead any more, as on waking after it stood still', async () => {
    const front = await openFront()
    const customer = await core.newCustomer()
    leads = false
    expect(await front.call(accounts.practise, {})).toMatchObject(UNKNOWN)
    expect(await front.call(orders.create, buy('1'), customer.token)).toMatchObject(UNKNOWN)
    leads = true
    expect((await core.ask(orders.list, {}, customer.token)).list).toHaveLength(0)
  })

  it('begins nothing that nobody waits for any more', async () => {
    const front = await openFront()
    const customer = await core.newCustomer()
    fate = (subject) => (subject === subjects.call ? [ANSWER_WITHIN_MS + 200] : [0])
    expect(await front.call(orders.create, buy('1'), customer.token)).toMatchObject(UNKNOWN)
    await new Promise((resolve) => setTimeout(resolve, 500))
    fate = AT_ONCE
    expect((await core.ask(orders.list, {}, customer.token)).list).toHaveLength(0)
  })
})
