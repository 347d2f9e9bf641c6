import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { type Call, callFrom } from './from-address.ts'

/**
 * One address that floods the server with everything at once, in a process of its own: uploads and bodies that never
 * end, downloads that nobody reads, guests with two hundred subscriptions, practice accounts, and expensive reads.
 */
export type Flood = Readonly<{
  address: string
  from: string
  token: string
  /** Exports and files of the hostile client's own, with their tickets. */
  downloads: readonly string[]
  instruments: readonly string[]
  month: string
}>
/** Number of answers by their code. */
export type Tally = Readonly<Record<string, number>>

export async function startFlood(flood: Flood): Promise<Readonly<{ end: () => Promise<Tally> }>> {
  const child: ChildProcess = fork(import.meta.filename, [], { stdio: 'inherit' })
  child.send(flood)
  return {
    end: async () => {
      const tally = once(child, 'message')
      const ended = once(child, 'exit')
      child.send('end')
      const [counted] = (await tally) as [Tally]
      await ended
      return counted
    },
  }
}

const SLOW_CONNECTIONS = 300
const DOWNLOADS_EACH = 40
const GUESTS = 2_000
const GUESTS_AT_ONCE = 100
const SUBSCRIPTIONS = 200
const READERS = 64
const DRIP_MS = 1_000
const REFUSED_PAUSE_MS = 250
const RANGES = ['1m', '5m', '15m', '30m', '60m', 'day', 'week', 'month'] as const

class HostileClient {
  readonly #flood: Flood
  readonly #sockets = new Set<Socket>()
  readonly #guests = new Set<WebSocket>()
  readonly #tally: Record<string, number> = {}
  #isOver = false

  constructor(flood: Flood) {
    this.#flood = flood
  }

  async run(): Promise<void> {
    const { token, downloads } = this.#flood
    const upload = `POST /web/file/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 4000000\r\n\r\n--x\r\n`
    const body = 'POST /web/getEmailCode HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{'
    const headers = 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '
    const slow = [upload, body, headers].flatMap((text) => Array.from({ length: SLOW_CONNECTIONS / 3 }, () => this.#keepSlow(text)))
    const deaf = downloads.flatMap((path) =>
      Array.from({ length: DOWNLOADS_EACH }, () => this.#keepDeaf(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)),
    )
    const reads = Array.from({ length: READERS }, (_, index) => this.#keepReading(index))
    const practice = [0, 1, 2, 3].map(() => this.#keep(() => ({ path: '/web/practiceAccount' })))
    await Promise.all([...slow, ...deaf, ...reads, ...practice, this.#keepGuests()])
  }

  end(): Tally {
    this.#isOver = true
    for (const socket of this.#sockets) socket.destroy()
    for (const guest of this.#guests) guest.terminate()
    return this.#tally
  }

  #count(name: string | number): void {
    this.#tally[name] = (this.#tally[name] ?? 0) + 1
  }

  /** Dials again whenever it was cut off. */
  async #keepSlow(text: string): Promise<void> {
    while (!this.#isOver) {
      const socket = this.#dial()
      socket.resume()
      socket.write(text)
      const drip = setInterval(() => socket.write('x'), DRIP_MS)
      await gone(socket)
      clearInterval(drip)
      this.#count('slow connections cut')
      await pause(REFUSED_PAUSE_MS)
    }
  }

  async #keepDeaf(text: string): Promise<void> {
    while (!this.#isOver) {
      const socket = this.#dial()
      socket.pause()
      socket.write(text)
      await Promise.race([gone(socket), pause(10_000)])
      socket.destroy()
      this.#count('downloads not read')
      await pause(REFUSED_PAUSE_MS)
    }
  }

  #dial(): Socket {
    const { hostname, port } = new URL(this.#flood.address)
    const socket = connect({ host: hostname, port: Number(port), localAddress: this.#flood.from })
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => this.#sockets.delete(socket))
    return socket
  }

  /** Charts of every instrument and range, the whole history of bills, statements as files. */
  #keepReading(index: number): Promise<void> {
    const { token, instruments, month } = this.#flood
    let turn = index
    const chart = (): Omit<Call, 'address' | 'from'> => {
      turn += READERS
      const [market, code] = (instruments[turn % instruments.length] ?? '').split(':')
      const type = RANGES[Math.floor(turn / instruments.length) % RANGES.length]
      return { method: 'GET', path: `/web/m_ft/kline?stockCode=${code}&market=${market}&type=${type}&limit=1500` }
    }
    const history = (): Omit<Call, 'address' | 'from'> => {
      turn += 1
      const format = ['pdf', 'csv', 'json'][turn % 3]
      if (turn % 4 === 0) return { path: '/web/statement/download', token, body: { month, format } }
      if (turn % 4 === 1) return { method: 'GET', path: '/web/statement/months', token }
      if (turn % 4 === 2) return { path: '/web/position/water/pageList', token, body: { pageNum: turn, pageSize: 100 } }
      return { path: '/web/wallet/getWalletBill', token, body: { pageNum: turn, pageSize: 100 } }
    }
    return this.#keep(index % 2 === 0 ? chart : history)
  }

  async #keep(next: () => Omit<Call, 'address' | 'from'>): Promise<void> {
    const { address, from } = this.#flood
    while (!this.#isOver) {
      const answer = await callFrom({ address, from, ...next() }).catch(() => null)
      this.#count(answer?.code ?? 'connections refused')
      if (answer?.code !== 200) await pause(REFUSED_PAUSE_MS)
    }
  }

  async #keepGuests(): Promise<void> {
    for (let count = 0; count < GUESTS && !this.#isOver; count += 1) {
      this.#dialGuest()
      if (count % GUESTS_AT_ONCE === 0) await pause(1_000)
    }
  }

  #dialGuest(): void {
    const { address, from, instruments } = this.#flood
    const guest = new WebSocket(`${address.replace('http', 'ws')}/web/push`, { origin: address, localAddress: from })
    this.#guests.add(guest)
    guest.on('open', () => {
      this.#count('guests let in')
      guest.send(JSON.stringify({ op: 'auth' }))
      const wanted = [...instruments].toSorted(() => Math.random() - 0.5).slice(0, SUBSCRIPTIONS)
      for (const ch of ['quote', 'depth', 'trade', 'kline'])
        for (let at = 0; at < wanted.length; at += 50) {
          const args = wanted.slice(at, at + 50).map((id) => (ch === 'kline' ? `${id},1m` : id))
          guest.send(JSON.stringify({ op: 'sub', ch, args }))
        }
    })
    guest.on('close', () => this.#guests.delete(guest))
    guest.on('error', () => this.#count('guests refused'))
  }
}

const gone = async (socket: Socket): Promise<void> => {
  if (!socket.destroyed) await once(socket, 'close')
}

if (process.send !== undefined && process.argv[1] === import.meta.filename) {
  process.once('message', (flood) => {
    const client = new HostileClient(flood as Flood)
    void client.run().catch(() => undefined)
    process.once('message', () => {
      process.send?.(client.end())
      setTimeout(() => process.exit(), 100)
    })
  })
}
