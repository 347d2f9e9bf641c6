import type { ServerFrame } from '@rueda/contract/push-channels.ts'
import type { ClientFrame } from '@rueda/contract/push.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Push, type Socket } from './push.ts'

class FakeSocket implements Socket {
  sent: ClientFrame[] = []
  closed = false
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientFrame)
  }
  close(): void {
    this.closed = true
  }
  hear(frame: Partial<ServerFrame>): void {
    this.onmessage?.({ data: JSON.stringify({ ts: 0, type: 'update', data: [], ...frame }) })
  }
}

const FLUSH_MS = 40
const LINGER_MS = 2_000
const MINUTE_MS = 60_000

function started(token: string | null = 'token-1') {
  const sockets: FakeSocket[] = []
  const onSessionEnd = vi.fn<() => void>()
  const session = { token }
  const push = new Push({
    open: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket
    },
    token: () => session.token,
    onSessionEnd,
    random: () => 0.5,
  })
  push.start()
  const newest = (): FakeSocket => {
    const socket = sockets.at(-1)
    if (socket === undefined) throw new Error('nothing was opened')
    return socket
  }
  newest().onopen?.()
  return { push, sockets, newest, onSessionEnd, session }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the push connection', () => {
  it('says who it is before anything else, and nothing about a guest', () => {
    expect(started('token-1').newest().sent).toEqual([{ op: 'auth', token: 'token-1' }])
    expect(started(null).newest().sent).toEqual([{ op: 'auth' }])
  })

  it('subscribes what is wanted in one frame, and twice wanted once', () => {
    const { push, newest } = started()
    push.want('quote', 'US:ARDV')
    push.want('quote', 'US:ARDV')
    push.want('quote', 'US:BRBF')
    vi.advanceTimersByTime(FLUSH_MS)
    expect(newest().sent.slice(1)).toEqual([{ op: 'sub', ch: 'quote', args: ['US:ARDV', 'US:BRBF'] }])
  })

  it('lets an instrument go when the last of two wants has ended, after a moment', () => {
    const { push, newest } = started()
    const [first, second] = [push.want('quote', 'US:ARDV'), push.want('quote', 'US:ARDV')]
    vi.advanceTimersByTime(FLUSH_MS)
    first()
    first()
    vi.advanceTimersByTime(LINGER_MS + FLUSH_MS)
    expect(newest().sent).toHaveLength(2)
    second()
    vi.advanceTimersByTime(LINGER_MS + FLUSH_MS)
    expect(newest().sent.at(-1)).toEqual({ op: 'unsub', ch: 'quote', args: ['US:ARDV'] })
  })

  it('never asks for more than a hundred in a frame', () => {
    const { push, newest } = started()
    for (let at = 0; at < 250; at += 1) push.want('quote', `US:A${at}`)
    vi.advanceTimersByTime(FLUSH_MS)
    expect(
      newest()
        .sent.slice(1)
        .map((frame) => ('args' in frame ? frame.args?.length : 0)),
    ).toEqual([100, 100, 50])
  })

  it('subscribes a channel again when a number of its frames is missing, and only that one', () => {
    const { push, newest } = started()
    const missed = vi.fn<(channel: string) => void>()
    push.onMissed(missed)
    push.want('quote', 'US:ARDV')
    push.want('order')
    vi.advanceTimersByTime(FLUSH_MS)
    newest().hear({ ch: 'quote', seq: 1 })
    newest().hear({ ch: 'order', seq: 1 })
    newest().hear({ ch: 'quote', seq: 2 })
    newest().hear({ ch: 'order', seq: 3 })
    vi.advanceTimersByTime(FLUSH_MS)
    expect(missed.mock.calls).toEqual([['order']])
    expect(newest().sent.slice(3)).toEqual([{ op: 'sub', ch: 'order' }])
  })

  it('comes back after a lost connection with everything it wanted, and says that frames were missed', () => {
    const { push, sockets, newest } = started()
    const missed = vi.fn<(channel: string) => void>()
    push.onMissed(missed)
    push.want('depth', 'US:ARDV')
    vi.advanceTimersByTime(FLUSH_MS)
    newest().onclose?.({ code: 1006 })
    expect(push.state).toBe('down')
    vi.advanceTimersByTime(500)
    expect(sockets).toHaveLength(2)
    newest().onopen?.()
    expect(newest().sent).toEqual([
      { op: 'auth', token: 'token-1' },
      { op: 'sub', ch: 'depth', args: ['US:ARDV'] },
    ])
    expect(missed).toHaveBeenCalledExactlyOnceWith('all')
  })

  it('waits a random part of 1, 2, 4 … at most 30 seconds', () => {
    const { sockets, newest } = started()
    const waits: number[] = []
    for (let lost = 0; lost < 7; lost += 1) {
      newest().onclose?.({ code: 1006 })
      const opened = sockets.length
      let waited = 0
      while (sockets.length === opened) {
        vi.advanceTimersByTime(500)
        waited += 500
      }
      waits.push(waited)
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
  })

  it('ends the session when the server closes it, and keeps its private wants to itself as a guest', () => {
    const { push, newest, onSessionEnd, session } = started()
    push.want('order')
    vi.advanceTimersByTime(FLUSH_MS)
    onSessionEnd.mockImplementation(() => {
      session.token = null
    })
    newest().onclose?.({ code: 4401 })
    expect(onSessionEnd).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(1_000)
    newest().onopen?.()
    expect(newest().sent).toEqual([{ op: 'auth' }])
  })

  it('does not come back with an ended session that is kept for a moment, and does when it is dropped', () => {
    const { push, sockets, newest, session } = started()
    newest().onclose?.({ code: 4401 })
    vi.advanceTimersByTime(MINUTE_MS)
    expect(sockets).toHaveLength(1)
    session.token = null
    push.restart()
    newest().onopen?.()
    expect(newest().sent).toEqual([{ op: 'auth' }])
  })

  it('comes back with its session when it was only late to greet', () => {
    const { newest, onSessionEnd } = started()
    newest().onclose?.({ code: 4408 })
    vi.advanceTimersByTime(1_000)
    newest().onopen?.()
    expect(onSessionEnd).not.toHaveBeenCalled()
    expect(newest().sent).toEqual([{ op: 'auth', token: expect.any(String) }])
  })

  it('lets go after a minute out of sight and returns when seen', () => {
    const { push, sockets, newest } = started()
    push.setHidden(true)
    vi.advanceTimersByTime(MINUTE_MS - 1)
    expect(newest().closed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(newest().closed).toBe(true)
    push.setHidden(false)
    expect(sockets).toHaveLength(2)
  })

  it('starts over when the server has been silent for a minute', () => {
    const { sockets } = started()
    vi.advanceTimersByTime(MINUTE_MS + 20_000)
    expect(sockets.length).toBeGreaterThan(1)
  })
})
