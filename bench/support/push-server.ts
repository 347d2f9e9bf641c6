import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { WebSocketServer } from 'ws'
import { SEND_BUDGET_BYTES } from '../../apps/server/src/push/limits.ts'
import { PUSH_PATH } from '../../apps/server/src/push/register.ts'
import { type Serving, servePush } from '../../apps/server/src/testing/beating-push.ts'

/**
 * Servers of `bench/push`, each in a process of its own: our push channel over a market in which every quote moves with every
 * beat, a loop that sends the same bytes to the same number of sockets and does nothing else, and an echo. The first two
 * beat as often as they can get to it, and leave out a socket that has as much unread as ours lets it have.
 */
export type ServerKind = 'push' | 'bare' | 'echo'
export type PushServer = Readonly<{
  port: number
  beat: (isOn: boolean) => void
  /** Memory it holds after its rubbish is collected. */
  heldBytes: () => Promise<number>
  end: () => void
}>

const BEAT_MS = 1

type ToChild = Readonly<{ about: 'beat'; isOn: boolean }> | Readonly<{ about: 'memory' }>
type FromChild = Readonly<{ about: 'port'; port: number }> | Readonly<{ about: 'memory'; bytes: number }>

/** Starts one; the bare loop sends this text. */
export async function startPushServer(kind: ServerKind, text = ''): Promise<PushServer> {
  const child = fork(import.meta.filename, [kind, text], { stdio: 'inherit' })
  const hear = <About extends FromChild['about']>(about: About): Promise<Extract<FromChild, { about: About }>> =>
    new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the ${kind} server ended with ${code}`)))
      const listen = (message: FromChild): void => {
        if (message.about !== about) return
        child.off('message', listen)
        resolve(message as Extract<FromChild, { about: About }>)
      }
      child.on('message', listen)
    })
  const say = (message: ToChild): void => void child.send(message)
  const { port } = await hear('port')
  return {
    port,

    beat: (isOn) => say({ about: 'beat', isOn }),
    heldBytes: async () => {
      const answer = hear('memory')
      say({ about: 'memory' })
      return (await answer).bytes
    },
    end: () => child.kill(),
  }
}

async function serveSockets(kind: 'bare' | 'echo', text: string): Promise<Serving> {
  const frame = Buffer.from(text)
  const http = createServer()
  const sockets = new WebSocketServer({ server: http, path: PUSH_PATH, perMessageDeflate: false })
  sockets.on('connection', (socket) => {
    if (kind === 'echo') socket.on('message', (data: Buffer) => socket.send(data, { binary: false }))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const beat = (): void => {
    for (const socket of sockets.clients) {
      if (socket.bufferedAmount + frame.byteLength <= SEND_BUDGET_BYTES) socket.send(frame, { binary: false })
    }
  }
  return { port: (http.address() as AddressInfo).port, beat }
}

async function serve(kind: string, text: string): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collectRubbish: () => void = runInNewContext('gc')
  const say = (message: FromChild): void => void process.send?.(message)
  const { port, beat } = await (kind === 'push' ? servePush(BEAT_MS) : serveSockets(kind === 'echo' ? 'echo' : 'bare', text))
  let timer: NodeJS.Timeout | null = null
  process.on('message', (message: ToChild) => {
    if (message.about === 'memory') {
      collectRubbish()
      return say({ about: 'memory', bytes: process.memoryUsage.rss() })
    }
    if (timer !== null) clearInterval(timer)
    timer = message.isOn ? setInterval(beat, BEAT_MS) : null
  })
  say({ about: 'port', port })
}

if (process.send !== undefined && process.argv[1] === import.meta.filename) {
  await serve(process.argv[2] ?? '', process.argv[3] ?? '')
}
