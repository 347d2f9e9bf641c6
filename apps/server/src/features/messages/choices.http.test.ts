import { accounts } from '@rueda/contract/accounts.ts'
import { accounts as staffAccounts } from '@rueda/contract/admin/accounts.ts'
import { broadcasts as desk } from '@rueda/contract/admin/broadcasts.ts'
import { messages } from '@rueda/contract/messages.ts'
import { orders } from '@rueda/contract/orders.ts'
import { security } from '@rueda/contract/security.ts'
import { messageTopics } from '@rueda/rules/messages/topics.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishCommits } from '../../publish.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { deliverBroadcasts } from '../broadcasts/deliver.ts'
import { mailMessages } from './mails.ts'

/** Which messages reach a customer, and how (`docs/rules/messages.md` P.22). */
let harness: Harness
let quietHouse: Harness
let publishing: ReturnType<typeof publishCommits>
let staff: readonly [StaffCaller, StaffCaller]
beforeAll(async () => {
  // Nobody listens there: what is sent stays in the table, where it can be read.
  harness = await startHarness({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  publishing = publishCommits({ ...harness.app, writePath: harness.writePath })
  quietHouse = await startHarness()
  staff = [await hire(harness, ['product']), await hire(harness, ['product'])]
})
afterAll(async () => {
  await publishing.stop()
  await harness.stop()
  await quietHouse.stop()
})

const MARKET_BUY = { stockCode: 'TEST', direction: 0, orderType: 0, quantity: '1' } as const
type Choice = Readonly<{ topic: (typeof messageTopics)[number]; way: 'app' | 'mail'; on: 0 | 1 }>
const choose = (who: Customer, choice: Choice) => harness.call(messages.choose, choice, who.token)
const titlesOf = async (who: Customer) => (await harness.ask(messages.list, { pageSize: 50 }, who.token)).list.map(({ title }) => title)

/** The mails to a customer since the last look that are not about registering. */
async function mailsTo({ email }: Customer): Promise<readonly Readonly<{ subject: string; body: string }>[]> {
  await mailMessages(harness.app, harness.app.wallClock.now())
  const { rows } = await harness.app.pool.query<{ subject: string; body: string }>(
    `select subject, body from mails where recipient = $1 and subject not in ('Tu código de Rueda', 'Ya tenés una cuenta en Rueda') order by mail_id`,
    [email],
  )
  return rows
}

/** A broadcast to everybody, asked for and agreed to by two persons. */
async function tellEverybody(title: string): Promise<void> {
  const texts = { es: { title, body: 'Para todos.' }, en: { title: `${title} (en)`, body: 'For everybody.' } }
  for (const person of staff) await person.ask(desk.publish, { reason: 'maintenance', segment: 'everybody', texts })
  await deliverBroadcasts(harness.app, harness.app.wallClock.now())
}

/** Bought at once, and its message is told. */
async function buy(who: Customer): Promise<void> {
  const before = (await titlesOf(who)).length
  await harness.call(orders.create, MARKET_BUY, who.token, { 'idempotency-key': `${who.accountId}-${before}` })
  await expect.poll(async () => (await titlesOf(who)).length).toBeGreaterThan(before)
}
/** Until a purchase's mail waits, which is queued after its commit. */
async function queued({ accountId }: Customer, many: number): Promise<void> {
  const waiting = async () => (await harness.app.pool.query('select from message_mails where account_id = $1', [accountId])).rowCount
  await expect.poll(waiting).toBe(many)
}

describe('whoever chose nothing', () => {
  it('gets everything in the app, and by mail what is about security', async () => {
    const ana = await harness.newCustomer()
    const { topics, mailLacks } = await harness.ask(messages.choices, {}, ana.token)
    expect(mailLacks).toBeNull()
    expect(topics.map(({ topic }) => topic)).toEqual([...messageTopics])
    expect(topics.filter(({ app }) => app.on === 0)).toEqual([])
    expect(topics.filter(({ mail }) => mail.on === 1).map(({ topic }) => topic)).toEqual(['security'])
    await buy(ana)
    expect(await mailsTo(ana)).toEqual([])
  })
})

describe('what protects an account or moves money', () => {
  it.each(['security', 'account', 'money', 'trading', 'products', 'alerts'] as const)(
    'cannot be switched off in the app: %s',
    async (topic) => {
      const ana = await harness.newCustomer()
      expect(await choose(ana, { topic, way: 'app', on: 0 })).toMatchObject({ code: 2031, data: { field: 'topic' } })
    },
  )

  it('nor mails about security, which are sent all the same', async () => {
    const ana = await harness.newCustomer()
    expect(await choose(ana, { topic: 'security', way: 'mail', on: 0 })).toMatchObject({ code: 2031 })
    await harness.ask(accounts.createPayPassword, { payPassword: '482915' }, ana.token)
    await expect.poll(async () => (await mailsTo(ana)).length).toBe(1)
  })

  it('also those of what staff did and of a new way to be paid out', async () => {
    const ana = await harness.newCustomer()
    const risk = await hire(harness, ['risk'])
    await risk.ask(staffAccounts.freeze, { accountId: ana.accountId, reason: 'suspectedFraud' })
    const [mail, ...more] = await mailsTo(ana)
    expect(more).toEqual([])
    expect(mail?.subject).toBe((await titlesOf(ana))[0])
  })
})

describe('a topic that is switched off in the app', () => {
  it('is really not written, and its push says nothing; others get it, and it comes again when it is on', async () => {
    const [ana, bea] = [await harness.newCustomer(), await harness.newCustomer()]
    await choose(ana, { topic: 'news', way: 'app', on: 0 })
    await tellEverybody('Mantenimiento')
    expect(await titlesOf(ana)).not.toContain('Mantenimiento')
    expect(await titlesOf(bea)).toContain('Mantenimiento')
    await choose(ana, { topic: 'news', way: 'app', on: 1 })
    await tellEverybody('Novedades')
    expect(await titlesOf(ana)).toContain('Novedades')
  })

  it('comes by mail where that was chosen', async () => {
    const ana = await harness.newCustomer()
    await choose(ana, { topic: 'news', way: 'app', on: 0 })
    await choose(ana, { topic: 'news', way: 'mail', on: 1 })
    await tellEverybody('Solo por correo')
    expect(await titlesOf(ana)).not.toContain('Solo por correo')
    expect(await mailsTo(ana)).toMatchObject([{ subject: 'Solo por correo', body: expect.stringContaining('Para todos.') as string }])
  })
})

describe('a topic by mail', () => {
  it('is sent from the choice on, once, in the customer’s language, and says where it is switched off', async () => {
    const ana = await harness.newCustomer()
    await buy(ana)
    await choose(ana, { topic: 'trading', way: 'mail', on: 1 })
    await buy(ana)
    await queued(ana, 1)
    const [mail, ...more] = await mailsTo(ana)
    expect(more).toEqual([])
    expect(mail?.subject).toBe((await titlesOf(ana))[0])
    expect(mail?.body).toMatch(/Ajustes, Notificaciones/u)
    expect(await mailsTo(ana)).toHaveLength(1)
    await buy(ana)
    await queued(ana, 1)
    // What waits when it is switched off is not sent either.
    await choose(ana, { topic: 'trading', way: 'mail', on: 0 })
    await buy(ana)
    expect(await mailsTo(ana)).toHaveLength(1)
  })

  it('is one mail for everything that waited', async () => {
    const ana = await harness.newCustomer()
    await choose(ana, { topic: 'trading', way: 'mail', on: 1 })
    for (let turn = 0; turn < 3; turn += 1) await buy(ana)
    await queued(ana, 3)
    expect(await mailsTo(ana)).toMatchObject([{ subject: '3 mensajes de Rueda' }])
  })

  it('is refused where there is nowhere to send it, and can be switched off there', async () => {
    const { token } = await harness.ask(accounts.practise, {})
    expect((await harness.ask(messages.choices, {}, token)).mailLacks).toBe('address')
    const asked = { topic: 'money', way: 'mail', on: 1 } as const
    expect(await harness.call(messages.choose, asked, token)).toMatchObject({ code: 2032 })
    const bea = await quietHouse.newCustomer()
    expect((await quietHouse.ask(messages.choices, {}, bea.token)).mailLacks).toBe('house')
    expect(await quietHouse.call(messages.choose, asked, bea.token)).toMatchObject({ code: 2032 })
    expect((await quietHouse.call(messages.choose, { ...asked, on: 0 }, bea.token)).code).toBe(200)
  })
})

it('choices are the customer’s own, and go with the account', async () => {
  const [ana, bea] = [await harness.newCustomer(), await harness.newCustomer()]
  await choose(ana, { topic: 'money', way: 'mail', on: 1 })
  const isOn = async (who: Customer) =>
    (await harness.ask(messages.choices, {}, who.token)).topics.find(({ topic }) => topic === 'money')?.mail.on
  expect([await isOn(ana), await isOn(bea)]).toEqual([1, 0])
  await harness.ask(security.verify, { password: ana.password }, ana.token)
  await harness.ask(security.close, { leaveMoney: 1 }, ana.token)
  expect((await harness.app.pool.query('select from message_choices where account_id = $1', [ana.accountId])).rowCount).toBe(0)
})

it('anything else is bad input', async () => {
  const ana = await harness.newCustomer()
  const wrong = [{ topic: 'prices', way: 'app', on: 1 }, { topic: 'news', way: 'fax', on: 1 }, { topic: 'news', way: 'app', on: 2 }, {}]
  for (const input of wrong) expect([1000, 1001]).toContain((await harness.call(messages.choose, input as never, ana.token)).code)
})
