import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Logger } from 'pino'
import { type Bus, NoAnswer, type Stop } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import type { Clock } from '../deps.ts'
import type { VenueClient } from '../venue/client.ts'
import { type Answers, NO_CHANGES, type Question } from '../venue/messages.ts'
import { type RemoteClient, type WorkerLink, createRemoteClient } from '../venue/remote-client.ts'
import { askCore } from './ask-core.ts'
import { subjects } from './subjects.ts'
import type { LeadingCore, NumberedChanges, NumberedState } from './tell-market.ts'

const MAX_ANSWER_MS = 5 * SECOND_MS
/** Waits longer each time: a core that has just taken over was not there when it was asked, and a busy one takes its time. */
const FIRST_ANSWER_MS = SECOND_MS / 2
/** As long as a command waits for the core's successor. */
const MAX_QUESTION_MS = 10 * SECOND_MS
const AGAIN_AFTER_MS = 250
/** What was told later than this is taken for lost. */
const MAX_BEHIND_MS = 500
/** A core that has nothing to tell is not silent: the market changes several times a second. */
const MAX_SILENT_MS = 2 * SECOND_MS

/** What changes the market; a front has none of it. */
export type MarketActs = Pick<WorkerLink, 'submit' | 'grow' | 'life'> &
  Readonly<{ change: (change: Extract<Question, { about: 'cancel' | 'reduce' }>) => Promise<void> }>

type Parts = Readonly<{
  bus: Bus
  clock: Clock
  machine: Clock
  log: Pick<Logger, 'info'>
  signal?: AbortSignal | undefined
  acts?: MarketActs
}>

export type Following = Readonly<{
  client: VenueClient
  /** The core that told the market last. */
  leading: () => LeadingCore
  /** Called whenever another core leads. */
  onLeading: (listener: (leading: LeadingCore) => void) => void
  /** Resolves when what a core has told up to a number is known here. */
  upTo: (told: Readonly<{ core: string; number: number }>) => Promise<void>
  /** Asks for the whole now: another core may lead. */
  look: () => void
  stop: Stop
}>

/**
 * The market as a front has it: the whole once, then what changes, by number. Where a number is missing, comes from another core or nothing comes
 * at all, the whole is read again; until it is there, quotes grow old and say so.
 */
export async function followMarket({ bus, clock, machine, log, signal, acts = onlyTheCoreActs }: Parts): Promise<Following> {
  const early: NumberedChanges[] = []
  let hear = (told: NumberedChanges): void => void early.push(told)
  const stopHearing = bus.listen(subjects.marketChanges, (bytes) => hear(changesIn(bytes)))
  const first = await readWhole(bus, { log, signal })
  const remote = createRemoteClient(first.loaded, { link: linkTo(bus, clock, acts), clock, machine })
  const follower = new Follower({ bus, remote, clock, machine, log }, first)
  for (const told of early) follower.hear(told)
  hear = (told) => follower.hear(told)
  const looking = setInterval(() => follower.look(), SECOND_MS)
  looking.unref()
  return {
    client: remote.client,
    leading: () => follower.leading,
    onLeading: (listener) => follower.onLeading(listener),
    upTo: (told) => follower.upTo(told),
    look: () => follower.readAgain(),
    stop: () => {
      clearInterval(looking)
      follower.stop()
      stopHearing()
    },
  }
}

/**
 * A core of the release before leaves out what was added since: it has nothing to say of that. It names no ranges, and no leadership, in which
 * nobody but itself writes.
 */
function stateIn(bytes: Uint8Array): NumberedState {
  const { changes, ...said } = unpacked<MaybeOlder<NumberedState, 'leadership' | 'ranges'>>(bytes)
  return { leadership: NO_LEADERSHIP, ranges: 0, ...said, changes: { ...NO_CHANGES, ...changes } }
}

function changesIn(bytes: Uint8Array): NumberedChanges {
  const { changes, ...said } = unpacked<NumberedChanges>(bytes)
  return { ...said, changes: changes === null ? null : { ...NO_CHANGES, ...changes } }
}

const NO_LEADERSHIP = 0n
type MaybeOlder<Word, Later extends keyof Word> = Omit<Word, Later> & Partial<Pick<Word, Later>>

/** Asks until a core answers: one that has died has a successor within seconds. */
async function readWhole(bus: Bus, { log, signal }: Pick<Parts, 'log' | 'signal'>): Promise<NumberedState> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return stateIn(await bus.request(subjects.market, packed(null), Math.min(MAX_ANSWER_MS, FIRST_ANSWER_MS * (attempt + 1))))
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      if (attempt === 0) log.info({}, 'no core answers yet; this process waits for one')
      await sleep(AGAIN_AFTER_MS, undefined, { signal })
    }
  }
}

type FollowerParts = Readonly<Pick<Parts, 'bus' | 'clock' | 'machine' | 'log'> & { remote: RemoteClient }>

class Follower {
  readonly #parts: FollowerParts
  readonly #ended = new AbortController()
  readonly #listeners: ((leading: LeadingCore) => void)[] = []
  #leading: LeadingCore
  #number: number
  /** Who waits for changes up to a number. */
  #behind: { number: number; resolve: () => void; reject: (reason: Error) => void }[] = []
  #heardAt: number
  /** What was told while the whole is read; null while it is not. */
  #waiting: NumberedChanges[] | null = null

  constructor(parts: FollowerParts, first: NumberedState) {
    this.#parts = parts
    this.#leading = leadingOf(first)
    this.#number = first.number
    this.#heardAt = parts.machine.now()
    this.#apply(first.changes)
  }

  get leading(): LeadingCore {
    return this.#leading
  }

  onLeading(listener: (leading: LeadingCore) => void): void {
    this.#listeners.push(listener)
  }

  async upTo({ core, number }: Readonly<{ core: string; number: number }>): Promise<void> {
    if (core === this.#leading.core && number <= this.#number) return
    await new Promise<void>((resolve, reject) => {
      this.#behind.push({ number, resolve, reject })
      // What was told may be on its way still; where it is lost, nobody else may say so soon.
      setTimeout(() => {
        if (this.#behind.some((each) => each.resolve === resolve)) this.readAgain()
      }, MAX_BEHIND_MS).unref()
    })
    if (core !== this.#leading.core) throw new Error('another core leads')
  }

  hear(told: NumberedChanges): void {
    if (this.#waiting !== null) return void this.#waiting.push(told)
    const { core, number, changes } = told
    const isOwn = core === this.#leading.core
    if (isOwn && number <= this.#number) return
    if (!isOwn || number !== this.#number + 1 || changes === null) return this.readAgain()
    this.#number = number
    this.#apply(changes)
    this.#arrive()
  }

  /** Nothing at all may be the silence of a core that has died, or of one whose words do not come through. */
  look(): void {
    if (this.#parts.machine.now() - this.#heardAt > MAX_SILENT_MS) this.readAgain()
  }

  stop(): void {
    this.#ended.abort()
    for (const { reject } of this.#behind.splice(0)) reject(new Error('nobody follows the market any more'))
  }

  #arrive(): void {
    const arrived = this.#behind.filter(({ number }) => number <= this.#number)
    this.#behind = this.#behind.filter(({ number }) => number > this.#number)
    for (const { resolve } of arrived) resolve()
  }

  #apply(changes: NumberedState['changes']): void {
    const { remote, clock, machine } = this.#parts
    this.#heardAt = machine.now()
    remote.apply(changes, { market: clock.now(), machine: machine.now() })
  }

  readAgain(): void {
    if (this.#waiting !== null || this.#ended.signal.aborted) return
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
    const isOther = whole.core !== this.#leading.core
    const listed = isOther ? [...whole.loaded.listed, ...whole.changes.listed] : whole.changes.listed
    this.#leading = leadingOf(whole)
    this.#number = whole.number
    this.#apply({ ...whole.changes, listed })
    if (isOther) {
      // Whoever waits for what the core before told waits in vain.
      for (const { resolve } of this.#behind.splice(0)) resolve()
      for (const listener of this.#listeners) listener(this.#leading)
    }
    this.#arrive()
    for (const told of waiting) this.hear(told)
  }
}

const leadingOf = ({ core, leadership, ranges }: LeadingCore): LeadingCore => ({ core, leadership, ranges })

const onlyTheCore = (what: string) => (): never => {
  throw new Error(`a front does not ${what}: the core does`)
}
const onlyTheCoreActs: MarketActs = {
  submit: onlyTheCore('submit orders'),
  grow: onlyTheCore('let orders grow'),
  change: onlyTheCore('change orders'),
  life: async () => 1,
}

/** What is asked of the market from here. What staff change of it is the core's. */
function linkTo(bus: Bus, clock: Clock, { submit, grow, life, change }: MarketActs): WorkerLink {
  const ask = async (question: Question): Promise<unknown> => {
    // Staff's halts, days and listings reach the market through the core; a front reads them for itself.
    if (question.about === 'stops') return clock.now()
    if (question.about === 'closedDays' || question.about === 'newListings' || question.about === 'rounds') return null
    if (question.about === 'cancel' || question.about === 'reduce') return change(question).then(() => null)
    const asked = { subject: subjects.question, body: packed(question), withinMs: MAX_QUESTION_MS, isHarmlessTwice: true }
    return unpacked<unknown>(await askCore(bus, asked))
  }
  return {
    ...{ life, submit, grow },
    ask: (question) => ask(question) as Promise<Answers[typeof question.about]>,
  }
}
