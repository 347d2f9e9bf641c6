import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Logger } from 'pino'
import { type Bus, NoAnswer, type Stop } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import type { Clock } from '../deps.ts'
import type { VenueClient } from '../venue/client.ts'
import type { Answers, Question } from '../venue/messages.ts'
import { type RemoteClient, type WorkerLink, createRemoteClient } from '../venue/remote-client.ts'
import { askCore } from './ask-core.ts'
import { subjects } from './subjects.ts'
import type { NumberedChanges, NumberedState } from './tell-market.ts'

const MAX_ANSWER_MS = 5 * SECOND_MS
/** As long as a command waits for the core's successor. */
const MAX_QUESTION_MS = 10 * SECOND_MS
const AGAIN_AFTER_MS = 250
/** A core that has nothing to tell is not silent: the market changes several times a second. */
const MAX_SILENT_MS = 2 * SECOND_MS

type Parts = Readonly<{ bus: Bus; clock: Clock; machine: Clock; log: Pick<Logger, 'info'>; signal?: AbortSignal | undefined }>
export type Following = Readonly<{ client: VenueClient; stop: Stop }>

/**
 * The market as a front has it: the whole once, then what changes, by number. Where a number is missing, comes from another core or nothing comes
 * at all, the whole is read again; until it is there, quotes grow old and say so.
 */
export async function followMarket({ bus, clock, machine, log, signal }: Parts): Promise<Following> {
  const early: NumberedChanges[] = []
  let hear = (told: NumberedChanges): void => void early.push(told)
  const stopHearing = bus.listen(subjects.marketChanges, (bytes) => hear(unpacked<NumberedChanges>(bytes)))
  const first = await readWhole(bus, { log, signal })
  const remote = createRemoteClient(first.loaded, { link: linkTo(bus, clock), clock, machine })
  const follower = new Follower({ bus, remote, clock, machine, log }, first)
  for (const told of early) follower.hear(told)
  hear = (told) => follower.hear(told)
  const looking = setInterval(() => follower.look(), SECOND_MS)
  looking.unref()
  return {
    client: remote.client,
    stop: () => {
      clearInterval(looking)
      follower.stop()
      stopHearing()
    },
  }
}

/** Asks until a core answers: one that has died has a successor within seconds. */
async function readWhole(bus: Bus, { log, signal }: Pick<Parts, 'log' | 'signal'>): Promise<NumberedState> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return unpacked<NumberedState>(await bus.request(subjects.market, packed(null), MAX_ANSWER_MS))
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      if (attempt === 0) log.info({}, 'no core answers yet; this front waits for one')
      await sleep(AGAIN_AFTER_MS, undefined, { signal })
    }
  }
}

type FollowerParts = Readonly<Pick<Parts, 'bus' | 'clock' | 'machine' | 'log'> & { remote: RemoteClient }>

class Follower {
  readonly #parts: FollowerParts
  readonly #ended = new AbortController()
  #core: string
  #number: number
  #heardAt: number
  /** What was told while the whole is read; null while it is not. */
  #waiting: NumberedChanges[] | null = null

  constructor(parts: FollowerParts, first: NumberedState) {
    this.#parts = parts
    this.#core = first.core
    this.#number = first.number
    this.#heardAt = parts.machine.now()
    this.#apply(first.changes)
  }

  hear(told: NumberedChanges): void {
    if (this.#waiting !== null) return void this.#waiting.push(told)
    const { core, number, changes } = told
    if (core === this.#core && number <= this.#number) return
    if (core !== this.#core || number !== this.#number + 1 || changes === null) return this.#readAgain()
    this.#number = number
    this.#apply(changes)
  }

  /** Nothing at all may be the silence of a core that has died, or of one whose words do not come through. */
  look(): void {
    if (this.#parts.machine.now() - this.#heardAt > MAX_SILENT_MS) this.#readAgain()
  }

  stop(): void {
    this.#ended.abort()
  }

  #apply(changes: NumberedState['changes']): void {
    const { remote, clock, machine } = this.#parts
    this.#heardAt = machine.now()
    remote.apply(changes, { market: clock.now(), machine: machine.now() })
  }

  #readAgain(): void {
    if (this.#waiting !== null) return
    this.#waiting = []
    void this.#read()
  }

  async #read(): Promise<void> {
    const { bus, log } = this.#parts
    const whole = await readWhole(bus, { log, signal: this.#ended.signal }).catch(() => null)
    const waiting = this.#waiting ?? []
    this.#waiting = null
    if (whole === null) return
    // Another core may list what the one before it did not.
    const listed = whole.core === this.#core ? whole.changes.listed : [...whole.loaded.listed, ...whole.changes.listed]
    this.#core = whole.core
    this.#number = whole.number
    this.#apply({ ...whole.changes, listed })
    for (const told of waiting) this.hear(told)
  }
}

/** What a front asks of the market. It changes nothing there: whatever does is decided by the core. */
function linkTo(bus: Bus, clock: Clock): WorkerLink {
  const onlyCore = (what: string) => (): never => {
    throw new Error(`a front does not ${what}: the core does`)
  }
  const ask = async (question: Question): Promise<unknown> => {
    // Staff's halts, days and listings reach the market through the core; a front reads them for itself.
    if (question.about === 'stops') return clock.now()
    if (question.about === 'closedDays' || question.about === 'newListings' || question.about === 'rounds') return null
    if (question.about === 'cancel' || question.about === 'reduce') return onlyCore(question.about)()
    const asked = { subject: subjects.question, body: packed(question), withinMs: MAX_QUESTION_MS, isHarmlessTwice: true }
    return unpacked<unknown>(await askCore(bus, asked))
  }
  return {
    life: () => 1,
    submit: onlyCore('submit orders'),
    grow: onlyCore('let orders grow'),
    ask: (question) => ask(question) as Promise<Answers[typeof question.about]>,
  }
}
