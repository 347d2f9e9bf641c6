import { accounts } from '@rueda/contract/accounts.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../testing/harness.ts'
import { CONSOLE_HEADERS, STAFF_PASSWORD, callStaff, hire } from '../testing/staff.ts'

let harness: Harness
/** Settings that help tests do not go with a public name. */
const PUBLIC = { PUBLIC_URL: 'https://rueda.example', DEV_CODES: '', RATE_LIMITS: 'on', SIM_SEED: '' }

beforeAll(async () => {
  harness = await startHarness({ environment: { ...PUBLIC } })
})
afterAll(() => harness.stop())

it('under its public name over https the browser is told to stay with https', async () => {
  const answer = await harness.call(accounts.appVersion, {}, null, { host: 'rueda.example' })
  expect(answer).toMatchObject({ status: 200, code: 200 })
  expect(answer.headers['strict-transport-security']).toContain('max-age=31536000')
})

it('over https its cookies are taken from this host alone', async () => {
  const { headers } = await harness.call(accounts.practise, {}, null, { host: 'rueda.example' })
  expect(headers['set-cookie']).toMatch(/^__Host-rueda_device=[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/u)
  const member = await hire(harness, ['support'])
  const signedIn = { email: member.email, password: STAFF_PASSWORD, code: member.code() }
  const answer = await callStaff(harness, staff.signIn, signedIn, {
    ...CONSOLE_HEADERS,
    host: 'rueda.example',
    origin: 'https://rueda.example',
  })
  const cookies = [answer.headers['set-cookie']].flat().map(String)
  expect(cookies.find((each) => each.startsWith('__Host-rueda_staff='))).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Strict$/u)
})

it('under a name that is not its own it answers nothing', async () => {
  expect(await harness.call(accounts.appVersion, {}, null, { host: 'elsewhere.example' })).toMatchObject({
    status: 421,
    code: 1000,
    data: { field: 'host' },
  })
  expect(await harness.call(accounts.appVersion, {}, null, { host: 'localhost:8080' })).toMatchObject({ status: 200 })
})

it('believes the proxy on this machine, and no other, about addresses', async () => {
  const login = (client: string, peer: string) =>
    harness.send({
      method: 'POST',
      url: '/web/loginByUsername',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
      payload: '{}',
      remoteAddress: peer,
    })
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await login('203.0.113.1', '127.0.0.1')).toMatchObject({ code: 1001 })
  expect(await login('203.0.113.1', '127.0.0.1')).toMatchObject({ code: 1003 })
  expect(await login('203.0.113.2', '127.0.0.1')).toMatchObject({ code: 1001 })
  for (let attempt = 0; attempt < 5; attempt += 1) await login(`203.0.113.${attempt + 10}`, '198.51.100.7')
  expect(await login('203.0.113.99', '198.51.100.7')).toMatchObject({ code: 1003 })
})

it('believes the proxies that are named and no other', async () => {
  const named = await startHarness({ environment: { ...PUBLIC, TRUSTED_PROXIES: '10.0.0.2,fd00::/64' } })
  const login = (client: string, peer: string) =>
    named.send({
      method: 'POST',
      url: '/web/loginByUsername',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
      payload: '{}',
      remoteAddress: peer,
    })
  for (const [peer, code] of [
    ['10.0.0.2', 1001],
    ['::ffff:10.0.0.2', 1001],
    ['fd00::7', 1001],
    ['10.0.0.3', 1003],
    ['127.0.0.1', 1003],
  ] as const) {
    for (let attempt = 0; attempt < 5; attempt += 1) await login(`203.0.113.${attempt}`, peer)
    expect(await login('203.0.113.99', peer), peer).toMatchObject({ code })
  }
  await named.stop()
})

it('shows no code to anybody', async () => {
  expect((await harness.call(accounts.sendCode, { email: 'ana@example.org', type: 'register' })).data).toEqual({
    expireSeconds: 300,
    resendSeconds: 60,
  })
})
