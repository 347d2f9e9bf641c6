import { type Channel, type ServerFrame, privateChannels } from '@rueda/contract/push-channels.ts'
import type { ClientFrame } from '@rueda/contract/push.ts'

/**
 * One websocket for the whole app. The first frame names the session, or none for a guest; then everything that is
 * wanted is subscribed. Wants are counted, so two screens on one instrument are one subscription. A gap in a channel's
 * numbers subscribes that channel again; a lost connection comes back after a random, growing wait.
 */

export type PushState = 'connecting' | 'open' | 'down'

/** The part of a `WebSocket` this needs; tests pass their own. */
export type Socket = {
  send: (text: string) => void
  close: () => void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
}

export type PushPorts = Readonly<{
  open: () => Socket
  token: () => string | null
  onSessionEnd: () => void
  /** A number between 0 and 1. */
  random: () => number
}>

const FLUSH_MS = 40
const LINGER_MS = 2_000
const PING_MS = 20_000
const SILENT_MS = 60_000
const HIDDEN_CLOSE_MS = 60_000
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 30_000
const MAX_ARGUMENTS = 100
const SESSION_ENDED = 4401
/** Stands for "all of it" in channels that take no arguments. */
const WHOLE = ''

const isPrivate = (channel: Channel): boolean => (privateChannels as readonly Channel[]).includes(channel)

type Listener<Value> = (value: Value) => void

export class Push {
  readonly #ports: PushPorts
  readonly #wants = new Map<Channel, Map<string, number>>()
  readonly #subscribed = new Map<Channel, Set<string>>()
  readonly #lastSeq = new Map<string, number>()
  readonly #frameListeners = new Set<Listener<ServerFrame>>()
  readonly #gapListeners = new Set<Listener<Channel | 'all'>>()
  readonly #stateListeners = new Set<() => void>()
  #socket: Socket | null = null
  #state: PushState = 'down'
  #started = false
  #opened = false
  #attempt = 0
  #heardAt = 0
  #flushTimer: ReturnType<typeof setTimeout> | undefined
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined
  #pingTimer: ReturnType<typeof setInterval> | undefined
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined

  constructor(ports: PushPorts) {
    this.#ports = ports
  }

  get state(): PushState {
    return this.#state
  }

  start(): void {
    if (this.#started) return
    this.#started = true
    this.#connect()
  }

  stop(): void {
    this.#started = false
    this.#drop()
    this.#setState('down')
  }

  /** After a login or a logout: the same wants under another name. */
  restart(): void {
    if (!this.#started) return
    this.#drop()
    this.#attempt = 0
    this.#connect()
  }

  /** A hidden page keeps its connection for a minute, then closes it until it is seen again. */
  setHidden(hidden: boolean): void {
    clearTimeout(this.#hiddenTimer)
    if (hidden) this.#hiddenTimer = setTimeout(() => this.stop(), HIDDEN_CLOSE_MS)
    else this.start()
  }

  /** Reconnects at once instead of waiting, when the network is back. */
  wake(): void {
    if (this.#started && this.#socket === null) this.restart()
  }

  /** Wants a channel, or one argument of it, until the returned function is called. */
  want(channel: Channel, argument: string = WHOLE): () => void {
    const wanted = this.#wants.get(channel) ?? new Map<string, number>()
    this.#wants.set(channel, wanted)
    wanted.set(argument, (wanted.get(argument) ?? 0) + 1)
    this.#flushSoon()
    let released = false
    return () => {
      if (released) return
      released = true
      // A row that scrolls out and in again should not cost two frames.
      setTimeout(() => this.#release(channel, argument), LINGER_MS)
    }
  }

  onFrame(listener: Listener<ServerFrame>): () => void {
    this.#frameListeners.add(listener)
    return () => this.#frameListeners.delete(listener)
  }

  /** Called when frames of a channel may have been missed: after a gap, and for `all` after a new connection. */
  onMissed(listener: Listener<Channel | 'all'>): () => void {
    this.#gapListeners.add(listener)
    return () => this.#gapListeners.delete(listener)
  }

  onState(listener: () => void): () => void {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }

  #release(channel: Channel, argument: string): void {
    const wanted = this.#wants.get(channel)
    const count = (wanted?.get(argument) ?? 0) - 1
    if (count > 0) wanted?.set(argument, count)
    else wanted?.delete(argument)
    this.#flushSoon()
  }

  #connect(): void {
    clearTimeout(this.#reconnectTimer)
    this.#setState('connecting')
    const socket = this.#ports.open()
    this.#socket = socket
    socket.onopen = () => this.#greet(socket)
    socket.onmessage = ({ data }) => this.#hear(socket, data)
    socket.onclose = ({ code }) => this.#lost(socket, code)
  }

  #greet(socket: Socket): void {
    if (socket !== this.#socket) return
    const token = this.#ports.token()
    this.#send({ op: 'auth', ...(token === null ? {} : { token }) })
    this.#subscribed.clear()
    this.#lastSeq.clear()
    this.#heardAt = Date.now()
    this.#pingTimer = setInterval(() => this.#ping(), PING_MS)
    this.#setState('open')
    this.#flush()
    if (this.#opened) for (const listener of this.#gapListeners) listener('all')
    this.#opened = true
  }

  #hear(socket: Socket, data: unknown): void {
    if (socket !== this.#socket || typeof data !== 'string') return
    this.#heardAt = Date.now()
    this.#attempt = 0
    const frame = JSON.parse(data) as ServerFrame
    if (this.#missedSome(frame) && frame.ch !== 'system') this.#subscribeAgain(frame.ch)
    for (const listener of this.#frameListeners) listener(frame)
  }

  #missedSome({ ch, seq }: ServerFrame): boolean {
    const last = this.#lastSeq.get(ch)
    if (last === undefined || seq > last) this.#lastSeq.set(ch, seq)
    return last !== undefined && seq > last + 1
  }

  #subscribeAgain(channel: Channel): void {
    this.#subscribed.delete(channel)
    this.#flushSoon()
    for (const listener of this.#gapListeners) listener(channel)
  }

  #lost(socket: Socket, code: number): void {
    if (socket !== this.#socket) return
    this.#drop()
    this.#setState('down')
    const isOver = code === SESSION_ENDED && this.#ports.token() !== null
    if (isOver) this.#ports.onSessionEnd()
    // An ended session cannot connect: if its token is still kept, the connection comes back when that is dropped.
    if (isOver && this.#ports.token() !== null) return
    if (!this.#started || this.#socket !== null) return
    const longest = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#attempt)
    this.#attempt += 1
    this.#reconnectTimer = setTimeout(() => this.#connect(), longest * this.#ports.random())
  }

  #drop(): void {
    clearTimeout(this.#reconnectTimer)
    clearTimeout(this.#flushTimer)
    clearInterval(this.#pingTimer)
    this.#flushTimer = undefined
    const socket = this.#socket
    this.#socket = null
    if (socket === null) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }

  #ping(): void {
    if (Date.now() - this.#heardAt > SILENT_MS) this.restart()
    else this.#send({ op: 'ping' })
  }

  #flushSoon(): void {
    if (this.#state !== 'open') return
    this.#flushTimer ??= setTimeout(() => this.#flush(), FLUSH_MS)
  }

  /** Makes what is subscribed equal to what is wanted, in as few frames as that takes. */
  #flush(): void {
    this.#flushTimer = undefined
    if (this.#state !== 'open') return
    for (const [channel, wanted] of this.#wants) {
      if (isPrivate(channel) && this.#ports.token() === null) continue
      const subscribed = this.#subscribed.get(channel) ?? new Set<string>()
      this.#subscribed.set(channel, subscribed)
      const more = [...wanted.keys()].filter((argument) => !subscribed.has(argument))
      const fewer = [...subscribed].filter((argument) => !wanted.has(argument))
      this.#sendAll('sub', channel, more)
      this.#sendAll('unsub', channel, fewer)
      for (const argument of more) subscribed.add(argument)
      for (const argument of fewer) subscribed.delete(argument)
    }
  }

  #sendAll(op: 'sub' | 'unsub', ch: Channel, all: readonly string[]): void {
    if (all.includes(WHOLE)) this.#send({ op, ch })
    const named = all.filter((argument) => argument !== WHOLE)
    for (let at = 0; at < named.length; at += MAX_ARGUMENTS) this.#send({ op, ch, args: named.slice(at, at + MAX_ARGUMENTS) })
  }

  #send(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame))
  }

  #setState(state: PushState): void {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#stateListeners) listener()
  }
}

const pushAddress = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/web/push`

let sessionPorts: Pick<PushPorts, 'token' | 'onSessionEnd'> = { token: () => null, onSessionEnd: () => undefined }

/** The app's one connection. */
export const push = new Push({
  open: () => new WebSocket(pushAddress()) as Socket,
  token: () => sessionPorts.token(),
  onSessionEnd: () => sessionPorts.onSessionEnd(),
  random: Math.random,
})

/** Starts the connection with the page and ties it to what the page does; `main.tsx` calls this once. */
export function connectPush(ports: typeof sessionPorts): void {
  sessionPorts = ports
  document.addEventListener('visibilitychange', () => push.setHidden(document.hidden))
  addEventListener('online', () => push.wake())
  push.start()
}
