import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { keepAddresses, trustedProxies } from './proxies.ts'

const server = Fastify({ trustProxy: trustedProxies({ PUBLIC_URL: 'https://rueda.example' }) })
keepAddresses(server)
server.get('/', (request) => request.ip)
afterAll(() => server.close())

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['9.9.9.9, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8::7]:4711', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['junk', 'unknown'],
  ['a'.repeat(5_000), 'unknown'],
  ['', 'unknown'],
  [',,', 'unknown'],
])('a request forwarded for %s is counted as %s', async (header, address) => {
  const { body } = await server.inject({ url: '/', headers: { 'x-forwarded-for': header }, remoteAddress: '127.0.0.1' })
  expect(body).toBe(address)
})
