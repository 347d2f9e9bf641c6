import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { PUSH_PATH } from '../apps/server/src/push/register.ts'
import { QUOTES, quotedIds } from '../apps/server/src/testing/beating-push.ts'
import { median, report } from './support/median.ts'
import { type PushServer, startPushServer } from './support/push-server.ts'
import { type RawSocket, openSocket, textFrame } from './support/raw-sockets.ts'
import { RUNS, SECONDS } from './support/settings.ts'

/**
 * P6: quotes to many sockets. Frames of twenty quotes delivered to a thousand sockets, in turns with a bare `ws` loop that
 * sends the same bytes to as many; the quotes in them beside the messages of a bare echo; and the memory of a socket.
 */
const SOCKETS = 1_000
const OPENED_AT_ONCE = 50
const ALLOWED_KILOBYTES = 40
const KILOBYTE = 1_024
const MS = 1_000
const QUIET_MS = 300
const SUBSCRIBE = [{ op: 'auth' }, { op: 'sub', ch: 'quote', args: quotedIds }].map((frame) => JSON.stringify(frame))
/** Two acknowledgements and the first values. */
const ANSWERS = 3
const ECHO = textFrame('a message as short as an order that a customer gives over a socket')
let isEchoing = false

const push = await startPushServer('push')
const servers: PushServer[] = [push]
try {
  const text = await updateOf(push)
  const bare = await startPushServer('bare', text)
  const echo = await startPushServer('echo')
  servers.push(bare, echo)
  // The first sockets pay for what is made once.
  const early = await openAll(push, OPENED_AT_ONCE, subscribe)
  const before = await push.heldBytes()
  const mine = await openAll(push, SOCKETS, subscribe)
  const kilobytes = ((await push.heldBytes()) - before) / SOCKETS / KILOBYTE
  for (const socket of early) socket.close()
  const plain = await openAll(bare, SOCKETS)
  const echoing = await openAll(echo, SOCKETS, undefined, (socket) => {
    if (isEchoing) socket.send(ECHO)
  })

  await framesPerSecond(push, mine)
  await framesPerSecond(bare, plain)
  const runs: { mine: number; bare: number; echo: number }[] = []
  for (let run = 0; run < RUNS; run += 1) {
    runs.push({
      mine: await framesPerSecond(push, mine),
      bare: await framesPerSecond(bare, plain),
      echo: await echoesPerSecond(echoing),
    })
  }
  const frames = median(runs.map((run) => run.mine))
  const beside = (figures: readonly number[]): string => Math.round(median(figures)).toLocaleString('en-US')
  report(
    'push',
    frames,
    `frames/s to ${SOCKETS} sockets`,
    median(runs.map((run) => run.mine / run.bare)),
    `a bare ws loop with the same ${text.length} bytes ${beside(runs.map((run) => run.bare))}/s`,
  )
  report(
    'push, quotes',
    frames * QUOTES,
    'quotes/s',
    median(runs.map((run) => (run.mine * QUOTES) / run.echo)),
    `a bare echo's messages ${beside(runs.map((run) => run.echo))}/s`,
  )
  report('push, memory', kilobytes.toFixed(1), 'kB a socket', kilobytes / ALLOWED_KILOBYTES, `${ALLOWED_KILOBYTES} kB allowed`)
} finally {
  for (const server of servers) server.end()
}

/** The text of a frame as a customer's app gets it. */
async function updateOf({ port, beat }: PushServer): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${PUSH_PATH}`, { origin: `http://127.0.0.1:${port}` })
  const update = new Promise<string>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      if (text.includes('"type":"update"')) resolve(text)
    })
  })
  socket.on('open', () => {
    for (const frame of SUBSCRIBE) socket.send(frame)
    beat(true)
  })
  const text = await update
  beat(false)
  socket.terminate()
  return text
}

async function openAll(
  { port }: PushServer,
  count: number,
  greet: (socket: RawSocket) => void = () => undefined,
  onFrame?: (socket: RawSocket) => void,
): Promise<RawSocket[]> {
  const sockets: RawSocket[] = []
  while (sockets.length < count) {
    const opened = await Promise.all(
      Array.from({ length: Math.min(OPENED_AT_ONCE, count - sockets.length) }, () => openSocket(port, onFrame)),
    )
    for (const socket of opened) greet(socket)
    sockets.push(...opened)
  }
  while (greet === subscribe && sockets.some((socket) => socket.frames() < ANSWERS)) await sleep(QUIET_MS)
  await sleep(QUIET_MS)
  return sockets
}

function subscribe(socket: RawSocket): void {
  for (const frame of SUBSCRIBE) socket.send(textFrame(frame))
}

async function framesPerSecond(server: PushServer, sockets: readonly RawSocket[]): Promise<number> {
  server.beat(true)
  await sleep(QUIET_MS)
  const perSecond = await countedOver(sockets)
  server.beat(false)
  await sleep(QUIET_MS)
  return perSecond
}

/** Every message is sent again as soon as it is back. */
async function echoesPerSecond(sockets: readonly RawSocket[]): Promise<number> {
  isEchoing = true
  for (const socket of sockets) socket.send(ECHO)
  const perSecond = await countedOver(sockets)
  isEchoing = false
  await sleep(QUIET_MS)
  return perSecond
}

async function countedOver(sockets: readonly RawSocket[]): Promise<number> {
  const count = (): number => sockets.reduce((sum, socket) => sum + socket.frames(), 0)
  const [began, before] = [performance.now(), count()]
  await sleep(SECONDS * MS)
  return ((count() - before) / (performance.now() - began)) * MS
}
