import { files } from '@rueda/contract/files.ts'
import { messages } from '@rueda/contract/messages.ts'
import { orders } from '@rueda/contract/orders.ts'
import { support } from '@rueda/contract/support.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { MAX_UNANSWERED } from '@rueda/rules/support/thread.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'

const SAID = 'un secreto que nadie más lee'
const NOBODYS = '00000000-0000-7000-8000-000000000000'

let harness: Harness
let ana: Customer

beforeAll(async () => {
  harness = await startHarness({ environment: { LOG_LEVEL: 'info' } })
})
beforeEach(async () => {
  ana = await harness.newCustomer()
})
afterAll(() => harness.stop())

const thread = (who = ana) => harness.ask(support.thread, {}, who.token)
let sent = 0
const send = (input: Parameters<typeof harness.call<typeof support.send>>[1], who = ana, key = `sent-${(sent += 1)}`) =>
  harness.call(support.send, input, who.token, { 'idempotency-key': key })
const invalid = (field: string) => ({ code: codeOf('parameter.invalid'), data: { field } })

it('begins empty, and says when somebody is there', async () => {
  expect(await thread()).toEqual({
    ...{ status: 'none', topic: null, messages: [], hasEarlier: 0, unread: 0 },
    ...{ open: 1, opensTimestamp: null, typicalWaitMinutes: null },
    hours: { days: [1, 2, 3, 4, 5], opens: '09:00', closes: '18:00', utcOffset: '-03:00' },
  })
})

describe('writing', () => {
  it('is kept, and shown to the one who wrote', async () => {
    await send({ topic: 'deposit', text: `${SAID}\nen dos líneas` })
    expect(await thread()).toMatchObject({
      status: 'waiting',
      topic: 'deposit',
      messages: [{ author: 'customer', text: `${SAID}\nen dos líneas`, image: null, record: null, warned: 0 }],
    })
  })

  it('happens once, however often it is sent', async () => {
    const answers = [await send({ text: SAID }, ana, 'once'), await send({ text: SAID }, ana, 'once')]
    expect(answers[1]?.data).toEqual(answers[0]?.data)
    expect((await thread()).messages).toHaveLength(1)
    expect(await send({ text: 'otra cosa' }, ana, 'once')).toMatchObject({ code: codeOf('idempotency.key_reused') })
  })

  it('takes a text, a picture or a record, and none of them is nothing', async () => {
    expect(await send({ topic: 'other' })).toMatchObject({ code: codeOf('parameter.missing'), data: { field: 'text' } })
  })

  it('puts the card of an own order beside it', async () => {
    const order = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '150.00', quantity: '10', tif: 1 } as const
    const { orderId } = await harness.ask(orders.create, order, ana.token)
    await send({ text: '¿Qué pasó?', record: `order:${orderId}` })
    const card = { ref: `order:${orderId}`, kind: 'order', subject: 'TEST', side: 'buy', amount: '10', currency: null, status: 'working' }
    expect((await thread()).messages).toMatchObject([{ record: card }])
    expect(await harness.ask(support.records, { kind: 'order' }, ana.token)).toMatchObject([card])
    expect(await harness.ask(support.records, { kind: 'withdrawal' }, ana.token)).toEqual([])
    const juan = await harness.newCustomer()
    expect(await send({ record: `order:${orderId}` }, juan)).toMatchObject(invalid('record'))
    expect(await send({ record: `order:${NOBODYS}` })).toMatchObject(invalid('record'))
    expect(await send({ record: `card:${NOBODYS}` as 'order:' })).toMatchObject(invalid('record'))
  })

  it('takes no picture that is not the customer’s own', async () => {
    expect(await send({ image: `/web/file/${NOBODYS}` })).toMatchObject(invalid('image'))
    expect(await send({ image: 'https://example.org/a.png' })).toMatchObject(invalid('image'))
  })

  it('waits for the staff after twenty messages', async () => {
    for (let count = 0; count < MAX_UNANSWERED; count += 1) await send({ text: `mensaje ${count}` })
    expect(await send({ text: 'uno más' })).toMatchObject({ code: codeOf('support.too_many'), data: { num: MAX_UNANSWERED } })
    expect((await thread()).messages).toHaveLength(MAX_UNANSWERED)
  })

  it('has pages of earlier messages', async () => {
    for (const text of ['uno', 'dos', 'tres']) await send({ text })
    const newest = await harness.ask(support.thread, { pageSize: 2 }, ana.token)
    expect(newest).toMatchObject({ hasEarlier: 1, messages: [{ text: 'dos' }, { text: 'tres' }] })
    const before = newest.messages[0]?.id ?? ''
    expect(await harness.ask(support.thread, { before, pageSize: 2 }, ana.token)).toMatchObject({
      hasEarlier: 0,
      messages: [{ text: 'uno' }],
    })
  })
})

it('keeps every customer’s conversation apart', async () => {
  await send({ text: SAID })
  const juan = await harness.newCustomer()
  const [message] = (await thread()).messages
  expect(await thread(juan)).toMatchObject({ status: 'none', messages: [] })
  const before = message?.id ?? ''
  const answers = await Promise.all([before, NOBODYS].map((through) => harness.ask(support.markRead, { through }, juan.token)))
  expect(answers).toEqual([{ unread: 0 }, { unread: 0 }])
  expect(await harness.ask(support.thread, { before }, juan.token)).toMatchObject({ messages: [] })
})

it('leaves the words in no table, no answer kept for later and no log', async () => {
  await send({ text: SAID })
  const { rows } = await harness.app.pool.query<{ found: string }>(
    `select (select string_agg(m::text, '') from support_messages m) || (select string_agg(i::text, '') from idempotency i) as found`,
  )
  expect(rows[0]?.found.length).toBeGreaterThan(SAID.length)
  expect(rows[0]?.found).not.toContain('secreto')
  expect(rows[0]?.found).not.toContain(Buffer.from(SAID).toString('hex'))
  expect(harness.logged.join('\n')).not.toContain('secreto')
})

it('tells nobody of a message but its own writer, and welcomes as before', async () => {
  await send({ text: SAID })
  expect((await harness.ask(messages.list, {}, ana.token)).list.map(({ type }) => type)).toEqual(['system'])
  expect((await harness.ask(files.openings, {}, ana.token)).list).toEqual([])
})
