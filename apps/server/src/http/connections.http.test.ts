import { type Socket, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { registerPush } from '../push/register.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { addConnections } from './connections.ts'
import { inChunks } from './chunks.ts'
import { createReplies } from './replies.ts'

/** One address beside others: the addresses of this machine's own network stand for those of the world. */
const FLOODER = '127.0.0.66'
const OTHER = '127.0.0.10'

let harness: Harness | null = null
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await harness?.stop()
  harness = null
})

async function open(environment: Record<string, string> = {}): Promise<number> {
  harness = await startHarness({
    environment: { RATE_LIMITS: 'on', ...environment },
    extensions: ({ hub }) => [(server) => registerPush(server, { hub, publicUrl: null, label: 'SIM' })],
  })
  const address = await harness.http.server.listen({ host: '127.0.0.1', port: 0 })
  return Number(new URL(address).port)
}

type Line = Readonly<{ socket: Socket; heard: () => string; hears: (text: string) => Promise<unknown>; isClosed: () => boolean }>

async function dial(port: number, localAddress: string): Promise<Line> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.push(socket)
  let heard = ''
  let isClosed = false
  socket.setEncoding('utf8').on('data', (data: string) => (heard += data))
  socket.on('close', () => (isClosed = true)).on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  return {
    socket,
    heard: () => heard,
    hears: async (text) => {
      await expect.poll(() => heard, { timeout: 10_000 }).toContain(text)
    },
    isClosed: () => isClosed,
  }
}

const dialMany = (port: number, localAddress: string, count: number): Promise<Line[]> =>
  Promise.all(Array.from({ length: count }, () => dial(port, localAddress)))

const GET = 'GET /web/m_ft/hot_stock HTTP/1.1\r\nHost: localhost\r\n'
/** An endless body of a call that needs no session: it costs its sender nothing. */
const SLOW_BODY =
  'POST /web/loginByUsername HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{'

const CONNECTIONS = 256

it('one address has so many connections; the next is told so and closed, and another address is not', async () => {
  const port = await open()
  const held = await dialMany(port, FLOODER, CONNECTIONS)
  const next = await dial(port, FLOODER)
  await next.hears('"code":1003')
  await expect.poll(() => next.isClosed()).toBe(true)
  const other = await dial(port, OTHER)
  other.socket.write(`${GET}\r\n`)
  await other.hears('"code":200')
  expect(held.filter((line) => line.isClosed())).toEqual([])
  held[0]?.socket.destroy()
  await expect
    .poll(async () => {
      const again = await dial(port, FLOODER)
      again.socket.write(`${GET}\r\n`)
      await expect.poll(() => again.heard()).not.toBe('')
      return again.heard().includes('"code":200')
    })
    .toBe(true)
})

it('behind a proxy it is the requests under way that are counted, by the address they come from', async () => {
  const port = await open({ PUBLIC_URL: 'https://rueda.example', DEV_CODES: '', SIM_SEED: '' })
  const forwarded = (address: string): string => `X-Forwarded-For: ${address}\r\n`
  const slow = await dialMany(port, '127.0.0.1', CONNECTIONS)
  for (const { socket } of slow) socket.write(SLOW_BODY.replace('\r\n\r\n', `\r\n${forwarded('2001:db8::1')}\r\n`))
  // A proxy's connections are shared by everybody, so there is room for more of them.
  const same = await dial(port, '127.0.0.1')
  await expect
    .poll(async () => {
      same.socket.write(`${GET}${forwarded('2001:db8::2')}\r\n`)
      await pause(20)
      return same.heard()
    })
    .toContain('"code":1003')
  const other = await dial(port, '127.0.0.1')
  other.socket.write(`${GET}${forwarded('2001:db8:0:1::1')}\r\n`)
  await other.hears('"code":200')
  expect(other.heard()).not.toContain('"code":1003')
})

it('what is done is counted out again', async () => {
  const port = await open()
  const line = await dial(port, FLOODER)
  for (let sent = 0; sent < CONNECTIONS + 10; sent += 1) line.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => line.heard().split('{"status":"ok"}').length - 1, { timeout: 10_000 }).toBe(CONNECTIONS + 10)
})

it('a slow upload takes no place of others: whoever has nothing under way is answered', async () => {
  const port = await open()
  const { token } = (await harness?.newCustomer()) ?? { token: '' }
  const start = `POST /web/file/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 4000000\r\n\r\n--x\r\n`
  const slow = await dialMany(port, FLOODER, 80)
  for (const { socket } of slow) socket.write(start)
  const refused = (): number => slow.filter((line) => line.heard().includes('"code":1003')).length
  await expect.poll(refused, { timeout: 10_000 }).toBe(78)
  expect(harness?.app.bounds.uploads.taken()).toBe(2)
  const other = await dial(port, OTHER)
  // One of the least important requests, whose places uploads used to hold.
  other.socket.write('GET /web/appVersion/getPublishAppVersion HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await other.hears('"code":200')
  for (const { socket } of slow) socket.destroy()
  await expect.poll(() => harness?.app.bounds.uploads.taken()).toBe(0)
})

it('who takes nothing of an answer is cut off, and who takes it slowly is not', async () => {
  const server = Fastify()
  let now = 0
  const replies = createReplies('SIM')
  const bounds = { connectionsPerAddress: 10, requestsPerAddress: 10 }
  const connections = addConnections(server, { bounds, isTrusted: () => false, replies, busyAnswer: () => '', elapsed: () => now })
  const large = Buffer.alloc(64 * 1024 * 1024)
  server.get('/large', (_, reply) => reply.send(inChunks(large)))
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  const port = Number(new URL(address).port)
  const [deaf, slow] = [await dial(port, FLOODER), await dial(port, OTHER)]
  for (const { socket } of [deaf, slow]) {
    socket.pause()
    socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n')
  }
  await pause(300)
  for (let turn = 0; turn < 12; turn += 1) {
    connections.sweep()
    now += 2_000
    slow.socket.resume()
    await pause(20)
    slow.socket.pause()
    await pause(20)
  }
  connections.sweep()
  // The bytes that had arrived before are still read; then comes the end, long before that of the file.
  deaf.socket.resume()
  await expect.poll(() => deaf.isClosed(), { timeout: 10_000 }).toBe(true)
  expect(deaf.heard().length).toBeLessThan(large.length)
  expect(slow.isClosed()).toBe(false)
  slow.socket.destroy()
  await server.close()
})

it('a connection that is refused the push channel is hung up on', async () => {
  const port = await open()
  const path = ['/web/push', '/web/nothing', '/']
  for (const [index, each] of path.entries()) {
    const { socket, hears, isClosed } = await dial(port, `127.0.0.${70 + index}`)
    socket.write(
      `GET ${each} HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    )
    await hears('HTTP/1.1')
    await expect.poll(isClosed, { timeout: 10_000 }).toBe(true)
  }
})
