import { connect } from 'node:net'
import { adminContract } from '@rueda/contract/admin/contract.ts'
import type { StaffEndpoint } from '@rueda/contract/admin/endpoint.ts'
import { contract } from '@rueda/contract/contract.ts'
import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerPush } from '../push/register.ts'
import { type Harness, requestOf, startHarness } from '../testing/harness.ts'
import { sampleInput } from '../testing/samples.ts'

/** The headers of B-37 are on everything that leaves this server, for every caller, request and outcome. */
let harness: Harness
let port: number
let token: string
beforeAll(async () => {
  harness = await startHarness({ extensions: (app) => [(server) => registerPush(server, { hub: app.hub, publicUrl: null, label: 'SIM' })] })
  port = Number(new URL(await harness.http.server.listen({ host: '127.0.0.1', port: 0 })).port)
  token = (await harness.newCustomer()).token
})
afterAll(() => harness.stop())

type Headers = Readonly<Record<string, unknown>>
type Request = Readonly<{ method: string; url: string; headers?: Record<string, string>; payload?: unknown }>

/** Returns the faults in the headers of an answer; none where all is well. */
function missingIn(headers: Headers): string[] {
  const policy = String(headers['content-security-policy'])
  const rules: readonly (readonly [string, boolean])[] = [
    ['a policy for scripts', /default-src 'none'|script-src 'self'(;|$)/u.test(policy) && !policy.includes('unsafe-eval')],
    ['no frames', headers['x-frame-options'] === 'DENY' && /frame-ancestors 'none'|sandbox/u.test(policy)],
    ['nosniff', headers['x-content-type-options'] === 'nosniff'],
    ['no referrer', headers['referrer-policy'] === 'no-referrer'],
    ['a resource policy', headers['cross-origin-resource-policy'] === 'same-origin'],
    ['a word on caching', typeof headers['cache-control'] === 'string'],
    ['no open door to other origins', headers['access-control-allow-origin'] === undefined],
    ['no name of what runs here', headers['server'] === undefined && headers['x-powered-by'] === undefined],
  ]
  return rules.flatMap(([name, holds]) => (holds ? [] : [name]))
}

async function wrongAnswers(requests: readonly Request[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { method, url, headers = {}, payload } of requests) {
    const answer = await harness.http.server.inject({
      method: method as 'GET',
      url,
      headers,
      ...(payload === undefined ? {} : { payload: payload as object }),
    })
    wrong.push(...missingIn(answer.headers).map((missing) => `${method} ${url} ${answer.statusCode}: ${missing}`))
  }
  return wrong
}

const customers = Object.values(contract).flatMap((group) => Object.values(group) as Endpoint[])
const staff = Object.values(adminContract).flatMap((group) => Object.values(group) as StaffEndpoint[])

function asked(endpoint: Endpoint, headers: Record<string, string>): Request {
  const { method = 'GET', url, query, payload } = requestOf(endpoint, sampleInput(endpoint) as Record<string, unknown>)
  const search = new URLSearchParams((query ?? {}) as Record<string, string>).toString()
  const path = url as string
  return { method, url: search === '' ? path : `${path}?${search}`, headers, payload }
}

it('every call of customers, with a session and without one', async () => {
  expect(customers.length).toBeGreaterThan(100)
  const nobody = customers.map((endpoint) => asked(endpoint, {}))
  const somebody = customers.filter(({ method }) => method === 'GET').map((endpoint) => asked(endpoint, { authorization: token }))
  expect(await wrongAnswers([...nobody, ...somebody])).toEqual([])
})

it('every call of customers is kept by no cache, unless it is everybody’s', async () => {
  for (const endpoint of customers.filter(({ access }) => access !== 'public')) {
    const { method, url, headers } = asked(endpoint, { authorization: token })
    const answer = await harness.http.server.inject({ method: method as 'GET', url, ...(headers !== undefined && { headers }) })
    expect(answer.headers['cache-control'], url).toContain('no-store')
  }
})

it('every call of the back office, from its own page and from elsewhere', async () => {
  expect(staff.length).toBeGreaterThan(40)
  const requests = staff.map(({ method, path }) => ({ method, url: `/admin${path}`, ...(method === 'POST' && { payload: {} }) }))
  expect(await wrongAnswers([...requests, ...requests.map((each) => ({ ...each, headers: { 'x-rueda-console': '1' } }))])).toEqual([])
})

it('pages, pictures, papers and what is not there', async () => {
  const urls = [
    '/',
    '/index.html',
    '/console/',
    '/console',
    '/docs',
    '/docs/',
    '/docs/json',
    '/docs/static/index.html',
    '/healthz',
    '/readyz',
    '/metrics',
  ]
  const missing = [
    '/nothing',
    '/nothing.js',
    '/assets/nothing.js',
    '/web/nothing',
    '/admin/nothing',
    '/%',
    '/.env',
    '/..%2f',
    '/web/file/x',
    '/logos/US/ARDV.svg',
    '/logos/US/x.svg',
  ]
  const gets = [...urls, ...missing].map((url) => ({ method: 'GET', url }))
  const others = ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'].flatMap((method) =>
    ['/', '/web/getEmailCode', '/docs'].map((url) => ({ method, url })),
  )
  expect(
    await wrongAnswers([...gets, ...others, { method: 'GET', url: '/metrics', headers: { 'x-forwarded-for': '203.0.113.7' } }]),
  ).toEqual([])
})

it('what is cut before anything looks at it', async () => {
  const json = { 'content-type': 'application/json' }
  const url = '/web/getEmailCode'
  const cut: Request[] = [
    { method: 'POST', url, headers: json, payload: 'x'.repeat(70_000) },
    { method: 'POST', url, headers: json, payload: '{"a":' },
    { method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: 'x' },
    { method: 'POST', url, headers: { ...json, 'content-encoding': 'gzip' }, payload: 'x' },
    { method: 'GET', url: `/${'x'.repeat(9_000)}` },
  ]
  expect(await wrongAnswers(cut)).toEqual([])
})

/** The headers that a socket answers to exactly these bytes. */
function raw(bytes: string): Promise<Headers> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (data: string) => (answer += data))
    socket.on('close', () => resolve(headersOf(answer))).on('error', reject)
    socket.write(bytes)
  })
}

const headersOf = (answer: string): Headers =>
  Object.fromEntries(
    (answer.split('\r\n\r\n')[0] ?? '').split('\r\n').flatMap((line) => {
      const [name, ...rest] = line.split(': ')
      return rest.length === 0 ? [] : [[(name ?? '').toLowerCase(), rest.join(': ')] as const]
    }),
  )

it.each([
  ['nonsense', 'nonsense\r\n\r\n'],
  ['a header without an end', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['two lengths', 'POST /web/getEmailCode HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ['a method there is not', 'BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
])('bytes that are no request: %s', async (_, bytes) => {
  expect(missingIn(await raw(bytes))).toEqual([])
})

const upgrade = (path: string, ...lines: string[]): string =>
  `${[`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', ...lines].join('\r\n')}\r\n\r\n`

it.each([
  ['from a foreign page', upgrade('/web/push', 'Origin: https://elsewhere.example')],
  ['without an origin', upgrade('/web/push')],
  ['on another path', upgrade('/web/user/security', 'Origin: http://localhost', 'Connection: close')],
])('an upgrade that is refused: %s', async (_, bytes) => {
  expect(missingIn(await raw(bytes))).toEqual([])
})
