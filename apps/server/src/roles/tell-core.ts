import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { type Bus, NoAnswer, NobodyThere } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import { VenueUnavailable } from '../venue/venue-thread.ts'
import type { HeardUpTo, LifeTold, OrderChange, Outcome, OutcomeAsked, Speaker, Telling, Told } from './accounts-words.ts'
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
 * What a process that writes accounts tells the core: each once and in order, however the bus carries it. It is numbered and told again until the core
 * says that it was heard. Where another core leads, all of it is forgotten: what was committed before it began is in the books that it began
 * with, and nothing of this epoch was committed since.
 */
export class CoreChannel {
  readonly #parts: Parts
  #leadership: bigint | null = null
  #isBegun = false
  /** The leadership of the core that knows of this process. */
  #begunIn: bigint = NO_LEADERSHIP
  #beginning = Promise.withResolvers<void>()
  #waiting: Told[] = []
  /** The number of the last that was told, and of the last that was heard. */
  #told = 0
  #heard = 0
  #asked: Waiting[] = []
  #isPumping = false
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
    this.#waiting = []
    this.#told = 0
    this.#heard = 0
    const asked = this.#asked
    this.#asked = []
    for (const { reject } of asked) reject(new VenueUnavailable('another core leads'))
    void this.#pump()
  }

  /**
   * The leadership that batches are written in: of a core that knows of this process, so that whoever holds the range next finds out what that
   * core was not told of.
   */
  readonly leadership = (): bigint => this.#begunIn

  /** Resolves when the core that leads knows of this process. */
  begun(): Promise<void> {
    return this.#beginning.promise
  }

  tell(told: Told): number {
    this.#waiting.push(told)
    this.#told += 1
    void this.#pump()
    return this.#told
  }

  /** Resolves when the core has heard everything that was told until now. */
  flushed(): Promise<void> {
    return this.#heardUpTo(this.#told)
  }

  /** Changes an order at the market; resolves when everything that happened to its account before is booked. */
  async change(change: OrderChange): Promise<void> {
    const number = this.tell({ kind: 'change', change })
    const leadership = this.#leadership
    await this.#heardUpTo(number)
    const asked: OutcomeAsked = { ...this.#speaker(), number }
    const question = { subject: subjects.accountsOutcome, body: packed(asked), withinMs: MAX_OUTCOME_MS, isHarmlessTwice: true }
    const { failed } = unpacked<Outcome>(await askCore(this.#parts.bus, question))
    if (leadership !== this.#leadership) throw new VenueUnavailable('another core leads')
    if (failed !== null) throw new VenueUnavailable(failed)
  }

  /** Counts the lives of the market over all cores. */
  async life(): Promise<number> {
    const question = {
      ...{ subject: subjects.marketLife, body: packed(this.#speaker()), withinMs: MAX_OUTCOME_MS, isHarmlessTwice: true },
    }
    const { life } = unpacked<LifeTold>(await askCore(this.#parts.bus, question))
    return Number(this.#leadership ?? 0n) * LIVES + life
  }

  /** Tells what is left, for a moment, and then nothing more. */
  async end(): Promise<void> {
    await Promise.race([this.flushed(), sleep(SECOND_MS)]).catch(() => undefined)
    this.#isClosed = true
  }

  #speaker(): Speaker {
    const { from, range, epoch } = this.#parts
    if (this.#leadership === null) throw new VenueUnavailable('no core is known yet')
    return { from, range, epoch: epoch(), leadership: this.#leadership }
  }

  #heardUpTo(upTo: number): Promise<void> {
    if (this.#heard >= upTo) return Promise.resolve()
    return new Promise((resolve, reject) => this.#asked.push({ upTo, resolve, reject }))
  }

  async #pump(): Promise<void> {
    if (this.#isPumping) return
    this.#isPumping = true
    while (!this.#isClosed && this.#leadership !== null && (!this.#isBegun || this.#waiting.length > 0)) {
      try {
        await (this.#isBegun ? this.#tellNext() : this.#introduce())
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        if (error instanceof NobodyThere) await sleep(AGAIN_AFTER_NOBODY_MS)
      }
    }
    this.#isPumping = false
  }

  async #introduce(): Promise<void> {
    const speaker = this.#speaker()
    await this.#parts.bus.request(subjects.accountsBegin, packed(speaker), ANSWER_MS)
    if (speaker.leadership !== this.#leadership) return
    this.#isBegun = true
    this.#begunIn = speaker.leadership
    this.#beginning.resolve()
  }

  async #tellNext(): Promise<void> {
    const told = this.#waiting.slice(0, MAX_AT_ONCE)
    const telling: Telling = { ...this.#speaker(), first: this.#heard + 1, told }
    const { heard } = unpacked<HeardUpTo>(await this.#parts.bus.request(subjects.accountsTell, packed(telling), ANSWER_MS))
    // Meanwhile another core may lead, to which none of this was told.
    if (telling.leadership !== this.#leadership) return
    this.#waiting = this.#waiting.slice(heard - this.#heard)
    this.#heard = heard
    const isHeard = ({ upTo }: Waiting): boolean => upTo <= heard
    const done = this.#asked.filter(isHeard)
    this.#asked = this.#asked.filter((each) => !isHeard(each))
    for (const { resolve } of done) resolve()
  }
}
