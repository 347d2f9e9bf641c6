import { expect, test } from 'vitest'
import { closeCodes } from './close-codes.ts'
import { SEND_BUDGET_BYTES } from './limits.ts'
import { QuoteChannel } from './quote-channel.ts'
import { PushSocket, type Wire } from './socket.ts'

/** A reader whose unread bytes the test sets. */
function reader() {
  const wire = { unread: 0, sent: [] as Buffer[], closed: null as number | null, ended: false }
  const asWire: Wire = {
    get bufferedAmount() {
      return wire.unread
    },
    send: (data) => void wire.sent.push(Buffer.from(data)),
    ping: () => {},
    close: (code) => (wire.closed = code),
    terminate: () => (wire.ended = true),
  }
  const frames = () => wire.sent.map((data) => JSON.parse(data.toString()) as { seq: number; data: { code: string; price: number }[] })
  return { wire, socket: new PushSocket(asWire, '127.0.0.1', 0), frames }
}

function market() {
  const prices = new Map([
    ['US:AAAA', 1],
    ['US:BBBB', 1],
  ])
  let written = 0
  const channel = new QuoteChannel({
    clock: { now: () => 0 },
    elapsed: () => 0,
    write: (code) => {
      written += 1
      return JSON.stringify({ code, price: prices.get(code) })
    },
  })
  const tick = (code: string, price: number): void => {
    prices.set(code, price)
    channel.changed([code])
    channel.flush()
  }
  return { channel, tick, written: () => written }
}

test('a slow reader gets the newest quote when it reads again, not a backlog, and its numbers have no gap', () => {
  const { channel, tick } = market()
  const { socket, wire, frames } = reader()
  channel.assign(socket, new Set(['US:AAAA', 'US:BBBB']))
  tick('US:AAAA', 2)
  wire.unread = SEND_BUDGET_BYTES
  tick('US:AAAA', 3)
  tick('US:BBBB', 4)
  tick('US:AAAA', 5)
  expect(frames()).toHaveLength(1)

  wire.unread = 0
  channel.flush()
  expect(frames()).toHaveLength(2)
  expect(frames()[1]?.seq).toBe(2)
  expect(frames()[1]?.data).toEqual([
    { code: 'US:AAAA', price: 5 },
    { code: 'US:BBBB', price: 4 },
  ])
})

test('a quote is written once however many read it, and readers at the same number share one buffer', () => {
  const { channel, tick, written } = market()
  const readers = Array.from({ length: 50 }, reader)
  for (const { socket } of readers) channel.assign(socket, new Set(['US:AAAA']))
  tick('US:AAAA', 2)
  tick('US:AAAA', 3)
  expect(written()).toBe(2)
  expect(readers.every(({ frames }) => frames().length === 2)).toBe(true)
})

test('a private frame is never dropped: without room the socket is closed with resync', () => {
  const { socket, wire } = reader()
  socket.sendOrClose('order', 'update', '{}', 0, 0)
  wire.unread = SEND_BUDGET_BYTES
  socket.sendOrClose('order', 'update', '{}', 0, 0)
  expect(wire.sent).toHaveLength(1)
  expect(wire.closed).toBe(closeCodes.resync)
})

test('a trade that found no room leaves a gap in the numbers, so that the reader asks again', () => {
  const { socket, wire, frames } = reader()
  socket.sendOrSkip('trade', '[]', 0, 0)
  wire.unread = SEND_BUDGET_BYTES
  socket.sendOrSkip('trade', '[]', 0, 0)
  wire.unread = 0
  socket.sendOrSkip('trade', '[]', 0, 0)
  expect(frames().map(({ seq }) => seq)).toEqual([1, 3])
})

test('the budget counts the frame about to be sent; who does not read for ten seconds is cut off', () => {
  const { socket, wire } = reader()
  wire.unread = SEND_BUDGET_BYTES - 10
  expect(socket.sendIfRoom('quote', 'update', '[]', 0, 1_000)).toBe(false)
  expect(socket.isStuck(10_999)).toBe(false)
  expect(socket.isStuck(11_000)).toBe(true)
  wire.unread = 0
  expect(socket.sendIfRoom('quote', 'update', '[]', 0, 11_000)).toBe(true)
  expect(socket.isStuck(60_000)).toBe(false)
})
