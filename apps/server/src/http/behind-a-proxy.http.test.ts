import { type IncomingHttpHeaders, get } from 'node:http'
import { request } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { registerPush } from '../push/register.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { type ProxyName, type RunningProxy, freePort, isInstalled, startProxy } from '../testing/proxy.ts'

/** The files in `docs/proxy`, run as they are but for names, ports and certificates, by the proxies they are for. */
const proxies: readonly ProxyName[] = ['nginx', 'caddy']

for (const name of proxies) {
  const isThere = isInstalled(name)
  const title = isThere ? `behind a real ${name}` : `behind a real ${name}: skipped, because ${name} is not installed here`
  describe.skipIf(!isThere)(title, () => {
    let harness: Harness
    let proxy: RunningProxy
    let publicUrl: string

    beforeAll(async () => {
      const ports = { httpPort: await freePort(), httpsPort: await freePort() }
      publicUrl = `https://localhost:${ports.httpsPort}`
      harness = await startHarness({
        environment: {
          PUBLIC_URL: publicUrl,
          CONSOLE_URL: `https://${OFFICE}:${ports.httpsPort}`,
          DEV_CODES: '',
          RATE_LIMITS: 'on',
          SIM_SEED: '',
        },
        extensions: (app) => [(server) => registerPush(server, { hub: app.hub, publicUrl, label: 'SIM' })],
      })
      const address = new URL(await harness.http.server.listen({ port: 0, host: '127.0.0.1' }))
      proxy = await startProxy(name, Number(address.port), ports)
      setDefaultCACertificates([...getCACertificates('default'), proxy.ca])
    })
    afterAll(async () => {
      await proxy.stop()
      await harness.stop()
    })

    const login = (from: string, headers: Record<string, string> = {}) =>
      ask(proxy, '/web/loginByUsername', { from, body: '{}', headers: { 'content-type': 'application/json', ...headers } })

    it('speaks TLS, and plain http leads there', async () => {
      const version = await ask(proxy, '/web/appVersion/getPublishAppVersion')
      expect(version).toMatchObject({ status: 200, body: { code: 200 } })
      expect(version.headers['strict-transport-security']).toContain('max-age=31536000')
      const plain = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
        get({ host: '127.0.0.1', port: proxy.httpPort, path: '/x', headers: { host: 'localhost' } }, (answer) => {
          answer.resume()
          resolve(answer.headers)
        }).once('error', reject)
      })
      expect(plain.location).toMatch(/^https:\/\/localhost/u)
    })

    it('says whose requests it passes on, and no caller can claim another address', async () => {
      for (let attempt = 0; attempt < 5; attempt += 1) expect(await login('127.0.0.2')).toMatchObject({ body: { code: 1001 } })
      expect(await login('127.0.0.2')).toMatchObject({ body: { code: 1003 } })
      const claims = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', 'forwarded': 'for=203.0.113.9' }
      expect(await login('127.0.0.2', claims)).toMatchObject({ body: { code: 1003 } })
      expect(await login('127.0.0.3')).toMatchObject({ body: { code: 1001 } })
    })

    it('is found to be believed by the check at the start', async () => {
      expect(await harness.http.forwarding.check(publicUrl)).toEqual({ kind: 'believed' })
    })

    it('passes the push channel on', async () => {
      const frame = await new Promise<string>((resolve, reject) => {
        const socket = new WebSocket(`wss://localhost:${proxy.httpsPort}/web/push`, { origin: publicUrl, ca: proxy.ca })
        socket.once('open', () => socket.send(JSON.stringify({ op: 'auth' })))
        socket.once('message', (data: Buffer) => {
          resolve(data.toString())
          socket.close()
        })
        socket.once('error', reject)
      })
      expect(JSON.parse(frame)).toMatchObject({ ch: 'system' })
    })

    it('leads the name of the console to the console alone, and the other to the customers alone', async () => {
      expect(await ask(proxy, '/', { name: OFFICE })).toMatchObject({ status: 302, headers: { location: '/console/' } })
      expect(await ask(proxy, '/docs/json', { name: OFFICE })).toMatchObject({ status: 200 })
      const signIn = { body: '{}', headers: { 'content-type': 'application/json' } }
      expect(await ask(proxy, '/admin/session', { name: OFFICE, headers: { 'x-rueda-console': '1' } })).toMatchObject({ status: 401 })
      for (const path of ['/web/appVersion/getPublishAppVersion', '/web/push', '/metrics'])
        expect(await ask(proxy, path, { name: OFFICE }), path).toMatchObject({ status: 404 })
      expect(await ask(proxy, '/web/loginByUsername', { name: OFFICE, ...signIn })).toMatchObject({ status: 404 })
      for (const path of ['/console/', '/docs/json', '/admin/session']) expect(await ask(proxy, path), path).toMatchObject({ status: 404 })
    })

    it('shows no code, and the figures of the machine to nobody', async () => {
      const body = JSON.stringify({ email: 'ana@example.org', type: 'register' })
      const sent = await ask(proxy, '/web/getEmailCode', { body, headers: { 'content-type': 'application/json', 'origin': publicUrl } })
      expect(sent.body).toMatchObject({ code: 200, data: { expireSeconds: 300, resendSeconds: 60 } })
      expect(JSON.stringify(sent.body)).not.toContain('devCode')
      expect((await ask(proxy, '/metrics')).status).toBe(404)
    })
  })
}

type Answered = Readonly<{ status: number; headers: IncomingHttpHeaders; body: unknown }>
/** The second name of the files, where staff are. */
const OFFICE = 'office.localhost'

type Asking = Readonly<{ name?: string; from?: string; body?: string; headers?: Record<string, string> }>

function ask(
  { httpsPort, ca }: RunningProxy,
  path: string,
  { name = 'localhost', from, body, headers = {} }: Asking = {},
): Promise<Answered> {
  const own = { host: `${name}:${httpsPort}`, ...headers }
  const options = {
    host: '127.0.0.1',
    port: httpsPort,
    servername: name,
    ca,
    path,
    headers: own,
    method: body === undefined ? 'GET' : 'POST',
  }
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, ...(from !== undefined && { localAddress: from }), agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = (answer.headers['content-type'] ?? '').includes('json')
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: isJson ? JSON.parse(text) : text })
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
