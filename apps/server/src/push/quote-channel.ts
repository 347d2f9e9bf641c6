import type { Clock } from '../deps.ts'
import { type PushSocket, frameOf } from './socket.ts'

/**
 * Quotes to many readers: the last value of each instrument, written out once per cycle however many read it. Readers
 * who want the same instruments form one audience, and one buffer serves all of them who are at the same number.
 */
type Audience = Readonly<{ key: string; instrumentIds: readonly string[]; sockets: Set<PushSocket> }>

type QuoteChannelParts = Readonly<{
  clock: Clock
  elapsed: () => number
  /** The moving part of a quote as JSON; null while there is none. */
  write: (instrumentId: string) => string | null
}>

const SEPARATOR = ','

export class QuoteChannel {
  readonly #parts: QuoteChannelParts
  readonly #audiences = new Map<string, Audience>()
  readonly #audienceOf = new Map<PushSocket, Audience>()
  readonly #changed = new Set<string>()
  /** Frames written since the last change of the instrument. */
  readonly #written = new Map<string, string>()

  constructor(parts: QuoteChannelParts) {
    this.#parts = parts
  }

  /** Puts the socket into the audience of exactly these instruments. */
  assign(socket: PushSocket, instrumentIds: ReadonlySet<string>): void {
    this.forget(socket)
    if (instrumentIds.size === 0) return
    const sorted = [...instrumentIds].sort()
    const key = sorted.join(SEPARATOR)
    const audience = this.#audiences.get(key) ?? { key, instrumentIds: sorted, sockets: new Set() }
    this.#audiences.set(key, audience)
    audience.sockets.add(socket)
    this.#audienceOf.set(socket, audience)
  }

  forget(socket: PushSocket): void {
    const audience = this.#audienceOf.get(socket)
    if (audience === undefined) return
    this.#audienceOf.delete(socket)
    audience.sockets.delete(socket)
    if (audience.sockets.size === 0) this.#audiences.delete(audience.key)
  }

  changed(instrumentIds: Iterable<string>): void {
    for (const id of instrumentIds) {
      this.#changed.add(id)
      this.#written.delete(id)
    }
  }

  /** The newest values of these instruments, as the body of a frame. */
  snapshot(instrumentIds: Iterable<string>): string {
    return this.#body(instrumentIds)
  }

  /** Sends what has changed since the last time. */
  flush(): void {
    for (const audience of this.#audiences.values()) {
      const changed = audience.instrumentIds.filter((id) => this.#changed.has(id))
      this.#flushTo(audience, changed)
    }
    this.#changed.clear()
  }

  #flushTo({ sockets }: Audience, changed: readonly string[]): void {
    const ts = this.#parts.clock.now()
    const frames = new Map<number, Buffer>()
    let body: string | null = null
    for (const socket of sockets) {
      if (!this.#hasAllChanged(socket.quotesOwed)) this.#catchUp(socket, changed)
      else if (changed.length > 0) {
        body ??= this.#body(changed)
        const seq = socket.nextSeq('quote')
        const frame = frames.get(seq) ?? frameOf('quote', seq, ts, 'update', body)
        frames.set(seq, frame)
        if (socket.hasRoomFor(frame.byteLength)) {
          socket.sendWhole('quote', frame)
          socket.quotesOwed.clear()
        } else socket.owe(changed, this.#parts.elapsed())
      }
    }
  }

  /** Returns true where the newest values that a reader is owed are those that everybody gets now. */
  #hasAllChanged(owed: ReadonlySet<string>): boolean {
    for (const id of owed) if (!this.#changed.has(id)) return false
    return true
  }

  #catchUp(socket: PushSocket, changed: readonly string[]): void {
    socket.owe(changed, this.#parts.elapsed())
    const wanted = new Set(this.#audienceOf.get(socket)?.instrumentIds)
    const owed = [...socket.quotesOwed].filter((id) => wanted.has(id))
    const isSent =
      owed.length === 0 || socket.sendIfRoom('quote', 'update', this.#body(owed), this.#parts.clock.now(), this.#parts.elapsed())
    if (isSent) socket.quotesOwed.clear()
  }

  #body(instrumentIds: Iterable<string>): string {
    const parts: string[] = []
    for (const id of instrumentIds) {
      const text = this.#write(id)
      if (text !== null) parts.push(text)
    }
    return `[${parts.join(SEPARATOR)}]`
  }

  #write(instrumentId: string): string | null {
    const known = this.#written.get(instrumentId)
    if (known !== undefined) return known
    const text = this.#parts.write(instrumentId)
    if (text !== null) this.#written.set(instrumentId, text)
    return text
  }
}
