import { type Socket, connect } from 'node:net'

/**
 * A load generator that costs little beside the server it shares the machine with: one request under way on each of
 * its kept-alive connections, bytes in and bytes out.
 */
export type Load = Readonly<{ perSecond: number; milliseconds: readonly number[] }>
export type Request = Readonly<{ method?: 'GET' | 'POST'; path: string; headers: Readonly<Record<string, string>>; body: string }>

type Loading = Readonly<{
  address: string
  connections: number
  seconds: number
  requestOf: (turn: number) => Request
  accepts: (body: string) => boolean
}>

export async function load({ address, connections, seconds, requestOf, accepts }: Loading): Promise<Load> {
  const { hostname, port, host } = new URL(address)
  const milliseconds: number[] = []
  const begun = performance.now()
  const until = begun + seconds * 1_000
  let turn = 0
  const connection = async (): Promise<void> => {
    const socket = connect(Number(port), hostname).setNoDelay(true)
    const answers = answersOf(socket)
    while (performance.now() < until) {
      turn += 1
      const sent = performance.now()
      socket.write(textOf(requestOf(turn), host))
      const body = await answers.next()
      if (!accepts(body)) throw new Error(`refused: ${body}`)
      milliseconds.push(performance.now() - sent)
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: connections }, connection))
  return { perSecond: milliseconds.length / ((performance.now() - begun) / 1_000), milliseconds }
}

function textOf({ method = 'POST', path, headers, body }: Request, host: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (method === 'GET') return `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}\r\n`
  return `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${lines.join('')}\r\n${body}`
}

const HEAD_END = '\r\n\r\n'

/** The bodies that come back, one for each request. */
function answersOf(socket: Socket): Readonly<{ next: () => Promise<string> }> {
  let received: Buffer = Buffer.alloc(0)
  let waiting: PromiseWithResolvers<string> | null = null
  const take = (): void => {
    const head = received.indexOf(HEAD_END)
    if (head < 0 || waiting === null) return
    const length = Number(/content-length: (\d+)/iu.exec(received.toString('latin1', 0, head))?.[1] ?? 0)
    const end = head + HEAD_END.length + length
    if (received.length < end) return
    const body = received.toString('utf8', head + HEAD_END.length, end)
    received = received.subarray(end)
    waiting.resolve(body)
    waiting = null
  }
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    take()
  })
  socket.on('close', () => waiting?.reject(new Error('the server closed a connection')))
  socket.on('error', (error) => waiting?.reject(error))
  return {
    next: () => {
      waiting = Promise.withResolvers<string>()
      return waiting.promise
    },
  }
}
