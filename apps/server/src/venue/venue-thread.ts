import { Worker } from 'node:worker_threads'
import type { VenueInput } from '@rueda/exchange/inputs.ts'
import type { QuantityIncrease, VenueEvent, VenueOrder } from '@rueda/exchange/venue.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { VenueRecipe } from './build-venue.ts'
import type { Answers, Changes, FromWorker, Loaded, Question, ToWorker } from './messages.ts'
import type { Proposal } from './proposals.ts'

/** Open orders, halts and closed days from before this life of the venue. */
export type Standing = Omit<Extract<ToWorker, { kind: 'begin' }>, 'kind' | 'now'>

/** One life of the venue's worker thread, from its start to its end. */
export type VenueThread = Readonly<{
  loaded: Promise<Loaded>
  begin: (standing: Standing, now: Instant) => Promise<Changes>
  advance: (now: Instant) => Promise<Changes>
  submit: (orders: readonly VenueOrder[], now: Instant) => void
  propose: (orders: readonly VenueOrder[], now: Instant) => Promise<Proposal>
  grow: (increases: readonly QuantityIncrease[], now: Instant) => void
  ask: <About extends Question['about']>(question: Extract<Question, { about: About }>, now: Instant) => Promise<Answers[About]>
  end: () => Promise<void>
}>

/** The market does not run at the moment; it is being started again. */
export class VenueUnavailable extends Error {
  override name = 'VenueUnavailable'
}

type Listeners = Readonly<{
  onEvents: (events: readonly VenueEvent[], inputs: readonly VenueInput[]) => void
  /** Called in the order of the events, so that what comes after a proposal is known to. */
  onProposed: (events: readonly VenueEvent[], inputs: readonly VenueInput[]) => Proposal
  onFailure: (error: Error) => void
}>
type Waiting<Value> = Readonly<{ resolve: (value: Value) => void; reject: (error: Error) => void }>

/** Bars and quotes are short-lived: with a small nursery they do not pile up. */
const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 512 } as const

/** What a market needs of a thread: messages both ways, and an end. */
export type MarketThread = Readonly<{
  on: (name: 'message' | 'error' | 'exit', listener: (value: unknown) => void) => unknown
  postMessage: (message: unknown) => void
  terminate: () => Promise<number>
}>

/** Opens a thread that loads the venue's code and waits for the recipe of what to build. */
export const openThread = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { name: 'venue', resourceLimits })

/** Begins a life of the venue in an open thread. */
export function startThread(worker: MarketThread, recipe: VenueRecipe, { onEvents, onProposed, onFailure }: Listeners): VenueThread {
  const loaded = Promise.withResolvers<Loaded>()
  // A caller may only come for it after it has failed.
  loaded.promise.catch(() => undefined)
  const questions = new Map<number, Waiting<unknown>>()
  /** Answered in the order in which they were asked for. */
  const cycles: Waiting<Changes>[] = []
  let asked = 0
  let ended = false

  const hear = (message: FromWorker): void => {
    switch (message.kind) {
      case 'loaded':
        return loaded.resolve(message)
      case 'begun':
      case 'advanced':
        return cycles.shift()?.resolve(message.changes)
      case 'events':
        return onEvents(message.events, message.inputs)
      case 'proposed':
        questions.get(message.id)?.resolve(onProposed(message.events, message.inputs))
        return void questions.delete(message.id)
      case 'answer':
        questions.get(message.id)?.resolve(message.answer)
        return void questions.delete(message.id)
      case 'marked':
        return
      case 'failed':
        questions.get(message.id)?.reject(new Error(message.reason))
        return void questions.delete(message.id)
    }
  }

  /** Nobody who waits for an answer gets one any more. */
  const giveUp = (error: Error): void => {
    const unavailable = new VenueUnavailable('the market is being started again', { cause: error })
    loaded.reject(error)
    for (const { reject } of cycles.splice(0)) reject(unavailable)
    for (const { reject } of questions.values()) reject(unavailable)
    questions.clear()
  }

  const fail = (error: Error): void => {
    giveUp(error)
    if (!ended) onFailure(error)
    ended = true
  }

  worker.on('message', (message) => hear(message as FromWorker))
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', (code) => fail(new Error(`the venue's thread ended with code ${String(code)}`)))

  worker.postMessage(recipe)
  const say = (message: ToWorker): void => worker.postMessage(message)
  const cycleWith = (message: ToWorker): Promise<Changes> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(new VenueUnavailable('the market is being started again'))
      cycles.push({ resolve, reject })
      say(message)
    })

  const askWith = <Answer>(messageOf: (id: number) => ToWorker): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(new VenueUnavailable('the market is being started again'))
      asked += 1
      questions.set(asked, { resolve: resolve as (value: unknown) => void, reject })
      say(messageOf(asked))
    })

  return {
    loaded: loaded.promise,
    begin: (standing, now) => cycleWith({ kind: 'begin', ...standing, now }),
    advance: (now) => cycleWith({ kind: 'advance', now }),
    submit: (orders, now) => say({ kind: 'submit', orders, now }),
    grow: (increases, now) => say({ kind: 'grow', increases, now }),
    propose: (orders, now) => askWith((id) => ({ kind: 'propose', id, orders, now })),
    ask: (question, now) => askWith((id) => ({ kind: 'ask', id, question, now })),
    end: async () => {
      ended = true
      giveUp(new Error('this life of the market has ended'))
      await worker.terminate()
    },
  }
}
