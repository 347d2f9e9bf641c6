import { once } from 'node:events'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { connect } from '@nats-io/transport-node'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { busLost } from '../running-server.ts'
import { MAX_MESSAGE_BYTES } from './large.ts'
import { natsOver, openNats, placesOf } from './nats-bus.ts'

const log = pino({ level: 'silent' })
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

it('servers, user and password are what the addresses say', () => {
  expect(placesOf('nats://a.example:4222')).toEqual({ servers: ['a.example:4222'] })
  expect(placesOf('nats://rueda:p%40ss@a.example:4222,nats://b.example:4223')).toEqual({
    servers: ['a.example:4222', 'b.example:4223'],
    user: 'rueda',
    pass: 'p@ss',
  })
})

it('a tls address is reached by TLS or not at all', () => {
  expect(placesOf('tls://a.example:4222')).toEqual({ servers: ['a.example:4222'], tls: {} })
})

/** As much of a server's speech as a connection needs to be let in, on a port of its own. */
async function openPeer(maxPayload = MAX_MESSAGE_BYTES) {
  const sockets = new Set<Socket>()
  const info = { server_id: 'peer', version: '2.10.0', max_payload: maxPayload, headers: true }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.write(`INFO ${JSON.stringify(info)}\r\n`)
    socket.on('data', (heard) => {
      if (heard.includes('PING')) socket.write('PONG\r\n')
      // Whoever subscribes is told twice.
      for (const [, subject, sid] of heard.toString().matchAll(/^SUB (\S+) (\d+)\r$/gmu))
        socket.write(`MSG ${subject} ${sid} 5\r\nfirst\r\nMSG ${subject} ${sid} 4\r\nnext\r\n`)
    })
    socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = (): void => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  closers.push(end)
  return { url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`, end }
}

describe('a connection to NATS', () => {
  it('that has ended for good says why, and the server ends with a sentence', async () => {
    const peer = await openPeer()
    const nats = natsOver(await connect({ ...placesOf(peer.url), reconnect: false }), log)
    peer.end()
    const { reason, says } = busLost(await nats.lost)
    expect(reason).toMatch(/^the bus ended: \S/u)
    expect(says).toMatch(/^The connection to NATS has ended for good \(\S.*\), so this server stops too\./u)
  })

  it('that the server itself closes is not lost', async () => {
    const peer = await openPeer()
    const nats = await openNats(peer.url, log)
    await nats.close()
    const later = new Promise((resolve) => setTimeout(resolve, 20, 'nothing'))
    expect(await Promise.race([nats.lost, later])).toBe('nothing')
  })

  it('goes on where a message is not understood', async () => {
    const peer = await openPeer()
    const nats = await openNats(peer.url, log)
    closers.push(nats.close)
    const heard: string[] = []
    nats.bus('ours').listen('told', (body) => {
      heard.push(Buffer.from(body).toString())
      if (heard.length === 1) throw new Error('this is not known here')
    })
    await expect.poll(() => heard).toEqual(['first', 'next'])
  })

  it('is refused where messages of the bus would be too long for it', async () => {
    const peer = await openPeer(MAX_MESSAGE_BYTES - 1)
    await expect(openNats(peer.url, log)).rejects.toThrow('set its max_payload to 1MB or more')
  })
})
