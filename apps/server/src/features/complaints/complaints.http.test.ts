import { approvals } from '@rueda/contract/admin/approvals.ts'
import { audit } from '@rueda/contract/admin/audit.ts'
import { cases } from '@rueda/contract/admin/cases.ts'
import { complaintDesk } from '@rueda/contract/admin/complaints.ts'
import { complaints } from '@rueda/contract/complaints.ts'
import { messages } from '@rueda/contract/messages.ts'
import { orders } from '@rueda/contract/orders.ts'
import { powers } from '@rueda/contract/powers.ts'
import { security } from '@rueda/contract/security.ts'
import { support } from '@rueda/contract/support.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runReviews } from '../all-reviews.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'

const SAID = 'un secreto que nadie más lee'
const REASONS = 'La orden quedó lejos del precio.'
const NOBODYS = '00000000-0000-7000-8000-000000000000'
/** Wednesday in the morning; the house closes at 21:00 UTC. */
const ACKNOWLEDGE_BY = Date.UTC(2026, 10, 20, 21)
const ANSWER_BY = Date.UTC(2026, 11, 9, 21)

let harness: Harness
let ana: Customer
let sol: StaffCaller
let teo: StaffCaller

beforeEach(async () => {
  harness = await startHarness({ environment: { LOG_LEVEL: 'info' } })
  ana = await harness.newCustomer()
  sol = await hire(harness, ['support'])
  teo = await hire(harness, ['support'])
})
afterEach(() => harness.stop())

let sent = 0
const keyed = () => ({ 'idempotency-key': `complained-${(sent += 1)}` })
const ask = (text = '¿Dónde está mi plata?', who = ana) => harness.call(support.send, { topic: 'order', text }, who.token, keyed())
const file = (more = {}, who = ana, headers = keyed()) => harness.call(complaints.file, { text: SAID, ...more }, who.token, headers)
const mine = async (who = ana) => (await harness.ask(complaints.list, {}, who.token)).list
const counts = () => harness.ask(complaints.counts, {})
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })
const told = async () => (await harness.ask(messages.list, {}, ana.token)).list.filter(({ link }) => link?.startsWith('complaint:'))

async function filed(): Promise<void> {
  await ask()
  expect((await file()).code).toBe(200)
}

/** The one complaint that waits, claimed by somebody. */
async function take(who = sol): Promise<string> {
  const { list } = await who.ask(cases.list, { kind: 'complaint' })
  const id = list[0]?.id ?? ''
  await who.ask(cases.claim, { id })
  return id
}

/** A second factor holds for five minutes. */
async function later(ms: number): Promise<void> {
  await harness.pass(ms)
  for (const each of [sol, teo]) await each.signIn()
}

const draft = (id: string, more = {}, who = sol) =>
  who.call(complaintDesk.draft, { id, outcome: 'partlyUpheld', language: 'es', text: REASONS, ...more })
const answer = (id: string, version = 1, who = sol) => who.call(complaintDesk.answer, { id, version, reason: 'review' })

describe('making one', () => {
  it('takes a conversation: with none there is nothing to complain of', async () => {
    expect(await file()).toMatchObject(refused('complaint.no_conversation'))
    await ask()
    const { data } = await file()
    expect(data).toMatchObject({ acknowledgeByTimestamp: ACKNOWLEDGE_BY, answerByTimestamp: ANSWER_BY })
    expect(data?.number).toMatch(/^C20261118-[0-9A-Z]{10}$/u)
    expect(await mine()).toMatchObject([
      {
        ...{ number: data?.number, topic: 'order', status: 'received', text: SAID, late: 0, outcome: null, answer: null, record: null },
        ...{ acknowledgeByTimestamp: ACKNOWLEDGE_BY, answerByTimestamp: ANSWER_BY },
      },
    ])
    expect(await told()).toHaveLength(1)
  })

  it('happens once, however often it is sent, and one at a time', async () => {
    await ask()
    const headers = keyed()
    const answers = [await file({}, ana, headers), await file({}, ana, headers)]
    expect(answers[1]?.data).toEqual(answers[0]?.data)
    expect(await mine()).toHaveLength(1)
    expect(await file()).toMatchObject(refused('complaint.under_way'))
    expect(await told()).toHaveLength(1)
  })

  it('is one of two that come at the same moment', async () => {
    await ask()
    const codes = (await Promise.all([file(), file()])).map(({ code }) => code)
    expect(new Set(codes)).toEqual(new Set([200, codeOf('complaint.under_way')]))
  })

  it('puts an own record beside it, and nobody else’s', async () => {
    const order = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '150.00', quantity: '10', tif: 1 } as const
    const { orderId } = await harness.ask(orders.create, order, ana.token)
    const juan = await harness.newCustomer()
    await ask('hola', juan)
    expect(await file({ record: `order:${orderId}` }, juan)).toMatchObject({ ...refused('parameter.invalid'), data: { field: 'record' } })
    await ask()
    await file({ record: `order:${orderId}` })
    expect(await mine()).toMatchObject([{ record: { kind: 'order', subject: 'TEST', amount: '10' } }])
    expect(await mine(juan)).toEqual([])
  })

  it('leaves the words in no table, no answer kept for later, no message and no log', async () => {
    await filed()
    const { rows } = await harness.app.pool.query<{ found: string }>(
      `select (select string_agg(c::text, '') from complaints c) || (select string_agg(i::text, '') from idempotency i)
           || (select string_agg(m::text, '') from messages m) as found`,
    )
    expect(rows[0]?.found).toContain('C20261118')
    expect(rows[0]?.found).not.toContain('secreto')
    expect(rows[0]?.found).not.toContain(Buffer.from('secreto').toString('hex'))
    expect(harness.logged.join('\n')).not.toContain('secreto')
  })
})

describe('taking it back', () => {
  it('ends its case, and the next can be made', async () => {
    await filed()
    const [complaint] = await mine()
    const id = complaint?.id ?? ''
    expect(await harness.call(complaints.withdraw, { id }, ana.token)).toMatchObject({ data: { status: 'withdrawn' } })
    expect(await mine()).toMatchObject([{ status: 'withdrawn', late: 0 }])
    expect((await sol.ask(cases.list, { kind: 'complaint' })).total).toBe(0)
    expect((await sol.ask(cases.list, { kind: 'complaint', state: 'closed' })).list).toMatchObject([{ outcome: 'cancelled' }])
    expect(await harness.call(complaints.withdraw, { id }, ana.token)).toMatchObject(refused('complaint.ended'))
    expect((await file()).code).toBe(200)
  })

  it('ends the request for a second person to answer it', async () => {
    await filed()
    const id = await take()
    await sol.ask(complaintDesk.acknowledge, { id })
    await draft(id)
    expect(await answer(id)).toMatchObject({ data: { state: 'waiting' } })
    expect(await teo.ask(approvals.list, {})).toMatchObject([{ power: 'complaints.answer' }])
    const [complaint] = await mine()
    await harness.ask(complaints.withdraw, { id: complaint?.id ?? '' }, ana.token)
    expect(await teo.ask(approvals.list, {})).toEqual([])
    const { rows } = await harness.app.pool.query('select decision, checker from approvals')
    expect(rows).toEqual([{ decision: 'expired', checker: null }])
  })

  it('is for its owner alone', async () => {
    await filed()
    const [complaint] = await mine()
    const juan = await harness.newCustomer()
    for (const id of [complaint?.id ?? '', NOBODYS])
      expect(await harness.call(complaints.withdraw, { id }, juan.token)).toMatchObject(refused('object.not_found'))
    expect(await mine()).toMatchObject([{ status: 'received' }])
  })
})

describe('reading and acknowledging it', () => {
  it('waits in its queue until its first deadline, and then until its second', async () => {
    await filed()
    expect((await sol.ask(cases.list, { kind: 'complaint' })).list).toMatchObject([
      { accountId: ana.accountId, dueTimestamp: ACKNOWLEDGE_BY },
    ])
    const id = await take()
    expect(await sol.ask(complaintDesk.acknowledge, { id })).toEqual({ status: 'acknowledged' })
    expect(await sol.ask(cases.find, { id })).toMatchObject({ dueTimestamp: ANSWER_BY })
    expect(await mine()).toMatchObject([{ status: 'acknowledged', acknowledgeTimestamp: harness.app.wallClock.now() }])
    expect(await told()).toHaveLength(2)
    expect(await sol.call(complaintDesk.acknowledge, { id })).toMatchObject(refused('complaint.ended'))
    expect(await told()).toHaveLength(2)
  })

  it('shows the conversation to whoever has claimed it, and the customer sees that it was opened', async () => {
    await filed()
    const id = await take()
    expect(await teo.call(complaintDesk.open, { id })).toMatchObject(refused('case.not_claimed'))
    const opened = await sol.ask(complaintDesk.open, { id })
    expect(opened).toMatchObject({
      ...{ accountId: ana.accountId, locale: 'es', draft: null, waiting: null },
      ...{ complaint: { text: SAID }, messages: [{ text: '¿Dónde está mi plata?' }] },
    })
    const { list: acts } = await harness.ask(powers.acts, {}, ana.token)
    expect(acts.map(({ power }) => power)).toEqual(['complaints.open', 'cases.claim'])
  })

  it('takes a case of its own kind', async () => {
    await filed()
    const { list } = await sol.ask(cases.list, { kind: 'support' })
    const id = list[0]?.id ?? ''
    await sol.ask(cases.claim, { id })
    expect(await sol.call(complaintDesk.open, { id })).toMatchObject(refused('object.not_found'))
    expect(await sol.call(complaintDesk.acknowledge, { id })).toMatchObject(refused('object.not_found'))
  })
})

describe('answering it', () => {
  it('takes two persons who have read the same version', async () => {
    await filed()
    const id = await take()
    await sol.ask(complaintDesk.acknowledge, { id })
    expect(await draft(id)).toMatchObject({ data: { version: 1 } })
    expect(await mine()).toMatchObject([{ status: 'acknowledged', answer: null }])
    expect(await answer(id)).toMatchObject({ data: { state: 'waiting' } })
    expect(await answer(id)).toMatchObject(refused('case.not_claimed'))
    await take()
    expect(await answer(id)).toMatchObject(refused('approval.same_person'))
    await sol.ask(cases.release, { id })
    await take(teo)
    const opened = await teo.ask(complaintDesk.open, { id })
    expect(opened).toMatchObject({ draft: { version: 1, outcome: 'partlyUpheld', text: REASONS }, waiting: { canApprove: 1 } })
    expect(await answer(id, 1, teo)).toMatchObject({ data: { state: 'done' } })
    expect(await mine()).toMatchObject([{ status: 'answered', outcome: 'partlyUpheld', answer: REASONS, late: 0 }])
    expect((await told()).map(({ title }) => title)[0]).toBe('Respondimos tu reclamo')
    expect((await sol.ask(cases.list, { kind: 'complaint', state: 'closed' })).list).toMatchObject([{ outcome: 'partlyUpheld' }])
    const auditor = await hire(harness, ['auditor'])
    const { list: rows } = await auditor.ask(audit.list, { accountId: ana.accountId })
    expect(rows[0]).toMatchObject({ power: 'complaints.answer', after: { state: 'answered', version: 1 } })
    expect(JSON.stringify(rows)).not.toContain('lejos')
  })

  it('comes after it was acknowledged, in the language that the customer reads', async () => {
    await filed()
    const id = await take()
    expect(await draft(id, { language: 'en' })).toMatchObject(refused('complaint.language'))
    await draft(id)
    expect(await answer(id)).toMatchObject(refused('complaint.not_acknowledged'))
    await sol.ask(complaintDesk.acknowledge, { id })
    await harness.app.pool.query(`update accounts set locale = 'de' where account_id = $1`, [ana.accountId])
    expect(await answer(id)).toMatchObject(refused('complaint.language'))
    await draft(id, { language: 'de', text: 'Der Preis lag weit weg.', version: 1 })
    expect(await answer(id, 2)).toMatchObject({ data: { state: 'waiting' } })
  })

  it('overwrites nothing unread, and sends nothing unread', async () => {
    await filed()
    const id = await take()
    await sol.ask(complaintDesk.acknowledge, { id })
    expect(await draft(id, { version: 1 })).toMatchObject(refused('complaint.draft_changed'))
    await draft(id)
    expect(await draft(id)).toMatchObject(refused('complaint.draft_changed'))
    expect(await draft(id, { text: 'Otra cosa.', version: 1 })).toMatchObject({ data: { version: 2 } })
    expect(await answer(id, 1)).toMatchObject(refused('complaint.draft_changed'))
    expect(await answer(id, 2)).toMatchObject({ data: { state: 'waiting' } })
    await take(teo)
    await draft(id, { text: 'Algo más.', version: 2 }, teo)
    expect(await answer(id, 3, teo)).toMatchObject(refused('approval.changed'))
    expect(await mine()).toMatchObject([{ status: 'acknowledged' }])
  })

  it('keeps the draft sealed and from the customer', async () => {
    await filed()
    const id = await take()
    await draft(id)
    const { rows } = await harness.app.pool.query<{ found: string }>(
      `select (select string_agg(d::text, '') from complaint_drafts d) || (select coalesce(string_agg(p::text, ''), '') from approvals p) as found`,
    )
    expect(rows[0]?.found).toContain('partlyUpheld')
    expect(rows[0]?.found).not.toContain('lejos')
    expect(JSON.stringify(await mine())).not.toContain('lejos')
  })
})

describe('the deadline', () => {
  it('missed is told once, and counted for everybody to see', async () => {
    await filed()
    expect(await counts()).toMatchObject({ open: 1, overdue: 0, answered: 0, answeredInTime: 0 })
    await harness.pass(ANSWER_BY - harness.app.wallClock.now())
    await runReviews(harness.app)
    expect(await told()).toHaveLength(1)
    await harness.pass(1)
    await runReviews(harness.app)
    await runReviews(harness.app)
    expect((await told()).map(({ title }) => title)).toEqual(['No llegamos a responder tu reclamo a tiempo', 'Recibimos tu reclamo'])
    expect(await mine()).toMatchObject([{ late: 1 }])
    expect(await counts()).toMatchObject({ open: 1, overdue: 1 })
    await later(0)
    const id = await take()
    await sol.ask(complaintDesk.acknowledge, { id })
    await draft(id)
    await answer(id)
    await take(teo)
    await answer(id, 1, teo)
    expect(await mine()).toMatchObject([{ status: 'answered', late: 1 }])
    expect(await counts()).toMatchObject({ open: 0, overdue: 0, answered: 1, answeredInTime: 0 })
    await harness.pass(366 * DAY_MS)
    expect(await counts()).toMatchObject({ answered: 0 })
  })

  it('kept is counted as kept', async () => {
    await filed()
    const id = await take()
    await sol.ask(complaintDesk.acknowledge, { id })
    await draft(id)
    await answer(id)
    await take(teo)
    await answer(id, 1, teo)
    expect(await counts()).toMatchObject({ open: 0, answered: 1, answeredInTime: 1 })
  })
})

it('keeps the account open until it is answered or taken back', async () => {
  await filed()
  const close = () => harness.call(security.close, { leaveMoney: 1 }, ana.token)
  expect(await close()).toMatchObject(refused('complaint.under_way'))
  const [complaint] = await mine()
  await harness.ask(complaints.withdraw, { id: complaint?.id ?? '' }, ana.token)
  expect(await close()).toMatchObject({ code: 200 })
})
