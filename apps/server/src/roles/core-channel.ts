import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { type Bus, NoAnswer, NobodyThere } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import { VenueUnavailable } from '../venue/venue-thread.ts'
import type {
  Acknowledged,
  CoreMessage,
  CoreMessages,
  MarketLife,
  OrderChange,
  Outcome,
  OutcomeRequest,
  Sender,
} from './accounts-messages.ts'
import { askCore } from './ask-core.ts'
import { subjects } from './subjects.ts'

const ANSWER_MS = SECOND_MS / 2
const AGAIN_AFTER_NOBODY_MS = 100
const MAX_OUTCOME_MS = 10 * SECOND_MS
const MAX_AT_ONCE = 256
/** More lives than a market has in one leadership. */
const LIVES = 1_000_000
const NO_LEADERSHIP = -1n

type Parts = Readonly<{ bus: Bus; from: string; range: number; epoch: () => bigint }>
type Waiting = Readonly<{ upTo: number; resolve: () => void; reject: (reason: Error) => void }>

/**
 * Delivers messages of a process that writes accounts to the core, each once and in order, whatever the bus does: they are numbered and sent again
 * until the core acknowledges them. When another core leads, unsent messages are dropped: that core has read everything committed before it from
 * the database, and nothing was committed under the old leadership since.
 */
export class CoreChannel {
  readonly #parts: Parts
  #leadership: bigint | null = null
  #isBegun = false
  /** The leadership of the core that knows of this process. */
  #begunIn: bigint = NO_LEADERSHIP
  #beginning = Promise.withResolvers<void>()
  #queue: CoreMessage[] = []
  /** The number of the last message that was queued, and of the last that was acknowledged. */
  #queued = 0
  #acknowledged = 0
  #waiting: Waiting[] = []
  #isSending = false
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Begins with a core that leads now. */
  begin(leadership: bigint): void {
    if (leadership === this.#leadership) return
    this.#leadership = leadership
    if (this.#isBegun) this.#beginning = Promise.withResolvers()
    this.#isBegun = false
    this.#queue = []
    this.#queued = 0
    this.#acknowledged = 0
    const waiting = this.#waiting
    this.#waiting = []
    for (const { reject } of waiting) reject(new VenueUnavailable('another core leads'))
    void this.#sendAll()
  }

  /**
   * The leadership that batches are written in: of a core that knows of this process, so that it restarts the market when the range gets another
   * owner before all messages have arrived.
   */
  readonly leadership = (): bigint => this.#begunIn

  /** Resolves when the core that leads knows of this process. */
  begun(): Promise<void> {
    return this.#beginning.promise
  }

  send(message: CoreMessage): number {
    this.#queue.push(message)
    this.#queued += 1
    void this.#sendAll()
    return this.#queued
  }

  /** Resolves when the core has acknowledged everything that was sent until now. */
  flushed(): Promise<void> {
    return this.#acknowledgedUpTo(this.#queued)
  }

  /** Changes an order at the market; resolves when everything that happened to its account before is booked. */
  async change(change: OrderChange): Promise<void> {
    const number = this.send({ kind: 'change', change })
    const leadership = this.#leadership
    await this.#acknowledgedUpTo(number)
    const asked: OutcomeRequest = { ...this.#sender(), number }
    const question = { subject: subjects.accountsOutcome, body: packed(asked), withinMs: MAX_OUTCOME_MS, isHarmlessTwice: true }
    const { failed } = unpacked<Outcome>(await askCore(this.#parts.bus, question))
    if (leadership !== this.#leadership) throw new VenueUnavailable('another core leads')
    if (failed !== null) throw new VenueUnavailable(failed)
  }

  /** Counts the lives of the market over all cores. */
  async life(): Promise<number> {
    const question = {
      ...{ subject: subjects.marketLife, body: packed(this.#sender()), withinMs: MAX_OUTCOME_MS, isHarmlessTwice: true },
    }
    const { life } = unpacked<MarketLife>(await askCore(this.#parts.bus, question))
    return Number(this.#leadership ?? 0n) * LIVES + life
  }

  /** Sends what is left, for at most a second, and then nothing more. */
  async end(): Promise<void> {
    await Promise.race([this.flushed(), sleep(SECOND_MS)]).catch(() => undefined)
    this.#isClosed = true
  }

  #sender(): Sender {
    const { from, range, epoch } = this.#parts
    if (this.#leadership === null) throw new VenueUnavailable('no core is known yet')
    return { from, range, epoch: epoch(), leadership: this.#leadership }
  }

  #acknowledgedUpTo(upTo: number): Promise<void> {
    if (this.#acknowledged >= upTo) return Promise.resolve()
    return new Promise((resolve, reject) => this.#waiting.push({ upTo, resolve, reject }))
  }

  async #sendAll(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    while (!this.#isClosed && this.#leadership !== null && (!this.#isBegun || this.#queue.length > 0)) {
      try {
        await (this.#isBegun ? this.#sendNext() : this.#introduce())
      } catch (error) {
        // An answer that did not come was waited for already.
        if (!(error instanceof NoAnswer) || error instanceof NobodyThere) await sleep(AGAIN_AFTER_NOBODY_MS)
      }
    }
    this.#isSending = false
  }

  async #introduce(): Promise<void> {
    const sender = this.#sender()
    await this.#parts.bus.request(subjects.accountsBegin, packed(sender), ANSWER_MS)
    if (sender.leadership !== this.#leadership) return
    this.#isBegun = true
    this.#begunIn = sender.leadership
    this.#beginning.resolve()
  }

  async #sendNext(): Promise<void> {
    const next: CoreMessages = { ...this.#sender(), first: this.#acknowledged + 1, messages: this.#queue.slice(0, MAX_AT_ONCE) }
    const { upTo } = unpacked<Acknowledged>(await this.#parts.bus.request(subjects.accountsMessages, packed(next), ANSWER_MS))
    // Meanwhile another core may lead, which was sent none of it.
    if (next.leadership !== this.#leadership) return
    this.#queue = this.#queue.slice(upTo - this.#acknowledged)
    this.#acknowledged = upTo
    const isDone = (waiting: Waiting): boolean => waiting.upTo <= upTo
    const done = this.#waiting.filter(isDone)
    this.#waiting = this.#waiting.filter((each) => !isDone(each))
    for (const { resolve } of done) resolve()
  }
}
