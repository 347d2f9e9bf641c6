import type { Channel, ServerFrame } from '@rueda/contract/push-channels.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { closeCodes } from './close-codes.ts'
import { CLOSE_AT_MESSAGES_PER_SECOND, MESSAGES_PER_SECOND, SEND_BUDGET_BYTES, STUCK_AFTER_MS } from './limits.ts'

/** One reader of the push channel: its account, the frames sent to it, and how much of them it has not read yet. */
export type Wire = Readonly<{
  bufferedAmount: number
  send: (data: Buffer | string, options: { binary: boolean }) => void
  ping: () => void
  close: (code: number, reason: string) => void
  terminate: () => void
}>

export type Subscriber = Readonly<{ accountId: string; sessionId: string; token: string }>
type FrameChannel = Channel | 'system'
type FrameType = ServerFrame['type']

const SECOND_MS = 1_000

export class PushSocket {
  readonly address: string
  subscriber: Subscriber | null = null
  isGreeted = false
  isClosed = false
  checkedAt = 0
  pingedAt: number
  heardAt: number
  /** Quotes this reader was too slow for: it gets their newest values, not a backlog. */
  readonly quotesOwed = new Set<string>()
  readonly #wire: Wire
  readonly #seqs = new Map<FrameChannel, number>()
  #overBudgetSince: number | null = null
  #secondBegan = 0
  #heardThisSecond = 0

  constructor(wire: Wire, address: string, elapsed: number) {
    this.#wire = wire
    this.address = address
    this.heardAt = elapsed
    this.pingedAt = elapsed
  }

  /** The number the next frame of this channel will have. */
  nextSeq(channel: FrameChannel): number {
    return (this.#seqs.get(channel) ?? 0) + 1
  }

  /** Returns true when a frame of this size fits into what the reader may have unread. */
  hasRoomFor(bytes: number): boolean {
    return this.#wire.bufferedAmount + bytes <= SEND_BUDGET_BYTES
  }

  /** Sends a frame that is already whole, with `nextSeq` in it. */
  sendWhole(channel: FrameChannel, frame: Buffer): void {
    this.#seqs.set(channel, this.nextSeq(channel))
    this.#overBudgetSince = null
    this.#wire.send(frame, { binary: false })
  }

  /** Sends if there is room; returns whether it did. */
  sendIfRoom(channel: FrameChannel, type: FrameType, body: string, ts: Instant, elapsed: number): boolean {
    const frame = frameOf(channel, this.nextSeq(channel), ts, type, body)
    if (!this.hasRoomFor(frame.byteLength)) return this.#isOver(elapsed)
    this.sendWhole(channel, frame)
    return true
  }

  /** Sends a frame of a stream: a lost one leaves a gap in the numbers, so that the reader asks again. */
  sendOrSkip(channel: FrameChannel, body: string, ts: Instant, elapsed: number): void {
    if (!this.sendIfRoom(channel, 'update', body, ts, elapsed)) this.#seqs.set(channel, this.nextSeq(channel))
  }

  /** Sends a frame that must not be lost: without room the reader is cut off and has to read everything again. */
  sendOrClose(channel: FrameChannel, type: FrameType, body: string, ts: Instant, elapsed: number): void {
    if (!this.sendIfRoom(channel, type, body, ts, elapsed)) this.close(closeCodes.resync, 'resync')
  }

  /** Notes since when the reader is over its budget, because one that never reads is cut off. */
  #isOver(elapsed: number): false {
    this.#overBudgetSince ??= elapsed
    return false
  }

  owe(instrumentIds: Iterable<string>, elapsed: number): void {
    for (const id of instrumentIds) this.quotesOwed.add(id)
    this.#isOver(elapsed)
  }

  isStuck(elapsed: number): boolean {
    return this.#overBudgetSince !== null && elapsed - this.#overBudgetSince >= STUCK_AFTER_MS
  }

  /** Counts a message of the reader: within the limit, over it for the first time this second, over it again, or far over. */
  count(elapsed: number): 'fine' | 'warn' | 'ignore' | 'close' {
    this.heardAt = elapsed
    if (elapsed - this.#secondBegan >= SECOND_MS) {
      this.#secondBegan = elapsed
      this.#heardThisSecond = 0
    }
    this.#heardThisSecond += 1
    if (this.#heardThisSecond <= MESSAGES_PER_SECOND) return 'fine'
    if (this.#heardThisSecond > CLOSE_AT_MESSAGES_PER_SECOND) return 'close'
    return this.#heardThisSecond === MESSAGES_PER_SECOND + 1 ? 'warn' : 'ignore'
  }

  ping(elapsed: number): void {
    this.pingedAt = elapsed
    this.#wire.ping()
  }

  close(code: number, reason: string): void {
    if (this.isClosed) return
    this.isClosed = true
    this.#wire.close(code, reason)
  }

  terminate(): void {
    this.isClosed = true
    this.#wire.terminate()
  }
}

export const frameOf = (channel: FrameChannel, seq: number, ts: Instant, type: FrameType, body: string): Buffer =>
  Buffer.from(`{"ch":"${channel}","seq":${seq},"ts":${ts},"type":"${type}","data":${body}}`)
