import { accounts } from '@rueda/contract/accounts.ts'
import { HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { ALL_STRANGERS } from './login.ts'
import { accountRoutes } from './routes.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({
    features: (app) => [accountRoutes(app)],
    environment: { RATE_LIMITS: 'on', TAB_ORDER: 'watchlist-trade' },
  })
})
afterAll(() => harness.stop())

const from = (address: string) => ({ remoteAddress: address, headers: { 'content-type': 'application/json' } })
const sendCode = (email: string, remoteAddress: string, cookie = '') =>
  harness.send({
    method: 'POST',
    url: '/web/getEmailCode',
    payload: JSON.stringify({ email, type: 'reset' }),
    remoteAddress,
    headers: { 'content-type': 'application/json', cookie },
  })

it('F09 a code is sent for one purpose once a minute and ten times a day to who is known', async () => {
  const { email, cookie } = await harness.newCustomer()
  let places = 0
  const ask = () => sendCode(email, `203.0.113.${(places += 1)}`, cookie)
  const started = harness.app.wallClock.now()
  for (let sent = 0; sent < 10; sent += 1) {
    expect(await ask()).toMatchObject({ code: 200 })
    if (sent < 9) expect(await ask()).toMatchObject({ code: 2004, data: { retryAfterMs: MINUTE_MS } })
    await harness.pass(MINUTE_MS)
  }
  expect(await ask()).toMatchObject({ code: 2004, data: { retryAfterMs: started + 24 * HOUR_MS - harness.app.wallClock.now() } })
  await harness.pass(24 * HOUR_MS - 10 * MINUTE_MS)
  expect(await ask()).toMatchObject({ code: 200 })
})

it('F09 a stranger waits a minute for the next code for one address, and holds up no other network, address or purpose', async () => {
  expect(await sendCode('ana@example.org', '203.0.113.1')).toMatchObject({ code: 200 })
  expect(await sendCode('ANA@example.org', '203.0.113.1')).toMatchObject({ code: 2004, data: { retryAfterMs: MINUTE_MS } })
  expect(await sendCode('juan@example.org', '203.0.113.1')).toMatchObject({ code: 200 })
  expect(await sendCode('ana@example.org', '203.0.113.2')).toMatchObject({ code: 200 })
  await harness.pass(MINUTE_MS)
  expect(await sendCode('ana@example.org', '203.0.113.1')).toMatchObject({ code: 200 })
})

it('F09 strangers from everywhere are sent twenty codes a day for one address and purpose', async () => {
  const answers: number[] = []
  for (let place = 0; place < 25; place += 1) answers.push((await sendCode('all@example.org', `198.51.100.${place}`)).code)
  expect(answers.filter((code) => code === 200)).toHaveLength(20)
  expect(answers.slice(20)).toEqual(Array<number>(5).fill(2004))
})

it('fifty requests for one address at the same time send one code to each network', async () => {
  const ask = (_: unknown, index: number) => sendCode('one@example.org', `2001:db8:0:${index % 5}::${index}`)
  const answers = await Promise.all(Array.from({ length: 50 }, ask))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(5)
})

it('F02 one address tries five logins, then waits; what is wrong with them does not matter', async () => {
  const login = () => harness.send({ method: 'POST', url: '/web/loginByUsername', payload: '{}', ...from('192.0.2.1') })
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await login()).toMatchObject({ code: 1001 })
  const refused = await login()
  expect(refused).toMatchObject({ status: 200, code: 1003 })
  expect((refused.data as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(0)
  expect(await harness.call(accounts.appVersion, {})).toMatchObject({ code: 200, data: { tabOrder: 'watchlist-trade' } })
})

it('F02 three hundred logins a minute from devices that nobody knows are the most for the whole house; a known device still gets in', async () => {
  const { email, password, cookie } = await harness.newCustomer()
  const known = { 'content-type': 'application/json', cookie }
  const login = (place: number, username: string, headers: Record<string, string> = from('').headers) => {
    const remoteAddress = `203.0.113.${place}`
    return harness.send({
      method: 'POST',
      url: '/web/loginByUsername',
      payload: JSON.stringify({ username, password }),
      remoteAddress,
      headers,
    })
  }
  expect(await login(0, email, known)).toMatchObject({ code: 200 })
  for (let place = 0; place < 300; place += 1) expect(harness.app.strangers.take(ALL_STRANGERS)).toBeNull()
  const refused = await login(1, email)
  expect(refused).toMatchObject({ status: 200, code: 1003 })
  expect(await login(2, 'nobody-of-this-name')).toMatchObject({ code: refused.code, msg: refused.msg })
  expect(await login(0, email, known)).toMatchObject({ code: 200 })
})
