import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { accounts } from '@rueda/contract/accounts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let port: number

beforeAll(async () => {
  harness = await startHarness()
  const address = await harness.http.server.listen({ host: '127.0.0.1', port: 0 })
  port = Number(new URL(address).port)
})
afterAll(() => harness.stop())

const PATH = '/web/getEmailCode'
const BODY = JSON.stringify({ email: 'ana@example.org', type: 'reset' })
const JSON_TYPE = { 'content-type': 'application/json' }

/** Returns the answer of a socket to exactly these bytes. */
function raw(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (data: string) => (answer += data))
    socket.on('close', () => resolve(answer)).on('error', reject)
    socket.write(bytes)
  })
}

const head = (...lines: string[]) => `${['POST /web/getEmailCode HTTP/1.1', ...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`
const HOST = 'Host: localhost'
const TYPE = 'Content-Type: application/json'

describe('a path nobody knows', () => {
  it.each([
    '/web/unknown',
    '/web',
    '/web/',
    '/web/api/user/info/',
    '/web/API/user/info',
    '/web//getEmailCode',
    '/web/../admin',
    '/web/%2e%2e/admin',
    '/web/getEmailCode;x=1',
    '/web/getEmailCode%00',
    '/web/%',
    '/nothing.js',
    '/admin',
    '/.env',
  ])('%s is answered in the envelope', async (url) => {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await harness.send({ method, url, ...(method === 'POST' && { headers: JSON_TYPE, payload: '{}' }) })
      expect(answer).toMatchObject({ status: 404, code: 1002, data: null, venue: 'SIM' })
      expect(answer.headers['x-venue']).toBe('SIM')
    }
  })
})

describe('what is cut before an endpoint is asked', () => {
  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const)('%s is not allowed', async (method) => {
    const { statusCode, headers } = await harness.http.server.inject({ method, url: PATH })
    expect(statusCode).toBe(405)
    if (method === 'HEAD') expect(headers['allow']).toBe('POST')
  })

  it('a GET where a POST is meant names the method that is', async () => {
    const answer = await harness.send({ method: 'GET', url: PATH })
    expect(answer).toMatchObject({ status: 405, code: 1000, data: { field: 'method' } })
    expect(answer.headers['allow']).toBe('POST')
  })

  it.each([
    ['text/plain', BODY],
    ['application/x-www-form-urlencoded', 'email=ana%40example.org&type=reset'],
    ['application/xml', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/json; charset=utf-16', BODY],
    ['application/json, text/plain', BODY],
    ['', BODY],
  ])('a body of type %s is not taken', async (type, payload) => {
    const answer = await harness.send({ method: 'POST', url: PATH, headers: { 'content-type': type }, payload })
    expect(answer).toMatchObject({ status: 415, code: 1000 })
  })

  it('a compressed body is not taken', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000, 0x20))
    const answer = await harness.send({ method: 'POST', url: PATH, headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, payload: bomb })
    expect(answer).toMatchObject({ status: 415, code: 1000, data: { field: 'content-encoding' } })
  })

  it('a body over 64 KB is not taken', async () => {
    const payload = JSON.stringify({ email: 'x'.repeat(70_000) })
    expect(await harness.send({ method: 'POST', url: PATH, headers: JSON_TYPE, payload })).toMatchObject({ status: 413, code: 1000 })
  })

  it('an address over 8 KB or over a hundred headers are not taken', async () => {
    expect(await harness.send({ method: 'GET', url: `/web/m_ft/topList?type=${'x'.repeat(9_000)}` })).toMatchObject({
      status: 414,
      code: 1000,
    })
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`x-header-${index}`, '1']))
    expect(await harness.send({ method: 'GET', url: '/web/m_ft/hot_stock', headers: many })).toMatchObject({ status: 431, code: 1000 })
  })

  it('text that is not UTF-8 is refused', async () => {
    const payload = Buffer.concat([Buffer.from('{"email":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')])
    expect(await harness.send({ method: 'POST', url: PATH, headers: JSON_TYPE, payload })).toMatchObject({
      status: 200,
      code: 1000,
      data: { field: 'body' },
    })
  })

  it('a POST without a body needs a token, which no page elsewhere can send', async () => {
    expect(await harness.send({ method: 'POST', url: '/web/practiceAccount' })).toMatchObject({
      status: 200,
      code: 1001,
      data: { field: 'body' },
    })
    const { token } = await harness.newCustomer()
    expect(await harness.send({ method: 'POST', url: '/web/api/user/info', headers: { authorization: token } })).toMatchObject({
      code: 200,
    })
  })
})

describe('on the wire', () => {
  it.each([
    ['no host', head(TYPE, 'Content-Length: 2') + '{}', 400],
    ['two hosts', head(HOST, 'Host: elsewhere.example', TYPE, 'Content-Length: 2') + '{}', 400],
    ['two lengths', head(HOST, TYPE, 'Content-Length: 2', 'Content-Length: 3') + '{}', 400],
    ['a length and chunks', head(HOST, TYPE, 'Content-Length: 2', 'Transfer-Encoding: chunked') + '0\r\n\r\n', 400],
    ['an odd transfer encoding', head(HOST, TYPE, 'Transfer-Encoding: xchunked') + '0\r\n\r\n', 400],
    ['a space before the colon', head(HOST, 'Content-Type : application/json', 'Content-Length: 2') + '{}', 400],
    ['headers over 16 KB', head(HOST, `X-Large: ${'x'.repeat(20_000)}`), 431],
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['TRACE', `TRACE /web/getEmailCode HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, 405],
  ])('%s is cut with an envelope', async (_, bytes, status) => {
    const answer = await raw(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `, 'u'))
    const body = JSON.parse(answer.split('\r\n\r\n').at(-1) ?? '') as Record<string, unknown>
    expect(body).toMatchObject({ code: 1000, venue: 'SIM' })
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['code', 'msg', 'data', 'venue', 'requestId']))
  })

  it('F13 two tokens are as good as none', async () => {
    const { token } = await harness.newCustomer()
    const request = `POST /web/api/user/info HTTP/1.1\r\n${HOST}\r\n${TYPE}\r\nContent-Length: 2\r\nConnection: close\r\n`
    expect(await raw(`${request}Authorization: ${token}\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 200 /u)
    expect(await raw(`${request}Authorization: ${token}\r\nAuthorization: ${token}\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 401 /u)
  })

  it('a caller under a foreign name is shown no code', async () => {
    const body = JSON.stringify({ email: 'ana@example.org', type: 'register' })
    const ask = (host: string) => raw(`${head(`Host: ${host}`, TYPE, `Content-Length: ${body.length}`)}${body}`)
    expect(await ask('localhost:8080')).toContain('devCode')
    expect(await ask('rebound.example')).not.toContain('devCode')
  })
})

it('pages of the hosts that the operator names may be shown in a frame, and of no other', async () => {
  const framing = await startHarness({ environment: { FRAMED_HOSTS: 'www.sec.gov,example.org' } })
  try {
    const { headers, data } = await framing.call(accounts.appVersion, {})
    expect(String(headers['content-security-policy']).split(';')).toContain('frame-src https://www.sec.gov https://example.org')
    expect(data?.framedHosts).toEqual(['www.sec.gov', 'example.org'])
  } finally {
    await framing.stop()
  }
})

describe('every answer', () => {
  it('carries the venue, a request id and the security headers, and is kept by nobody', async () => {
    const { headers, requestId } = await harness.call(accounts.appVersion, {})
    expect(headers['x-venue']).toBe('SIM')
    expect(headers['x-request-id']).toBe(requestId)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).toContain("frame-src 'none'")
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('speaks the language of the request', async () => {
    const message = async (headers: Record<string, string>) => (await harness.call(accounts.me, {}, null, headers)).msg
    const spanish = await message({})
    expect(await message({ language: 'ARG' })).toBe(spanish)
    expect(await message({ 'language': 'en', 'accept-language': 'de' })).toBe('Log in to continue.')
    expect(await message({ 'accept-language': 'en-GB,en;q=0.9' })).toBe('Log in to continue.')
    expect(await message({ language: 'fr' })).toBe('Log in to continue.')
    expect(new Set([spanish, await message({ language: 'ja' }), await message({ language: 'zh-TW' })]).size).toBe(3)
  })
})

describe('beside the API', () => {
  const get = (url: string, headers: Record<string, string> = {}) => harness.http.server.inject({ method: 'GET', url, headers })

  it('the server says that it lives and that it is ready', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await get('/readyz')).json()).toEqual({ status: 'ready', open: true, database: true })
  })

  it('the numbers are there for this machine and not through a proxy', async () => {
    await harness.call(accounts.appVersion, {})
    const { body, statusCode } = await get('/metrics')
    expect(statusCode).toBe(200)
    expect(body).toContain('http_request_duration_seconds_count{route="/web/appVersion/getPublishAppVersion"}')
    expect(body).toContain('nodejs_eventloop_lag_seconds')
    expect(body).toContain('database_connections{state="open"}')
    expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(404)
  })

  it('an instrument has a logo that may be kept and can run nothing', async () => {
    const { statusCode, headers } = await get('/logos/US/TEST.svg')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toContain('image/svg+xml')
    expect(headers['cache-control']).toContain('max-age')
    expect(headers['content-security-policy']).toContain('sandbox')
    expect((await get('/logos/US/TEST.png')).statusCode).toBe(404)
    expect((await get('/logos/US/NOBODY.svg')).statusCode).toBe(404)
  })

  it('the reference names every endpoint', async () => {
    const { paths } = (await get('/docs/json')).json<{ paths: Record<string, unknown> }>()
    expect(Object.keys(paths)).toContain('/web/stock/create')
    expect(Object.keys(paths)).toContain('/web/userSelfSecurity/delete/{id}')
    expect((await get('/docs/')).statusCode).toBe(200)
  })
})
