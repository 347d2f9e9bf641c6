import { accounts } from '@rueda/contract/accounts.ts'
import { cards } from '@rueda/contract/cards.ts'
import { messages } from '@rueda/contract/messages.ts'
import { security } from '@rueda/contract/security.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PROOF_LIFE_MS } from '../../http/gate.ts'
import { type Customer, type Harness, deviceCookieOf, startHarness } from '../../testing/harness.ts'
import { passIdentity } from '../../testing/identity.ts'
import { ADDRESS } from '../../testing/withdrawals.ts'

/** The transaction password, `docs/rules/accounts.md` A.1.6, A.1.7: chosen once, changed with the old one or with a mailed code. */
const FIRST = 'clave-de-salida-1'
const SECOND = 'clave-de-salida-2'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const choose = ({ token }: Customer, payPassword: string) => harness.call(accounts.createPayPassword, { payPassword }, token)
const change = ({ token }: Customer, input: Readonly<{ oldPayPassword?: string; code?: string; payPassword: string }>) =>
  harness.call(accounts.changePayPassword, input, token)
const me = ({ token }: Customer) => harness.ask(accounts.me, {}, token)
const newest = async ({ token }: Customer) => (await harness.ask(messages.list, { pageSize: 1 }, token)).list[0]

it('is chosen once, told of, and money then stays for a day', async () => {
  const customer = await harness.newCustomer()
  expect(await me(customer)).toMatchObject({ hasPayPassword: 0, coolingEndTimestamp: null, coolingOffMs: DAY_MS })
  expect(await choose(customer, FIRST)).toMatchObject({ code: 200, data: true })
  const coolingEndTimestamp = harness.app.wallClock.now() + DAY_MS
  expect(await me(customer)).toMatchObject({ hasPayPassword: 1, coolingEndTimestamp })
  expect(await newest(customer)).toMatchObject({ title: 'Clave de operaciones creada', content: expect.stringContaining('en pausa hasta') })
  expect(await choose(customer, SECOND)).toMatchObject({ code: 1000, data: { field: 'payPassword' } })
})

it('is first chosen by whoever shows the login password, and lets no stolen session take anything for a day', async () => {
  const customer = await harness.newCustomer()
  await passIdentity(harness, customer.accountId)
  await harness.pass(PROOF_LIFE_MS)
  expect(await choose(customer, FIRST)).toMatchObject({ code: 2022, data: { password: true, authenticator: false, passkey: false } })
  expect(await me(customer)).toMatchObject({ hasPayPassword: 0 })
  const prove = (password: string) => harness.call(security.verify, { password }, customer.token)
  expect(await prove('not-the-right-1')).toMatchObject({ code: 2007 })
  expect(await choose(customer, FIRST)).toMatchObject({ code: 2022 })
  expect(await prove(customer.password)).toMatchObject({ code: 200 })
  expect(await choose(customer, FIRST)).toMatchObject({ code: 200 })
  const save = () => harness.call(cards.add, { ...ADDRESS, payPassword: FIRST }, customer.token)
  expect(await save()).toMatchObject({ code: 2017, data: { coolingEndTimestamp: harness.app.wallClock.now() + DAY_MS } })
  await harness.pass(DAY_MS)
  expect(await save()).toMatchObject({ code: 200 })
})

it('of a practice account has nobody to ask for a proof', async () => {
  const { token } = await harness.ask(accounts.practise, {})
  await harness.pass(PROOF_LIFE_MS)
  expect(await harness.call(accounts.createPayPassword, { payPassword: FIRST }, token)).toMatchObject({ code: 200 })
})

it('is chosen once by two requests at the same time', async () => {
  const customer = await harness.newCustomer()
  const answers = await Promise.all([choose(customer, FIRST), choose(customer, SECOND)])
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 1000])
})

it('is never the one people log in with, nor a common one', async () => {
  const customer = await harness.newCustomer()
  expect(await choose(customer, customer.password)).toMatchObject({ code: 2006, data: { field: 'payPassword', reason: 'login' } })
  expect(await choose(customer, 'qwerty123')).toMatchObject({ code: 2006, data: { reason: 'common' } })
  expect(await me(customer)).toMatchObject({ hasPayPassword: 0 })
})

it('is changed with the old one, and money then stays for a day', async () => {
  const customer = await harness.newCustomer()
  expect(await change(customer, { oldPayPassword: FIRST, payPassword: SECOND })).toMatchObject({ code: 2008 })
  await choose(customer, FIRST)
  expect(await change(customer, { payPassword: SECOND })).toMatchObject({ code: 1001, data: { field: 'oldPayPassword' } })
  expect(await change(customer, { oldPayPassword: SECOND, payPassword: SECOND })).toMatchObject({ code: 2009 })
  expect(await change(customer, { oldPayPassword: FIRST, payPassword: SECOND })).toMatchObject({ code: 200 })
  expect((await me(customer)).coolingEndTimestamp).toBe(harness.app.clock.now() + DAY_MS)
  expect(await newest(customer)).toMatchObject({ title: 'Cambiaste la clave de operaciones' })
  expect(await change(customer, { oldPayPassword: FIRST, payPassword: FIRST })).toMatchObject({ code: 2009 })
})

it('F12 is locked for half an hour after five wrong ones, on every device, and the right one is locked too', async () => {
  const customer = await harness.newCustomer()
  const phone = await harness.ask(accounts.login, { username: customer.email, password: customer.password })
  await choose(customer, FIRST)
  for (let guess = 0; guess < 5; guess += 1)
    expect(await change(customer, { oldPayPassword: `wrong-${guess}`, payPassword: SECOND })).toMatchObject({ code: 2009 })
  const right = { oldPayPassword: FIRST, payPassword: SECOND }
  expect(await change({ ...customer, token: phone.token }, right)).toMatchObject({
    code: 2010,
    data: { retryAfterMs: 30 * MINUTE_MS },
  })
  await harness.pass(30 * MINUTE_MS)
  expect(await change(customer, right)).toMatchObject({ code: 200 })
})

it('that is right is never locked, however many ask with it at once', async () => {
  const customer = await harness.newCustomer()
  await choose(customer, FIRST)
  const right = { oldPayPassword: FIRST, payPassword: FIRST }
  const answers = await Promise.all(Array.from({ length: 10 }, () => change(customer, right)))
  expect(answers.map(({ code }) => code)).not.toContain(2010)
  expect(await change(customer, right)).toMatchObject({ code: 200 })
})

it('that was forgotten is set with a mailed code, which serves once', async () => {
  const customer = await harness.newCustomer()
  await choose(customer, FIRST)
  const { devCode: code = '' } = await harness.ask(accounts.sendCode, { email: customer.email, type: 'pay' }, customer.token)
  expect(await change(customer, { code, payPassword: SECOND })).toMatchObject({ code: 200 })
  expect(await change(customer, { code, payPassword: FIRST })).toMatchObject({ code: 2003 })
  expect(await change(customer, { oldPayPassword: SECOND, payPassword: FIRST })).toMatchObject({ code: 200 })
})

it('cannot be set with a code of somebody else or for something else', async () => {
  const [customer, other] = [await harness.newCustomer(), await harness.newCustomer()]
  await choose(customer, FIRST)
  for (const asked of [
    { email: other.email, type: 'pay', token: other.token },
    { email: customer.email, type: 'reset', token: null },
  ] as const) {
    const { token, ...wanted } = asked
    const { devCode: code = '' } = await harness.ask(accounts.sendCode, wanted, token)
    expect(await change(customer, { code, payPassword: SECOND })).toMatchObject({ code: 2003 })
  }
})

it('is stored hashed', async () => {
  const customer = await harness.newCustomer()
  await choose(customer, FIRST)
  const { rows } = await harness.app.pool.query<{ row: string }>('select a::text as row from accounts a where account_id = $1', [
    customer.accountId,
  ])
  expect(rows[0]?.row).toContain('$argon2id$')
  expect(rows[0]?.row).not.toContain(FIRST)
})

it('a changed login password keeps money in for a day too, and is told of', async () => {
  const customer = await harness.newCustomer()
  await harness.ask(accounts.changePassword, { oldPassword: customer.password, newPassword: 'otro-paso-8' }, customer.token)
  expect((await me(customer)).coolingEndTimestamp).toBe(harness.app.clock.now() + DAY_MS)
  expect(await newest(customer)).toMatchObject({ title: 'Cambiaste la contraseña' })
  await harness.pass(DAY_MS)
  expect((await me(customer)).coolingEndTimestamp).toBeNull()
})

it('a login from a new device is told in the messages; one from a known device is not', async () => {
  const customer = await harness.newCustomer()
  const login = (cookie: string) =>
    harness.call(accounts.login, { username: customer.email, password: customer.password }, null, {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0',
      cookie,
    })
  const { headers } = await login('')
  await login(deviceCookieOf(headers))
  await login(customer.cookie)
  const { list } = await harness.ask(messages.list, {}, customer.token)
  expect(list.filter(({ title }) => title === 'Ingreso desde un dispositivo nuevo')).toHaveLength(1)
  expect(list[0]?.content).toContain('Firefox · Windows')
})
