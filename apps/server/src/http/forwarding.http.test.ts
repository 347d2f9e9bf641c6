import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { type Forwarding, UNBELIEVED, addForwarding, sayForwarding, sentenceOf } from './forwarding.ts'
import { trustedProxies } from './proxies.ts'

const PUBLIC_URL = 'https://rueda.example'
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

type Started = Readonly<{ server: FastifyInstance; forwarding: Forwarding; address: string; log: Logger; said: string[] }>

async function startServer(settings: Parameters<typeof trustedProxies>[0]): Promise<Started> {
  const said: string[] = []
  const log = pino({}, { write: (line: string) => void said.push((JSON.parse(line) as { msg: string }).msg) })
  const server = Fastify()
  let probes = 0
  const forwarding = addForwarding(server, { isTrusted: trustedProxies(settings), newProbe: () => `probe-${(probes += 1)}`, log })
  server.get('/healthz', () => 'ok')
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  closers.push(() => server.close())
  return { server, forwarding, address, log, said }
}

/** A proxy that treats the header as the test wants. */
async function startProxy(to: string, header: (given: string) => string | undefined): Promise<string> {
  const proxy = createServer((asked, answer) => {
    const { 'x-forwarded-for': given, ...headers } = asked.headers
    const forwarded = header(String(given))
    const passed = request(
      new URL(asked.url ?? '/', to),
      { headers: { ...headers, ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) } },
      (from) => {
        answer.writeHead(from.statusCode ?? 502)
        from.pipe(answer)
      },
    )
    passed.end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => proxy.close(resolve)))
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

it.each([
  ['overwrites the header', () => '127.0.0.1', {}, { kind: 'believed' }],
  ['adds to the header', (given: string) => `${given}, 127.0.0.1`, {}, { kind: 'believed' }],
  ['takes the header out', () => undefined, {}, { kind: 'silent' }],
  ['passes the header on as it comes', (given: string) => given, {}, { kind: 'copied' }],
  ['is not named', () => '127.0.0.1', { TRUSTED_PROXIES: ['10.0.0.2'] }, { kind: 'distrusted', proxy: '127.0.0.1' }],
] as const)('a proxy that %s is found out', async (_, header, settings, state) => {
  const { address, forwarding } = await startServer({ PUBLIC_URL, ...settings })
  expect(await forwarding.check(await startProxy(address, header))).toEqual(state)
})

it('a name where nothing answers, or another server, says nothing about addresses', async () => {
  const { forwarding } = await startServer({ PUBLIC_URL })
  const other = await startServer({ PUBLIC_URL })
  expect(await forwarding.check('http://127.0.0.1:9')).toMatchObject({ kind: 'unreachable' })
  expect(await forwarding.check(other.address)).toEqual({ kind: 'unreachable', reason: 'another server answers there' })
})

it('what was found is said once, with what to do about it', async () => {
  const { address, forwarding, log, said } = await startServer({ PUBLIC_URL, TRUSTED_PROXIES: ['10.0.0.2'] })
  const stop = sayForwarding(forwarding, { publicUrl: await startProxy(address, () => '127.0.0.1'), log })
  await expect.poll(() => said).toEqual([sentenceOf({ kind: 'distrusted', proxy: '127.0.0.1' })])
  expect(said[0]).toContain('TRUSTED_PROXIES=127.0.0.1')
  stop()
})

it('a proxy that starts after the server is asked again', async () => {
  const { address, forwarding, log, said } = await startServer({ PUBLIC_URL })
  const names = ['http://127.0.0.1:9', await startProxy(address, () => '127.0.0.1')]
  const late: Forwarding = { check: () => forwarding.check(names.shift() ?? '') }
  const stop = sayForwarding(late, { publicUrl: PUBLIC_URL, log, betweenMs: 1 })
  await expect.poll(() => said).toEqual([sentenceOf({ kind: 'believed' })])
  stop()
})

it('the first request with an address that is not believed is said, and only the first', async () => {
  const { server, said } = await startServer({})
  const ask = () => server.inject({ url: '/healthz', headers: { 'x-forwarded-for': '203.0.113.7' } })
  await ask()
  await ask()
  expect(said).toEqual([UNBELIEVED])
})
