import { randomBytes } from 'node:crypto'
import { type Socket, connect } from 'node:net'
import { PUSH_PATH } from '../../apps/server/src/push/register.ts'

/**
 * Readers of websockets that cost little beside the server they share the machine with: they count frames by their heads
 * and look at no data.
 */
export type RawSocket = Readonly<{ frames: () => number; send: (frame: Buffer) => void; close: () => void }>

const HEAD_END = '\r\n\r\n'

/** Opens one; `onFrame` is called with each whole frame. */
export async function openSocket(port: number, onFrame: (socket: RawSocket) => void = () => undefined): Promise<RawSocket> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  const host = `127.0.0.1:${port}`
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET ${PUSH_PATH} HTTP/1.1\r\nhost: ${host}\r\norigin: http://${host}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n` +
      `sec-websocket-version: 13\r\nsec-websocket-key: ${key}${HEAD_END}`,
  )
  const first = await upgraded(socket)
  let count = 0
  const reader: RawSocket = {
    frames: () => count,
    send: (frame) => void socket.write(frame),
    close: () => void socket.destroy(),
  }
  const hear = frameCounter(() => {
    count += 1
    onFrame(reader)
  })
  socket.on('data', hear)
  socket.on('error', () => undefined)
  hear(first)
  return reader
}

/** Reads the answer to the handshake, and returns what came behind it. */
function upgraded(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    const take = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk])
      const end = received.indexOf(HEAD_END)
      if (end < 0) return
      socket.off('data', take)
      const head = received.toString('latin1', 0, end)
      if (head.startsWith('HTTP/1.1 101')) resolve(received.subarray(end + HEAD_END.length))
      else reject(new Error(head))
    }
    socket.once('error', reject)
    socket.on('data', take)
  })
}

/** Bytes of a frame's head, by the length it starts with: a server's frames are not masked. */
const SHORT_HEAD = 2
const MIDDLE_HEAD = 4
const LONG_HEAD = 10
const MIDDLE_LENGTH = 126
const LONG_LENGTH = 127
const LENGTH_BITS = 0x7f

function frameCounter(onFrame: () => void): (chunk: Buffer) => void {
  let head: Buffer = Buffer.alloc(0)
  let toCome = 0
  const takeHead = (bytes: Buffer): Buffer => {
    const all = head.length === 0 ? bytes : Buffer.concat([head, bytes])
    const length = all.length < SHORT_HEAD ? 0 : all.readUInt8(1) & LENGTH_BITS
    const size = length === LONG_LENGTH ? LONG_HEAD : length === MIDDLE_LENGTH ? MIDDLE_HEAD : SHORT_HEAD
    if (all.length < size) {
      head = Buffer.from(all)
      return all.subarray(all.length)
    }
    head = Buffer.alloc(0)
    toCome = size === SHORT_HEAD ? length : size === MIDDLE_HEAD ? all.readUInt16BE(SHORT_HEAD) : Number(all.readBigUInt64BE(SHORT_HEAD))
    if (toCome === 0) onFrame()
    return all.subarray(size)
  }
  return (chunk) => {
    for (let rest = chunk; rest.length > 0;) {
      if (toCome === 0) rest = takeHead(rest)
      const taken = Math.min(toCome, rest.length)
      if (taken === 0) continue
      toCome -= taken
      rest = rest.subarray(taken)
      if (toCome === 0) onFrame()
    }
  }
}

const TEXT = 0x81
const MASKED = 0x80
const MASK_BYTES = 4

/** A client's text frame. Its mask is four zeros, which leave the text as it is. */
export function textFrame(text: string): Buffer {
  const data = Buffer.from(text)
  const head = data.length < MIDDLE_LENGTH ? Buffer.from([TEXT, MASKED | data.length]) : Buffer.from([TEXT, MASKED | MIDDLE_LENGTH, 0, 0])
  if (data.length >= MIDDLE_LENGTH) head.writeUInt16BE(data.length, SHORT_HEAD)
  return Buffer.concat([head, Buffer.alloc(MASK_BYTES), data])
}
