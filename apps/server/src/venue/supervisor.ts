import { setTimeout as patience } from 'node:timers/promises'
import type { NewListing } from '@rueda/exchange/catalogue/new-companies.ts'
import type { QuantityIncrease, VenueEvent, VenueOrder } from '@rueda/exchange/venue.ts'
import type { ClosedDay } from '@rueda/rules/markets/closed-day.ts'
import type { TradingHalt } from '@rueda/rules/markets/trading-halt.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Logger } from 'pino'
import type { Clock } from '../deps.ts'
import type { VenueRecipe } from './build-venue.ts'
import type { DayRound } from './vrf-days.ts'
import type { VenueEventListener } from './client.ts'
import { bookedBefore } from './booked-before.ts'
import { type EventPump, createEventPump } from './event-pump.ts'
import type { InputChains } from './input-chains.ts'
import { laterBy } from './numbering.ts'
import { type Proposal, Proposals } from './proposals.ts'
import type { Answers, Changes, Loaded, Question } from './messages.ts'
import { saidWhenSlow } from './said-when-slow.ts'
import { type MarketThread, type VenueThread, VenueUnavailable, openThread, startThread } from './venue-thread.ts'

/**
 * Keeps the venue alive: when its thread dies or an event could not be booked, the thread is started anew and the
 * book is rebuilt from the open orders, which are the truth. Orders handed over meanwhile wait and are not lost.
 */
const CYCLE_MS = 250
const RESTART_AFTER_MS = 1_000
const STOP_PATIENCE_MS = 10_000
/** A pulled order is ended or resubmitted sooner than this. */
const PULLED_FOR_MS = 60_000

/** Moment at which the venue was asked for its state, on both clocks. */
export type CycleMoment = Readonly<{ market: Instant; machine: Instant }>

export type SupervisorParts = Readonly<{
  recipe: VenueRecipe
  /** Open already, for the first life; later ones open their own. */
  thread: MarketThread
  newThread?: (() => MarketThread) | undefined
  restartAfterMs?: number | undefined
  machine: Clock
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  openOrders: () => Promise<readonly VenueOrder[]>
  /** Halts that staff have ordered. */
  standingHalts: () => Promise<readonly TradingHalt[]>
  /** The days that staff have closed. */
  closedDays: () => Promise<readonly ClosedDay[]>
  /** What was decided of the rounds that days wait for. */
  rounds: () => Promise<readonly DayRound[]>
  /** The moment of the newest booking; null where nothing is booked. */
  bookedUntil: () => Promise<Instant | null>
  /** New companies that are listed. */
  newListings: () => Promise<readonly NewListing[]>
  onEvents: VenueEventListener
  inputs: Pick<InputChains, 'beginLife' | 'endLife' | 'hear' | 'hearProposed'>
  onChanges: (changes: Changes, asked: CycleMoment) => void
  onCycle: () => void
}>

export class VenueSupervisor {
  readonly #parts: SupervisorParts
  #clock: Clock | null = null
  #thread: VenueThread | null = null
  #openThread: MarketThread | null
  #pump: EventPump | null = null
  #proposals: Proposals | null = null
  #serving = Promise.withResolvers<void>()
  #isServing = false
  /** Orders handed over while no venue served; null while one does. */
  #held: VenueOrder[] = []
  /** An order loaded from the database since then has its growth already. */
  #heldIncreases: QuantityIncrease[] = []
  #cycling: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  #isComingBack = false
  /** The venue counts its events from one in each life; to the listener they go on counting. */
  #sequencesBefore = 0
  #lives = 0
  #lastSequence = 0
  /** Orders that this life has from the database and that were not pulled since; one that is submitted once more is there already. */
  #restored = new Set<string>()
  /** Orders that were pulled, which are then ended or resubmitted, with their accounts and when. */
  readonly #pulled = new Map<string, Readonly<{ accountId: string; at: number }>>()

  constructor(parts: SupervisorParts) {
    this.#parts = parts
    this.#openThread = parts.thread
  }

  /** Builds the venue; the clock may depend on what it holds. */
  async load(): Promise<Loaded> {
    for (;;) {
      try {
        return await this.#newThread().loaded
      } catch (error) {
        if (!this.#isElsewhere || this.#stopped) throw error
        this.#parts.log.warn({ err: error }, 'the market did not load; it is tried again')
        await patience(this.#againAfterMs)
        if (this.#stopped) throw error
      }
    }
  }

  /** Opens the market with the first thread that was loaded. */
  async open(clock: Clock): Promise<void> {
    this.#clock = clock
    await this.#serve().catch(async (error: unknown) => {
      // A process that was lost meanwhile has a successor: the next life begins with it.
      if (!this.#isElsewhere || !this.#isComingBack) throw error
      await this.#serving.promise
    })
    if (!this.#stopped) this.#timer = setInterval(() => this.#tick(), CYCLE_MS)
  }

  submit(orders: readonly VenueOrder[]): void {
    const missing = orders.filter(({ orderId }) => !this.#restored.has(orderId))
    for (const { orderId } of missing) this.#pulled.delete(orderId)
    if (this.#isServing && this.#thread !== null) this.#thread.submit(missing, this.#now())
    else this.#held.push(...missing)
  }

  /** Restarts from the open orders in the database, when some of them may never have reached the market. */
  restart(reason: string, lostOwner: (accountId: string) => boolean): void {
    // A process that is gone neither ends nor resubmits the orders that it has pulled.
    for (const [orderId, { accountId }] of this.#pulled) if (lostOwner(accountId)) this.#pulled.delete(orderId)
    if (this.#stopped || this.#thread === null) return
    this.#parts.log.warn({ reason }, 'the market restarts from the open orders')
    this.#endLife(this.#thread)
  }

  /** Has orders executed that are accepted with their reports; null while no venue serves. */
  async propose(orders: readonly VenueOrder[]): Promise<Proposal | null> {
    if (!this.#isServing || this.#thread === null) return null
    // A venue that stops in the midst of it has proposed nothing.
    return this.#thread.propose(orders, this.#now()).catch(() => null)
  }

  grow(increases: readonly QuantityIncrease[]): void {
    if (this.#isServing && this.#thread !== null) this.#thread.grow(increases, this.#now())
    else this.#heldIncreases.push(...increases)
  }

  async ask<About extends Question['about']>(question: Extract<Question, { about: About }>): Promise<Answers[About]> {
    await this.#serving.promise
    const { thread, pump, proposals } = this.#life()
    if (question.about === 'cancel' && 'orderId' in question) this.#pull(question)
    try {
      const answer = await thread.ask(question, this.#now())
      await bookedBefore(question, { proposals, pump })
      return answer
    } catch (error) {
      // The caller does not know that the order was pulled, and neither ends nor resubmits it.
      if ('orderId' in question) this.#pulled.delete(question.orderId)
      throw error
    }
  }

  /** Moves the market to the clock's time, and resolves when what happened is booked. */
  async cycle(): Promise<void> {
    await this.#slow('the market to serve', this.#serving.promise)
    await this.#cycleOnce()
    const { proposals, pump } = this.#life()
    await this.#slow('orders that are being committed', proposals.settled())
    await this.#slow('events that are being booked', pump.drained())
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#timer)
    this.#isServing = false
    // Nobody waits for a market that does not come back.
    this.#serving.promise.catch(() => undefined)
    this.#serving.reject(new VenueUnavailable('the market was stopped'))
    // While the database is away nothing is booked; the next start books it, or it never happened.
    await Promise.race([this.#quiet(), patience(STOP_PATIENCE_MS, undefined, { ref: false })])
    await this.#thread?.end()
    this.#thread = null
  }

  /** Ends this life of the venue; another one begins a little later. */
  fail(error: unknown): void {
    if (this.#stopped || this.#thread === null) return
    this.#parts.log.error({ err: error }, 'the market stopped and is started again')
    this.#endLife(this.#thread)
  }

  #endLife(thread: VenueThread): void {
    void thread.end()
    this.#thread = null
    this.#parts.inputs.endLife()
    this.#proposals?.end()
    if (this.#isServing) this.#serving = Promise.withResolvers()
    this.#isServing = false
    this.#againSoon()
  }

  /** Starts again once, however many reasons there are for it. */
  #againSoon(): void {
    // Before it is open, whoever starts it is told.
    if (this.#isComingBack || this.#clock === null) return
    this.#isComingBack = true
    setTimeout(() => void this.#again(), this.#againAfterMs)
  }

  get #againAfterMs(): number {
    return this.#parts.restartAfterMs ?? RESTART_AFTER_MS
  }

  /** Other processes run the market, and may be replaced. */
  get #isElsewhere(): boolean {
    return this.#parts.newThread !== undefined
  }

  /** The lives that have begun. */
  get life(): number {
    return this.#lives
  }

  #newThread(): VenueThread {
    this.#lives += 1
    const onFailure = (error: unknown): void => this.#failOf(thread, error)
    const pump = createEventPump(this.#parts.onEvents, onFailure)
    const proposals = new Proposals({
      release: (reports) => pump.add(reports),
      isBooking: (accountId) => pump.isBooking(accountId),
      onFailed: onFailure,
    })
    const counted = (events: readonly VenueEvent[]): readonly VenueEvent[] => events.map((event) => this.#counted(event))
    const thread: VenueThread = startThread(this.#openThread ?? (this.#parts.newThread ?? openThread)(), this.#parts.recipe, {
      onEvents: (events, inputs) => {
        // What a life that was given up still says is not in its chains.
        if (thread === this.#thread) this.#parts.inputs.hear(inputs)
        proposals.hear(counted(events))
      },
      onProposed: (events, inputs) =>
        proposals.open(counted(events), this.#parts.inputs.hearProposed(thread === this.#thread ? inputs : [])),
      onFailure,
    })
    this.#openThread = null
    this.#sequencesBefore = this.#lastSequence
    this.#thread = thread
    this.#pump = pump
    this.#proposals = proposals
    return thread
  }

  #slow<Value>(step: string, awaited: Promise<Value>): Promise<Value> {
    return saidWhenSlow(this.#parts.log, step, awaited)
  }

  async #quiet(): Promise<void> {
    await this.#cycling
    await this.#settled()
  }

  /** Resolves when everything this life has told is booked or given up. */
  async #settled(): Promise<void> {
    await this.#proposals?.settled()
    await this.#pump?.drained().catch(() => undefined)
  }

  /** A thread that was given up already is ignored. */
  #failOf(thread: VenueThread, error: unknown): void {
    if (thread === this.#thread) this.fail(error)
  }

  #counted(event: VenueEvent): VenueEvent {
    this.#lastSequence = this.#sequencesBefore + event.sequence
    return laterBy(event, this.#sequencesBefore)
  }

  async #again(): Promise<void> {
    this.#isComingBack = false
    if (this.#stopped) return
    try {
      // What happened in the last life is booked or given up before the open orders are read.
      await this.#slow('what the last life said to be booked', this.#settled())
      if (this.#stopped) return
      await this.#slow('the thread to load', this.#newThread().loaded)
      await this.#serve()
      this.#parts.log.info({}, 'the market runs again')
    } catch (error) {
      this.fail(error)
      this.#againSoon()
    }
  }

  #pull({ orderId, accountId }: Readonly<{ orderId: string; accountId: string }>): void {
    this.#restored.delete(orderId)
    const at = this.#parts.machine.now()
    this.#pulled.delete(orderId)
    this.#pulled.set(orderId, { accountId, at })
    for (const [oldest, pulled] of this.#pulled) {
      if (at - pulled.at < PULLED_FOR_MS) return
      this.#pulled.delete(oldest)
    }
  }

  /** Leaves out those that are pulled now: restored, they could trade while they are being ended. */
  #withoutPulled(orders: readonly VenueOrder[]): readonly VenueOrder[] {
    const since = this.#parts.machine.now() - PULLED_FOR_MS
    return orders.filter(({ orderId }) => (this.#pulled.get(orderId)?.at ?? since) <= since)
  }

  async #serve(): Promise<void> {
    const { thread } = this.#life()
    const { openOrders, standingHalts, closedDays, newListings, rounds: decided, bookedUntil: lastBooking } = this.#parts
    const reads = [openOrders(), standingHalts(), closedDays(), newListings(), decided(), lastBooking()] as const
    const [open, halts, closed, listed, rounds, bookedUntil] = await this.#slow('the open orders', Promise.all(reads))
    const orders = this.#withoutPulled(open)
    await this.#slow('the chains of inputs', this.#parts.inputs.beginLife({ at: this.#now(), halts, closed, listed }))
    const asked = this.#moment()
    const begun = thread.begin({ orders, halts, closed, listed, rounds, bookedUntil: bookedUntil ?? asked.market }, asked.market)
    const changes = await this.#slow('the thread to begin', begun)
    // It may have failed with its first word.
    if (thread !== this.#thread) throw new VenueUnavailable('this life of the market ended as it began')
    this.#parts.onChanges(changes, asked)
    this.#restored = new Set(orders.map(({ orderId }) => orderId))
    const late = this.#held.filter(({ orderId }) => !this.#restored.has(orderId))
    this.#held = []
    this.#isServing = true
    if (late.length > 0) thread.submit(late, this.#now())
    if (this.#heldIncreases.length > 0) thread.grow(this.#heldIncreases, this.#now())
    this.#heldIncreases = []
    this.#serving.resolve()
  }

  #tick(): void {
    // A cycle that takes longer than its time is not followed by several at once.
    if (!this.#isServing || this.#cycling !== null) return
    this.#cycling = this.#cycleOnce()
      .catch(() => undefined)
      .finally(() => {
        this.#cycling = null
      })
  }

  async #cycleOnce(): Promise<void> {
    const asked = this.#moment()
    const { thread, proposals } = this.#life()
    const changes = await this.#slow('the thread to advance', thread.advance(asked.market))
    // Quotes follow the commits of the executions that moved them. The next cycle waits for them as well, so that nothing piles up.
    await this.#slow('orders that are being committed', proposals.settled())
    if (proposals.isOver) return
    this.#parts.onChanges(changes, asked)
    this.#parts.onCycle()
  }

  #moment(): CycleMoment {
    return { market: this.#now(), machine: this.#parts.machine.now() }
  }

  #now(): Instant {
    if (this.#clock === null) throw new Error('the market has no clock before it is open')
    return this.#clock.now()
  }

  #life(): Readonly<{ thread: VenueThread; pump: EventPump; proposals: Proposals }> {
    if (this.#thread === null || this.#pump === null || this.#proposals === null) throw new Error('the market does not run')
    return { thread: this.#thread, pump: this.#pump, proposals: this.#proposals }
  }
}
