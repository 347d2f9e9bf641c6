import { accounts } from '@rueda/contract/accounts.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileUrl } from '../storage/files.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { STAFF_PASSWORD, callStaff, cookieOf, hire } from '../testing/staff.ts'
import { isServed } from './console-origin.ts'

const PUBLIC = 'rueda.example'
const CONSOLE = 'office.rueda.example'
let harness: Harness
beforeAll(async () => {
  const own = { PUBLIC_URL: `https://${PUBLIC}`, CONSOLE_URL: `https://${CONSOLE}` }
  // Settings that help tests do not go with a public name.
  const environment = { ...own, DEV_CODES: '', RATE_LIMITS: 'on', SIM_SEED: '' }
  harness = await startHarness({ environment })
})
afterAll(() => harness.stop())

const get = async (url: string, host: string) => {
  const { statusCode, headers } = await harness.http.server.inject({ method: 'GET', url, headers: { host } })
  return { status: statusCode, location: headers.location }
}
const from = (host: string) => ({ 'x-rueda-console': '1', host, 'origin': `https://${host}` })

describe('the customers’ origin', () => {
  it.each([
    '/docs',
    '/docs/',
    '/docs/json',
    '/%64ocs/json',
    '/console',
    '/console/',
    '/console/index.html',
    '/admin/session',
    '/%61dmin/session',
  ])('does not know %s', async (url) => {
    expect(await get(url, PUBLIC)).toMatchObject({ status: 404 })
    // Whatever a proxy makes of the name: only the console's own opens it.
    expect(await get(url, 'localhost:8080')).toMatchObject({ status: 404 })
  })

  it('answers customers as ever', async () => {
    expect(await harness.call(accounts.appVersion, {}, null, { host: PUBLIC })).toMatchObject({ status: 200, code: 200 })
  })
})

describe('the console’s origin', () => {
  it('signs staff in, with a cookie for https, and takes acts from its own pages only', async () => {
    const { email, code } = await hire(harness, ['support'])
    const input = { email, password: STAFF_PASSWORD, code: code() }
    expect(await callStaff(harness, staff.signIn, input, { ...from(CONSOLE), origin: `https://${PUBLIC}` })).toMatchObject({ status: 400 })
    const answer = await callStaff(harness, staff.signIn, input, from(CONSOLE))
    expect(answer).toMatchObject({ status: 200, code: 200, data: { state: 'in' } })
    expect(cookieOf(answer)).toHaveLength(43)
    expect(String(answer.headers['set-cookie'])).toContain('Secure')
  })

  it('has the reference, and its bare name leads to the console', async () => {
    expect(await get('/docs/json', CONSOLE)).toMatchObject({ status: 200 })
    expect(await get('/', CONSOLE)).toMatchObject({ status: 302, location: '/console/' })
  })

  it('answers no customer', async () => {
    for (const path of ['/web/appVersion/getPublishAppVersion', '/web/loginByUsername', '/web/export/x', '/index.html'])
      expect((await get(path, CONSOLE)).status, path).toBe(404)
  })
})

it('each route has its one place', () => {
  const routes = [
    '/console/*',
    '/admin/session',
    '/docs/static/*',
    '/*',
    '/web/user/me',
    fileUrl(':fileId'),
    '/logos/:market/:file',
    '/healthz',
  ]
  expect(routes.filter((route) => !isServed(route, false))).toEqual(['/console/*', '/admin/session', '/docs/static/*'])
  expect(routes.filter((route) => !isServed(route, true))).toEqual(['/*', '/web/user/me'])
})
