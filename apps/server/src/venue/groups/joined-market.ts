import { EventEmitter } from 'node:events'
import type { VenueRecipe } from '../build-venue.ts'
import type { FromWorker, ToWorker } from '../messages.ts'
import type { MarketThread } from '../venue-thread.ts'
import { forGroups } from './for-groups.ts'
import { type Part, ofGroups, oneSequence } from './of-groups.ts'

type GroupThread = Readonly<{ number: number; thread: MarketThread; said: FromWorker[] }>

/**
 * A market whose instruments are divided into groups, each run by a thread of its own, as one: nothing of an instrument moves another
 * (`docs/rules/matching.md` P.40), so that it does not show how many there are. Each group speaks in one order; where several answer the same
 * message, the first waits for the last, and what it says behind its answer waits with it.
 */
export function joinedMarket(threads: readonly MarketThread[]): MarketThread {
  const events = new EventEmitter()
  const groups = threads.map((thread, number): GroupThread => ({ number, thread, said: [] }))
  const number = oneSequence()
  /** How many groups answer a proposal or a question. */
  const answering = new Map<number, number>()
  let hasRecipe = false
  let isOver = false

  const end = (error: unknown): void => {
    if (isOver) return
    isOver = true
    events.emit('error', error)
  }

  const isComplete = (message: FromWorker, parts: readonly Part[]): boolean =>
    parts.length === ('id' in message ? (answering.get(message.id) ?? 1) : message.kind === 'events' ? 1 : groups.length)

  /** Says what is complete; what a group has said behind something that is not waits. */
  const look = (): void => {
    for (let hasMore = true; hasMore && !isOver;) {
      hasMore = false
      for (const { number: own, said } of groups) {
        const [message] = said
        if (message === undefined) continue
        const parts = message.kind === 'events' ? [{ group: own, message }] : partsOf(groups, message)
        if (!isComplete(message, parts)) continue
        for (const { group } of parts) groups[group]?.said.shift()
        if ('id' in message) answering.delete(message.id)
        hasMore = true
        events.emit('message', ofGroups(parts, number))
      }
    }
  }

  for (const { number: own, thread, said } of groups) {
    thread.on('message', (message) => {
      said.push(message as FromWorker)
      look()
    })
    thread.on('error', end)
    thread.on('exit', (code) => end(new Error(`the process of group ${own} of the market ended with ${String(code)}`)))
  }

  return {
    on: (name, listener) => events.on(name, listener),
    postMessage: (message) => {
      if (!hasRecipe) {
        hasRecipe = true
        for (const { number: own, thread } of groups)
          thread.postMessage({ ...(message as VenueRecipe), group: { number: own, count: groups.length } } satisfies VenueRecipe)
        return
      }
      const divided = forGroups(message as ToWorker, groups.length)
      for (const [to, own] of divided) {
        if ('id' in own) answering.set(own.id, divided.size)
        groups[to]?.thread.postMessage(own)
      }
    },
    terminate: async () => {
      isOver = true
      await Promise.all(threads.map((thread) => thread.terminate()))
      return 0
    },
  }
}

/** What the groups say now that answers the same message as this; a life, its beginning and each cycle are answered by all, in their order. */
const partsOf = (groups: readonly GroupThread[], message: FromWorker): readonly Part[] =>
  groups.flatMap(({ number, said: [said] }) => (said !== undefined && answersSame(said, message) ? [{ group: number, message: said }] : []))

function answersSame(one: FromWorker, other: FromWorker): boolean {
  if ('id' in one || 'id' in other) return 'id' in one && 'id' in other && one.id === other.id
  return one.kind === other.kind
}
