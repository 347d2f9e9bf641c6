import { audit } from '@rueda/contract/admin/audit.ts'
import { cases } from '@rueda/contract/admin/cases.ts'
import { supportDesk } from '@rueda/contract/admin/support.ts'
import { files } from '@rueda/contract/files.ts'
import { messages } from '@rueda/contract/messages.ts'
import { support } from '@rueda/contract/support.ts'
import { powers } from '@rueda/contract/powers.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runReviews } from '../all-reviews.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { formOf, picture, uploadOf } from '../../testing/pictures.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'

let harness: Harness
let customer: Customer
let sol: StaffCaller
let teo: StaffCaller

beforeEach(async () => {
  harness = await startHarness()
  customer = await harness.newCustomer()
  sol = await hire(harness, ['support'])
  teo = await hire(harness, ['support'])
})
afterEach(() => harness.stop())

let sent = 0
const write = (text: string, more = {}) =>
  harness.call(support.send, { text, ...more }, customer.token, { 'idempotency-key': `asked-${(sent += 1)}` })
const thread = () => harness.ask(support.thread, {}, customer.token)
const list = (state: 'waiting' | 'answered' | 'mine' | 'closed', who = sol) => who.ask(supportDesk.list, { state })
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })

/** The one conversation that waits, claimed by somebody. */
async function take(who = sol): Promise<string> {
  const { list: found } = await list('waiting', who)
  const id = found[0]?.case.id ?? ''
  await who.ask(cases.claim, { id })
  return id
}

describe('what waits', () => {
  it('stands in the list with its topic and how long it has waited, and without a word of it', async () => {
    await write('¿Dónde está mi plata?', { topic: 'deposit' })
    await harness.pass(9 * MINUTE_MS)
    await write('¿Hola?')
    const { list: found } = await list('waiting')
    expect(found).toMatchObject([
      {
        case: { kind: 'support', accountId: customer.accountId, dueTimestamp: Date.UTC(2026, 10, 19, 14) },
        topic: 'deposit',
        status: 'waiting',
        waitingTimestamp: harness.app.wallClock.now() - 9 * MINUTE_MS,
        lastTimestamp: harness.app.wallClock.now(),
        locale: 'es',
      },
    ])
    expect(JSON.stringify(found)).not.toContain('plata')
    expect((await sol.ask(supportDesk.list, { topic: 'order' })).total).toBe(0)
  })

  it('is read by whoever has claimed it, and the customer sees that it was', async () => {
    await write('hola')
    const id = await take()
    expect(await teo.call(supportDesk.open, { id })).toMatchObject(refused('case.not_claimed'))
    const opened = await sol.ask(supportDesk.open, { id })
    expect(opened).toMatchObject({ accountId: customer.accountId, messages: [{ text: 'hola', staffName: null }], notes: [] })
    expect(opened.customer.email).toMatch(/^cu•••@/u)
    const { list: acts } = await harness.ask(powers.acts, {}, customer.token)
    expect(acts.map(({ power }) => power)).toEqual(['support.open', 'cases.claim'])
  })
})

describe('an answer', () => {
  it('is read by the customer, who is told of it once', async () => {
    await write('hola')
    const id = await take()
    await harness.pass(5 * MINUTE_MS)
    await sol.ask(supportDesk.reply, { id, text: 'Hola, ya lo miro.' })
    await sol.ask(supportDesk.reply, { id, text: 'Está en camino.' })
    expect(await thread()).toMatchObject({
      status: 'answered',
      unread: 2,
      typicalWaitMinutes: 5,
      messages: [{ author: 'customer' }, { author: 'staff', text: 'Hola, ya lo miro.', warned: 0 }, { text: 'Está en camino.' }],
    })
    const told = async () =>
      (await harness.ask(messages.list, { readStatus: 0 }, customer.token)).list.filter(({ link }) => link?.startsWith('support:'))
    expect(await told()).toHaveLength(1)
    const through = (await thread()).messages.at(-1)?.id ?? ''
    expect(await harness.ask(support.markRead, { through }, customer.token)).toEqual({ unread: 0 })
    expect(await told()).toEqual([])
    expect((await list('answered')).total).toBe(1)
    expect((await list('waiting')).total).toBe(0)
  })

  it('that is kept goes out in the customer’s own language', async () => {
    await harness.app.pool.query(`update accounts set locale = 'de' where account_id = $1`, [customer.accountId])
    await write('Hallo')
    await sol.ask(supportDesk.reply, { id: await take(), reply: 'solved' })
    const [, answer] = (await thread()).messages
    const kept = (await sol.ask(supportDesk.replies, {})).find(({ reply }) => reply === 'solved')
    expect(answer?.text).toBe(kept?.texts.de)
    expect(Object.keys(kept?.texts ?? {})).toHaveLength(8)
  })

  it('that speaks of passwords warns the one who writes it, and then the one who reads it', async () => {
    await write('hola')
    const id = await take()
    const text = 'Pasame tu contraseña'
    expect(await sol.call(supportDesk.reply, { id, text })).toMatchObject(refused('support.asks_secret'))
    expect((await thread()).messages).toHaveLength(1)
    await sol.ask(supportDesk.reply, { id, text, heedless: 1 })
    expect((await thread()).messages.at(-1)).toMatchObject({ text, warned: 1 })
    const auditor = await hire(harness, ['auditor'])
    const { list: rows } = await auditor.ask(audit.list, { accountId: customer.accountId })
    expect(rows[0]).toMatchObject({ power: 'support.answer', reason: 'customerAsked', after: { speaksOfSecrets: true } })
    expect(JSON.stringify(rows)).not.toContain('Pasame')
  })

  it('needs words, and a claimed conversation', async () => {
    await write('hola')
    const id = await take()
    expect(await sol.call(supportDesk.reply, { id })).toMatchObject({ code: codeOf('parameter.missing'), data: { field: 'text' } })
    expect(await teo.call(supportDesk.reply, { id, text: 'yo' })).toMatchObject(refused('case.not_claimed'))
    await harness.pass(16 * MINUTE_MS)
    expect(await sol.call(supportDesk.reply, { id, text: 'tarde' })).toMatchObject(refused('session.missing'))
  })
})

it('a note is for colleagues alone', async () => {
  await write('hola')
  const id = await take()
  await sol.ask(supportDesk.note, { id, text: 'cliente nervioso' })
  expect((await sol.ask(supportDesk.open, { id })).notes).toMatchObject([{ text: 'cliente nervioso' }])
  expect(JSON.stringify(await thread())).not.toContain('nervioso')
  const { rows } = await harness.app.pool.query<{ found: string }>('select string_agg(n::text, $1) as found from support_notes n', [''])
  expect(rows[0]?.found).not.toContain('nervioso')
})

it('is handed over to a colleague who answers customers', async () => {
  await write('hola')
  const id = await take()
  const cashier = await hire(harness, ['cashier'])
  const why = { id, reason: 'review' } as const
  expect(await sol.call(supportDesk.handOver, { ...why, staffId: cashier.staffId })).toMatchObject(refused('support.colleague'))
  expect(await sol.call(supportDesk.handOver, { ...why, staffId: sol.staffId })).toMatchObject(refused('support.colleague'))
  expect((await sol.ask(supportDesk.colleagues, {})).map(({ staffId }) => staffId)).toEqual([teo.staffId])
  expect(await sol.ask(supportDesk.handOver, { ...why, staffId: teo.staffId })).toMatchObject({ claimedByMe: 0 })
  expect(await sol.call(supportDesk.open, { id })).toMatchObject(refused('case.not_claimed'))
  expect((await list('mine', teo)).total).toBe(1)
})

describe('closing', () => {
  it('ends the case, and the next message opens another one', async () => {
    await write('hola')
    const id = await take()
    await sol.ask(supportDesk.close, { id, reason: 'customerAsked' })
    expect((await thread()).status).toBe('closed')
    expect((await list('closed')).list).toMatchObject([{ case: { id, outcome: 'closed' }, status: 'closed' }])
    await write('otra cosa', { topic: 'order' })
    expect((await list('closed')).total).toBe(0)
    const { list: found } = await list('waiting')
    expect(found).toMatchObject([{ topic: 'order', status: 'waiting' }])
    expect(found[0]?.case.id).not.toBe(id)
    expect((await thread()).messages).toHaveLength(2)
  })

  it('happens by itself seven days after an answer, and not to who waits', async () => {
    await write('hola')
    await sol.ask(supportDesk.reply, { id: await take(), text: 'hola' })
    await harness.pass(7 * DAY_MS - 1)
    await runReviews(harness.app)
    expect((await thread()).status).toBe('answered')
    await harness.pass(1)
    await runReviews(harness.app)
    await runReviews(harness.app)
    expect((await thread()).status).toBe('closed')
    await write('¿y?')
    await harness.pass(8 * DAY_MS)
    await runReviews(harness.app)
    expect((await thread()).status).toBe('waiting')
  })
})

it('a picture is opened by a link that dies soon, and its owner reads who opened it', async () => {
  const uploaded = await harness.send(uploadOf(customer.token, formOf({ content: await picture() })))
  const { url } = uploaded.data as { url: string }
  await harness.ask(support.send, { image: url }, customer.token)
  const id = await take()
  const [message] = (await sol.ask(supportDesk.open, { id })).messages
  expect(message).toMatchObject({ image: url, text: null })
  const answer = await harness.http.server.inject({ method: 'GET', url: message?.link ?? '' })
  expect(answer.statusCode).toBe(200)
  expect((await harness.ask(files.openings, {}, customer.token)).list).toMatchObject([{ url, by: 'staff', reason: 'customerAsked' }])
})
