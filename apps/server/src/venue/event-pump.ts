import type { VenueEvent } from '@rueda/exchange/venue.ts'
import type { VenueEventListener } from './client.ts'

/**
 * Hands the venue's events over in a lane for each account: in their order, and the next of an account only after those
 * before it are booked. No account waits for another. After an event that could not be booked nothing more is handed over,
 * because the venue's memory then differs from the ledger and is rebuilt from it.
 */
const MAX_BATCH = 512
/** More lanes begin only when fewer events than this are being booked. */
const MAX_IN_FLIGHT = 1_024

export type EventPump = Readonly<{
  add: (events: readonly VenueEvent[]) => void
  /** True while events of this account have been added and not booked. */
  isBooking: (accountId: string) => boolean
  /** Resolves when everything added until now has been booked, whatever is added later. */
  drained: () => Promise<void>
  /** Resolves when everything added until now of this account has been booked. */
  drainedOf: (accountId: string) => Promise<void>
}>

export function createEventPump(listener: VenueEventListener, onFailure: (error: unknown) => void): EventPump {
  const pump = new Pump(listener, onFailure)
  return {
    add: (events) => pump.add(events),
    isBooking: (accountId) => pump.isBooking(accountId),
    drained: () => pump.drained(),
    drainedOf: (accountId) => pump.drainedOf(accountId),
  }
}

type Numbered = Readonly<{ number: number; event: VenueEvent }>
type Question = Readonly<{ upTo: number; resolve: () => void; reject: (reason: unknown) => void }>

class Pump {
  readonly #listener: VenueEventListener
  readonly #onFailure: (error: unknown) => void
  /** Waiting events of each lane; accounts stand here in the order in which they began to wait. */
  readonly #waiting = new Map<string, Numbered[]>()
  /** Accounts with a batch that is being booked, with the number of its last event. */
  readonly #busy = new Map<string, number>()
  /** Added and not booked, oldest first. */
  readonly #outstanding = new Set<number>()
  readonly #questions: Question[] = []
  readonly #questionsOf = new Map<string, Question[]>()
  #added = 0
  #inFlight = 0
  #failure: Readonly<{ reason: unknown }> | null = null

  constructor(listener: VenueEventListener, onFailure: (error: unknown) => void) {
    this.#listener = listener
    this.#onFailure = onFailure
  }

  add(events: readonly VenueEvent[]): void {
    for (const event of events) {
      // A session belongs to no account; there is nothing to book.
      if (event.kind === 'session') continue
      this.#added += 1
      this.#outstanding.add(this.#added)
      const numbered = { number: this.#added, event }
      const lane = this.#waiting.get(event.accountId)
      if (lane === undefined) this.#waiting.set(event.accountId, [numbered])
      else lane.push(numbered)
    }
    this.#start()
  }

  isBooking(accountId: string): boolean {
    return this.#waiting.has(accountId) || this.#busy.has(accountId)
  }

  drained(): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure.reason)
    if (this.#outstanding.size === 0) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.#questions.push({ upTo: this.#added, resolve, reject })
    })
  }

  drainedOf(accountId: string): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure.reason)
    const upTo = this.#waiting.get(accountId)?.at(-1)?.number ?? this.#busy.get(accountId)
    if (upTo === undefined) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const asked = this.#questionsOf.get(accountId) ?? []
      asked.push({ upTo, resolve, reject })
      this.#questionsOf.set(accountId, asked)
    })
  }

  #start(): void {
    for (const [accountId, lane] of this.#waiting) {
      if (this.#failure !== null || this.#inFlight >= MAX_IN_FLIGHT) return
      if (this.#busy.has(accountId)) continue
      const batch = lane.splice(0, MAX_BATCH)
      this.#waiting.delete(accountId)
      // The rest of a long lane stands behind the others.
      if (lane.length > 0) this.#waiting.set(accountId, lane)
      this.#busy.set(accountId, batch.at(-1)?.number ?? 0)
      this.#inFlight += batch.length
      void this.#book(accountId, batch)
    }
  }

  async #book(accountId: string, batch: readonly Numbered[]): Promise<void> {
    try {
      await this.#listener(batch.map(({ event }) => event))
    } catch (error) {
      return this.#fail(error)
    }
    this.#busy.delete(accountId)
    this.#inFlight -= batch.length
    for (const { number } of batch) this.#outstanding.delete(number)
    this.#answer()
    this.#answerOf(accountId, batch.at(-1)?.number ?? 0)
    this.#start()
  }

  #answerOf(accountId: string, booked: number): void {
    const asked = this.#questionsOf.get(accountId) ?? []
    while ((asked[0]?.upTo ?? Number.POSITIVE_INFINITY) <= booked) asked.shift()?.resolve()
    if (asked.length === 0) this.#questionsOf.delete(accountId)
  }

  #answer(): void {
    const [oldest = Number.POSITIVE_INFINITY] = this.#outstanding
    while ((this.#questions[0]?.upTo ?? oldest) < oldest) this.#questions.shift()?.resolve()
  }

  #fail(reason: unknown): void {
    if (this.#failure !== null) return
    this.#failure = { reason }
    for (const { reject } of [...this.#questions.splice(0), ...[...this.#questionsOf.values()].flat()]) reject(reason)
    this.#questionsOf.clear()
    this.#onFailure(reason)
  }
}
