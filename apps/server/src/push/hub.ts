import { openChannels, privateChannels, type publicChannels } from '@rueda/contract/push-channels.ts'
import { type ClientFrame, clientFrame } from '@rueda/contract/push.ts'
import type { Bar, Depth, Trade } from '@rueda/exchange/venue.ts'
import { type RefusalName, codeOf } from '@rueda/rules/refusals.ts'
import type { Logger } from 'pino'
import type { Infrastructure } from '../infrastructure.ts'
import type { Sessions } from '../http/session.ts'
import { closeCodes } from './close-codes.ts'
import {
  AUTH_WITHIN_MS,
  CHECK_SESSION_EVERY_MS,
  MAX_POLLED_SUBSCRIPTIONS,
  MAX_SUBSCRIPTIONS,
  MAX_WAITING_FRAMES,
  PING_EVERY_MS,
  POLL_EVERY_MS,
  QUOTES_EVERY_MS,
  SILENT_AFTER_MS,
  SOCKETS_PER_ACCOUNT,
  socketBounds,
} from './limits.ts'
import { type Polled, type PolledChannel, polledChannel } from './polled-channel.ts'
import { QuoteChannel } from './quote-channel.ts'
import { type HeldSockets, NOBODY_ELSEWHERE, Requesters, type SocketBounds, type SocketsElsewhere, type Whose } from './requesters.ts'
import { PushSocket, type Wire } from './socket.ts'
import { Subscriptions } from './subscriptions.ts'

/** The hub of the push channel: it knows every socket, its subscriptions and its rights (`docs/rules/push.md` A.101). */
export type PrivateChannel = (typeof privateChannels)[number]
export type OpenChannel = (typeof openChannels)[number]
type PublicChannel = (typeof publicChannels)[number]

export interface PushHub {
  /** Sends to every socket of the account, after the commit. */
  publish(accountId: string, channel: PrivateChannel | OpenChannel, data: unknown): void
  /** Sends to every socket that listens to an open channel, signed in or not. */
  announce(channel: OpenChannel, data: unknown): void
  /** Returns true while a socket of the account is connected, to a channel if one is named; without one, nothing need be worked out for it. */
  isListening(accountId: string, channel?: PrivateChannel): boolean
  /** Closes the sockets of a session that has ended. */
  sessionEnded(sessionId: string): void
  /** The accounts that have a socket here. */
  accounts(): readonly string[]
  /** The sockets here by account and by address, or those of the named ones. */
  held(whose?: Whose): HeldSockets
  /** A new socket; what it sends goes to the returned connection. Null when there is no room for it. */
  connect(wire: Wire, address: string): Connection | null
  /** Asks every client to come back later, and stops. */
  close(): void
}

export type Connection = Readonly<{
  hear: (text: string) => void
  /** A protocol ping or pong: a sign of life, and counted like a message when it is a ping. */
  pinged: () => void
  ponged: () => void
  gone: () => void
}>

/** Data of the public channels: the hub passes it on, and code that knows the market reads and writes it. */
export type MarketChannels = Readonly<{
  /** The moving part of a quote as JSON; null while there is none. */
  quote: (instrumentId: string) => string | null
  depth: Polled<Depth>
  trade: Polled<readonly Trade[]>
  kline: Polled<readonly Bar[]>
  /** Returns true when there is such a thing to subscribe to. */
  isKnown: (channel: PublicChannel, argument: string) => boolean
}>

export type HubParts = Pick<Infrastructure, 'venue' | 'clock'> &
  Readonly<{
    market: MarketChannels
    sessions: Pick<Sessions, 'check' | 'onEnded'>
    log: Pick<Logger, 'warn' | 'error'>
    /** Milliseconds that never go back; the server's clock may be a simulated one. */
    elapsed?: () => number
    bounds?: SocketBounds
    /** Left out, this process holds all sockets there are. */
    shared?: SharedSockets | undefined
    /** Left out, quotes go out four times a second; a bench sends as many as it can. */
    quotesEveryMs?: number
  }>

export type SharedSockets = Readonly<{
  elsewhere: SocketsElsewhere
  /** Called as an account comes with its first socket, before that may subscribe to anything. */
  onAccount: (accountId: string) => void
  /** Called whenever an account or an address has more sockets here, or fewer. */
  onChanged: (socket: Readonly<{ address: string; accountId: string | null }>) => void
}>

export const createPushHub = (parts: HubParts): PushHub => new Hub(parts)

const SWEEP_EVERY_MS = 1_000
const isOpen = (channel: string): channel is OpenChannel => (openChannels as readonly string[]).includes(channel)
const isPrivate = (channel: string): channel is PrivateChannel => (privateChannels as readonly string[]).includes(channel)

class Hub implements PushHub {
  readonly #parts: HubParts
  readonly #elapsed: () => number
  readonly #sockets = new Set<PushSocket>()
  readonly #byAccount = new Map<string, Set<PushSocket>>()
  readonly #quotes: QuoteChannel
  readonly #quoteSubscriptions = new Subscriptions()
  readonly #whole = new Subscriptions()
  readonly #polled: Readonly<Record<Exclude<PublicChannel, 'quote'>, PolledChannel>>
  readonly #requesters: Requesters
  readonly #stops: (() => void)[] = []
  #isClosed = false

  constructor(parts: HubParts) {
    this.#parts = parts
    const {
      venue,
      clock,
      market,
      sessions,
      elapsed = () => performance.now(),
      bounds = socketBounds,
      quotesEveryMs = QUOTES_EVERY_MS,
    } = parts
    this.#requesters = new Requesters(bounds, parts.shared?.elsewhere ?? NOBODY_ELSEWHERE)
    this.#elapsed = elapsed
    this.#quotes = new QuoteChannel({ clock, elapsed, write: market.quote })
    const cycle = { clock, elapsed }
    this.#polled = {
      depth: polledChannel(market.depth, cycle),
      trade: polledChannel(market.trade, cycle),
      kline: polledChannel(market.kline, cycle),
    }
    this.#stops.push(
      venue.onQuotes((changed) => this.#quotes.changed(changed.map(({ instrumentId }) => instrumentId))),
      sessions.onEnded(({ sessionId }) => this.sessionEnded(sessionId)),
      every(quotesEveryMs, () => this.#quotes.flush()),
      every(POLL_EVERY_MS, () => this.#poll()),
      every(SWEEP_EVERY_MS, () => this.#sweep()),
    )
  }

  isListening(accountId: string, channel?: PrivateChannel): boolean {
    const sockets = [...(this.#byAccount.get(accountId) ?? [])]
    return channel === undefined ? sockets.length > 0 : sockets.some((socket) => this.#whole.of(socket).has(channel))
  }

  accounts(): readonly string[] {
    return [...this.#byAccount.keys()]
  }

  held(whose?: Whose): HeldSockets {
    return this.#requesters.held(whose)
  }

  announce(channel: OpenChannel, data: unknown): void {
    const body = JSON.stringify(data)
    for (const socket of this.#whole.wanting(channel)) socket.sendOrClose(channel, 'update', body, this.#now(), this.#elapsed())
  }

  publish(accountId: string, channel: PrivateChannel | OpenChannel, data: unknown): void {
    const sockets = this.#byAccount.get(accountId)
    if (sockets === undefined) return
    const body = JSON.stringify(data)
    for (const socket of sockets) {
      if (this.#whole.of(socket).has(channel)) socket.sendOrClose(channel, 'update', body, this.#now(), this.#elapsed())
    }
  }

  sessionEnded(sessionId: string): void {
    for (const socket of this.#sockets) if (socket.subscriber?.sessionId === sessionId) this.#end(socket)
  }

  connect(wire: Wire, address: string): Connection | null {
    if (this.#isClosed || !this.#requesters.hasRoom(address)) return null
    const socket = new PushSocket(wire, address, this.#elapsed())
    this.#sockets.add(socket)
    this.#requesters.add(socket)
    this.#changed(socket)
    const timer = setTimeout(() => {
      if (!socket.isGreeted) socket.close(closeCodes.unknown, 'no auth frame')
    }, AUTH_WITHIN_MS)
    // One frame after the other: what follows `auth` waits for its answer.
    let work = Promise.resolve()
    let waiting = 0
    return {
      hear: (text) => {
        if (!this.#isAllowed(socket)) return
        if (waiting >= MAX_WAITING_FRAMES) return socket.close(closeCodes.tooMany, 'too many messages')
        waiting += 1
        work = work
          .then(() => this.#hear(socket, text))
          .catch((error: unknown) => this.#parts.log.error({ err: error }, 'a push frame failed'))
          .finally(() => (waiting -= 1))
      },
      pinged: () => void this.#isAllowed(socket),
      ponged: () => {
        socket.heardAt = this.#elapsed()
      },
      gone: () => {
        clearTimeout(timer)
        this.#forget(socket)
      },
    }
  }

  close(): void {
    this.#isClosed = true
    for (const stop of this.#stops) stop()
    for (const socket of this.#sockets) socket.close(closeCodes.restarting, 'restarting')
  }

  #isAllowed(socket: PushSocket): boolean {
    const own = socket.count(this.#elapsed())
    const verdict = own === 'fine' ? this.#requesters.count(socket, this.#elapsed()) : own
    if (verdict === 'close') socket.close(closeCodes.tooMany, 'too many messages')
    if (verdict === 'warn') this.#error(socket, 'rate.limited')
    return verdict === 'fine' && !socket.isClosed
  }

  async #hear(socket: PushSocket, text: string): Promise<void> {
    if (socket.isClosed) return
    const frame = parseFrame(text)
    if (frame === null) return this.#error(socket, 'parameter.invalid')
    if (frame.op === 'auth') return this.#auth(socket, frame.token)
    if (!socket.isGreeted) return this.#end(socket)
    if (frame.op === 'ping') return socket.sendOrClose('system', 'pong', 'null', this.#now(), this.#elapsed())
    if (frame.op === 'sub') return this.#subscribe(socket, frame)
    return this.#unsubscribe(socket, frame)
  }

  async #auth(socket: PushSocket, token: string | undefined): Promise<void> {
    if (socket.subscriber !== null) return this.#error(socket, 'parameter.invalid', { op: 'auth' })
    if (token !== undefined) {
      const check = await this.#parts.sessions.check(token)
      if (socket.isClosed) return
      if (check.kind !== 'alive') return this.#end(socket)
      const { accountId, sessionId } = check.caller
      if (this.#requesters.countOf(accountId) >= SOCKETS_PER_ACCOUNT) return socket.close(closeCodes.tooMany, 'too many sockets')
      this.#requesters.signedIn(socket, () => (socket.subscriber = { accountId, sessionId, token }))
      socket.checkedAt = this.#elapsed()
      const isFirst = !this.#byAccount.has(accountId)
      this.#byAccount.set(accountId, (this.#byAccount.get(accountId) ?? new Set()).add(socket))
      if (isFirst) this.#parts.shared?.onAccount(accountId)
    }
    socket.isGreeted = true
    this.#changed(socket)
    this.#ack(socket, { op: 'auth', guest: socket.subscriber === null })
  }

  async #subscribe(socket: PushSocket, { ch, args: asked }: Extract<ClientFrame, { op: 'sub' }>): Promise<void> {
    if (isPrivate(ch) || isOpen(ch)) return this.#subscribeWhole(socket, ch)
    if (asked === undefined || asked.length === 0) return this.#error(socket, 'parameter.missing', { op: 'sub', ch, field: 'args' })
    const args = [...new Set(asked)]
    const known = args.filter((argument) => this.#parts.market.isKnown(ch, argument))
    const unknown = args.filter((argument) => !known.includes(argument))
    const room = ch === 'quote' ? MAX_SUBSCRIPTIONS - this.#countOf(socket) : this.#polledRoomOf(socket)
    const fresh = known.filter((argument) => !this.#subscriptionsOf(ch).of(socket).has(argument))
    const refused = fresh.slice(Math.max(0, room))
    const accepted = known.filter((argument) => !refused.includes(argument))
    this.#ack(socket, { op: 'sub', ch, args: accepted })
    if (unknown.length > 0) this.#error(socket, 'instrument.unknown', { op: 'sub', ch, args: unknown })
    if (refused.length > 0)
      this.#error(socket, 'rate.limited', {
        op: 'sub',
        ch,
        args: refused,
        limit: ch === 'quote' ? MAX_SUBSCRIPTIONS : MAX_POLLED_SUBSCRIPTIONS,
      })
    if (accepted.length === 0) return
    if (ch === 'quote') return this.#subscribeQuotes(socket, accepted)
    for (const argument of accepted) {
      if (socket.isClosed) return
      await this.#requesters.ask(socket, () => this.#polled[ch].subscribe(socket, argument))
    }
  }

  #subscribeWhole(socket: PushSocket, channel: PrivateChannel | OpenChannel): void {
    if (socket.subscriber === null && isPrivate(channel)) return this.#error(socket, 'session.missing', { op: 'sub', ch: channel })
    this.#whole.add(socket, channel)
    this.#ack(socket, { op: 'sub', ch: channel })
  }

  #subscribeQuotes(socket: PushSocket, instrumentIds: readonly string[]): void {
    for (const id of instrumentIds) this.#quoteSubscriptions.add(socket, id)
    this.#quotes.assign(socket, this.#quoteSubscriptions.of(socket))
    const body = this.#quotes.snapshot(instrumentIds)
    socket.sendOrClose('quote', 'snapshot', body, this.#now(), this.#elapsed())
  }

  #unsubscribe(socket: PushSocket, { ch, args }: Extract<ClientFrame, { op: 'unsub' }>): void {
    const isWhole = isPrivate(ch) || isOpen(ch)
    const subscriptions = isWhole ? this.#whole : this.#subscriptionsOf(ch)
    const ended = isWhole ? [ch] : (args ?? [...subscriptions.of(socket)])
    for (const argument of ended) subscriptions.remove(socket, argument)
    if (ch === 'quote') this.#quotes.assign(socket, subscriptions.of(socket))
    this.#ack(socket, { op: 'unsub', ch, ...(isWhole ? {} : { args: ended }) })
  }

  #subscriptionsOf(channel: PublicChannel): Subscriptions {
    return channel === 'quote' ? this.#quoteSubscriptions : this.#polled[channel].subscriptions
  }

  #countOf(socket: PushSocket): number {
    return this.#quoteSubscriptions.of(socket).size + this.#polledOf(socket)
  }

  readonly #polledOf = (socket: PushSocket): number =>
    Object.values(this.#polled).reduce((sum, { subscriptions }) => sum + subscriptions.of(socket).size, 0)

  #polledRoomOf(socket: PushSocket): number {
    const own = Math.min(MAX_SUBSCRIPTIONS - this.#countOf(socket), MAX_POLLED_SUBSCRIPTIONS - this.#polledOf(socket))
    return Math.min(own, this.#requesters.polledRoom(socket, this.#polledOf))
  }

  #ack(socket: PushSocket, data: unknown): void {
    socket.sendOrClose('system', 'ack', JSON.stringify(data), this.#now(), this.#elapsed())
  }

  #error(socket: PushSocket, refusal: RefusalName, facts: Readonly<Record<string, unknown>> = {}): void {
    const body = JSON.stringify({ code: codeOf(refusal), ...facts })
    socket.sendOrClose('system', 'error', body, this.#now(), this.#elapsed())
  }

  /** Announces the end of the session, then closes. */
  #end(socket: PushSocket): void {
    if (socket.isClosed) return
    this.#error(socket, 'session.missing')
    socket.close(closeCodes.sessionEnded, 'session ended')
  }

  #forget(socket: PushSocket): void {
    socket.isClosed = true
    this.#sockets.delete(socket)
    this.#requesters.forget(socket)
    this.#changed(socket)
    this.#quotes.forget(socket)
    for (const subscriptions of [
      this.#quoteSubscriptions,
      this.#whole,
      ...Object.values(this.#polled).map((channel) => channel.subscriptions),
    ]) {
      subscriptions.forget(socket)
    }
    const { accountId } = socket.subscriber ?? {}
    if (accountId === undefined) return
    this.#byAccount.get(accountId)?.delete(socket)
    if (this.#byAccount.get(accountId)?.size === 0) this.#byAccount.delete(accountId)
  }

  #changed({ address, subscriber }: PushSocket): void {
    this.#parts.shared?.onChanged({ address, accountId: subscriber?.accountId ?? null })
  }

  #poll(): void {
    for (const channel of Object.values(this.#polled)) {
      channel.poll().catch((error: unknown) => this.#parts.log.warn({ err: error }, 'the market could not be asked for a push channel'))
    }
  }

  /** Pings, drops the silent and the stuck, and checks again whether sessions are alive. */
  #sweep(): void {
    const elapsed = this.#elapsed()
    for (const socket of this.#sockets) {
      if (elapsed - socket.heardAt >= SILENT_AFTER_MS || socket.isStuck(elapsed)) socket.terminate()
      else if (elapsed - socket.pingedAt >= PING_EVERY_MS) socket.ping(elapsed)
      if (socket.subscriber !== null && elapsed - socket.checkedAt >= CHECK_SESSION_EVERY_MS)
        void this.#checkAgain(socket, socket.subscriber.token, elapsed)
    }
  }

  async #checkAgain(socket: PushSocket, token: string, elapsed: number): Promise<void> {
    socket.checkedAt = elapsed
    try {
      const check = await this.#parts.sessions.check(token)
      if (check.kind !== 'alive') this.#end(socket)
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'a push session could not be checked')
    }
  }

  #now(): number {
    return this.#parts.clock.now()
  }
}

function parseFrame(text: string): ClientFrame | null {
  try {
    const parsed = clientFrame.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

function every(intervalMs: number, act: () => void): () => void {
  const timer = setInterval(act, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
