import { accounts } from '@rueda/contract/accounts.ts'
import { messages } from '@rueda/contract/messages.ts'
import { orders } from '@rueda/contract/orders.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { publishCommits } from '../../publish.ts'
import type { PushHub } from '../../push/hub.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'

/** A market that stands still at 182.36 × 182.37; customers begin with their welcome. */
let harness: Harness
let ana: Customer
const BUY = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 0, quantity: '10' } as const
const RESTING = { ...BUY, orderType: 1, price: '150.00', tif: 1 } as const
const NOBODYS = '00000000-0000-7000-8000-000000000000'

beforeAll(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
})
beforeEach(async () => {
  ana = await harness.newCustomer()
})
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

/** Longer than the time in which two equal orders count as a double tap. */
const A_WHILE_MS = 3_000
const buy = async (who = ana): Promise<void> => {
  await harness.ask(orders.create, BUY, who.token)
  await harness.pass(A_WHILE_MS)
}
const list = (input = {}, who = ana) => harness.ask(messages.list, input, who.token)
const unreadOf = async (who = ana) => (await harness.ask(accounts.me, {}, who.token)).unreadCount

describe('what is told', () => {
  it('welcomes a new customer', async () => {
    const { list: rows, total, unread } = await list()
    expect({ total, unread, user: await unreadOf() }).toEqual({ total: 1, unread: 1, user: 1 })
    expect(rows).toMatchObject([{ type: 'system', title: 'Te damos la bienvenida a Rueda', readStatus: 0, venue: 'SIM' }])
  })

  it('tells of a filled order in the language of the one who reads', async () => {
    await buy()
    const [filled] = (await list()).list
    expect(filled).toMatchObject({
      type: 'trade',
      title: 'TEST: compra ejecutada',
      content: 'Compraste 10 de Test Instruments (TEST) a un precio promedio de 182,37. Comisiones e impuestos: $0,55.',
    })
    const inEnglish = await harness.call(messages.list, {}, ana.token, { language: 'en' })
    expect(inEnglish.data?.list[0]).toMatchObject({
      title: 'TEST: bought',
      content: 'You bought 10 of Test Instruments (TEST) at an average price of 182.37. Fees and taxes: $0.55.',
    })
    const { list: bought } = await harness.ask(orders.list, {}, ana.token)
    expect(filled?.link).toBe(`order:${bought[0]?.id}`)
  })

  it('says nothing of a cancel that was asked for', async () => {
    const { orderId } = await harness.ask(orders.create, RESTING, ana.token)
    await harness.ask(orders.cancel, { orderId }, ana.token)
    expect((await list()).total).toBe(1)
  })

  it('keeps every customer’s messages apart', async () => {
    const juan = await harness.newCustomer()
    await buy()
    const { list: his, total } = await list({}, juan)
    expect(total).toBe(1)
    const answers = await Promise.all([his[0]?.id ?? '', NOBODYS].map((id) => harness.call(messages.read, { id }, ana.token)))
    expect(answers.map(({ code, msg, data }) => ({ code, msg, data }))).toEqual([
      { code: 1002, msg: answers[0]?.msg, data: answers[1]?.data },
      { code: 1002, msg: answers[0]?.msg, data: answers[1]?.data },
    ])
    await harness.ask(messages.markRead, { ids: [his[0]?.id ?? ''] }, ana.token)
    expect((await list({}, juan)).unread).toBe(1)
  })
})

describe('reading', () => {
  it('opens one message and counts it as read, from then on', async () => {
    await buy()
    const [newest] = (await list()).list
    const id = newest?.id ?? ''
    expect(await harness.ask(messages.read, { id }, ana.token)).toEqual({ ...newest, readStatus: 1 })
    expect(await unreadOf()).toBe(1)
    expect((await list({ readStatus: 1 })).list.map((row) => row.id)).toEqual([id])
    expect((await list({ readStatus: 0 })).total).toBe(1)
  })

  it('marks one, some or all, and a second time changes nothing', async () => {
    for (let count = 0; count < 3; count += 1) await buy()
    const ids = (await list()).list.map((row) => row.id)
    expect(await harness.ask(messages.markRead, { id: ids[0] ?? '' }, ana.token)).toEqual({ unread: 3 })
    expect(await harness.ask(messages.markRead, { ids: ids.slice(0, 2) }, ana.token)).toEqual({ unread: 2 })
    for (let time = 0; time < 2; time += 1) expect(await harness.ask(messages.markRead, { all: 1 }, ana.token)).toEqual({ unread: 0 })
    expect(await unreadOf()).toBe(0)
  })

  it('asks which ones', async () => {
    expect(await harness.call(messages.markRead, {}, ana.token)).toMatchObject({ code: 1001, data: { field: 'id' } })
    expect(await harness.call(messages.markRead, { ids: [NOBODYS, 'x'] }, ana.token)).toMatchObject({ code: 1000 })
  })
})

describe('the list', () => {
  it('has pages, the newest first, and kinds', async () => {
    await buy()
    await buy()
    const first = await list({ pageSize: 2 })
    expect({ ...first, list: first.list.map(({ type }) => type) }).toEqual({
      list: ['trade', 'trade'],
      total: 3,
      pageNum: 1,
      pageSize: 2,
      pages: 2,
      unread: 3,
    })
    expect((await list({ pageSize: 2, pageNum: 2 })).list.map(({ type }) => type)).toEqual(['system'])
    expect((await list({ type: 'system' })).total).toBe(1)
    expect((await list({ group: 'trades' })).total).toBe(2)
    expect((await list({ group: 'funds' })).total).toBe(0)
    expect(await harness.call(messages.list, { type: 'gossip' as never }, ana.token)).toMatchObject({ code: 1000 })
  })

  it('forgets what is older than two years', async () => {
    await harness.app.pool.query('update messages set created_at = created_at - $2::bigint where account_id = $1', [
      ana.accountId,
      2 * 365 * DAY_MS + 1,
    ])
    await buy()
    await purgeExpired(harness.app.pool, { market: harness.app.clock.now(), wall: harness.app.wallClock.now() })
    expect((await list()).list.map(({ type }) => type)).toEqual(['trade'])
  })
})

it('is pushed after the commit, with how many are unread', async () => {
  const frames: unknown[] = []
  const hub = {
    ...harness.app.hub,
    isListening: () => true,
    publish: (accountId: string, channel: string, data: unknown) => {
      if (channel === 'message' && accountId === ana.accountId) frames.push(data)
    },
  }
  const publishing = publishCommits({ ...harness.app, hub: hub as unknown as PushHub })
  await buy()
  await publishing.stop()
  const [told] = (await list()).list
  expect(frames).toEqual([{ unread: 2, message: { id: told?.id, type: 'trade', createTimestamp: told?.createTimestamp } }])
})
