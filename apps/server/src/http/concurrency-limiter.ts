import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { networkOf } from './network.ts'

/**
 * Bounds work by its requester: so much at once for one account, for one address and for everybody together. A requester
 * over their own bound waits a moment in a short queue and delays nobody else; after that the answer is "too many".
 */
export interface ConcurrencyLimiter {
  /** Waits for a slot; the value gives it back. */
  acquire(requester: Requester): Promise<Result<Release>>
  run<Value>(requester: Requester, work: () => Promise<Result<Value>>): Promise<Result<Value>>
  /** Slots taken now. */
  taken(): number
}

export type Requester = Readonly<{ accountId: string | null; address: string }>
export type Release = () => void

export type ConcurrencyBounds = Readonly<{
  total: number
  perAccount: number
  perAddress: number
  /** Most requests of one requester that may wait. */
  maxWaiting: number
  maxWaitMs: number
  /**
   * A slot of an account or an address rests so many times as long as its work took before it is given back: cheap work
   * goes on at once, and a caller with dear work all the time gets a part of the machine and not all of it. Nobody else
   * waits for it.
   */
  restRatio?: number
}>

type Key = Readonly<{ name: string; bound: number }>
type Waiting = Readonly<{ keys: readonly Key[]; grant: () => void }>
/** A slot of everybody's and of the requester's own; each can be given back once. */
type Slot = Readonly<{ giveBackShared: Release; giveBackOwn: Release }>

/** Time after which a request that was refused as too much is worth trying again. */
const RETRY_AFTER_MS = SECOND_MS
const MAX_REST_MS = 3 * SECOND_MS

export function createConcurrencyLimiter(bounds: ConcurrencyBounds, elapsed: () => number = () => performance.now()): ConcurrencyLimiter {
  const { total, perAccount, perAddress, maxWaiting, maxWaitMs, restRatio = 0 } = bounds
  const busy = new Map<string, number>()
  const queued = new Map<string, number>()
  const waiting: Waiting[] = []
  let taken = 0

  const keysOf = ({ accountId, address }: Requester): readonly Key[] => [
    ...(accountId === null ? [] : [{ name: `account ${accountId}`, bound: perAccount }]),
    { name: `address ${networkOf(address)}`, bound: perAddress },
  ]
  const isWithinOwn = (keys: readonly Key[]): boolean => keys.every(({ name, bound }) => (busy.get(name) ?? 0) < bound)
  const isFree = (keys: readonly Key[]): boolean => taken < total && isWithinOwn(keys)

  const take = (keys: readonly Key[]): Slot => {
    taken += 1
    for (const { name } of keys) add(busy, name, 1)
    return {
      giveBackShared: once(() => {
        taken -= 1
        letIn()
      }),
      giveBackOwn: once(() => {
        for (const { name } of keys) add(busy, name, -1)
        letIn()
      }),
    }
  }
  const leave = (entry: Waiting): void => {
    waiting.splice(waiting.indexOf(entry), 1)
    for (const { name } of entry.keys) add(queued, name, -1)
  }
  const letIn = (): void => {
    const next = waiting.find(({ keys }) => isFree(keys))
    if (next === undefined) return
    leave(next)
    next.grant()
  }

  const hold = (requester: Requester): Promise<Result<Slot>> => {
    const keys = keysOf(requester)
    if (isFree(keys)) return Promise.resolve(ok(take(keys)))
    if (keys.some(({ name }) => (queued.get(name) ?? 0) >= maxWaiting)) return Promise.resolve(TOO_MANY)
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        leave(entry)
        resolve(isWithinOwn(keys) ? refuse('maintenance') : TOO_MANY)
      }, maxWaitMs)
      const entry: Waiting = {
        keys,
        grant: () => {
          clearTimeout(timer)
          resolve(ok(take(keys)))
        },
      }
      waiting.push(entry)
      for (const { name } of keys) add(queued, name, 1)
    })
  }

  return {
    acquire: async (requester) => {
      const slot = await hold(requester)
      if (!slot.ok) return slot
      const { giveBackOwn, giveBackShared } = slot.value
      return ok(() => {
        giveBackOwn()
        giveBackShared()
      })
    },
    run: async (requester, work) => {
      const slot = await hold(requester)
      if (!slot.ok) return slot
      const began = elapsed()
      try {
        return await work()
      } finally {
        const restMs = Math.min(MAX_REST_MS, Math.floor((elapsed() - began) * restRatio))
        if (restMs === 0) slot.value.giveBackOwn()
        else setTimeout(slot.value.giveBackOwn, restMs).unref()
        slot.value.giveBackShared()
      }
    },
    taken: () => taken,
  }
}

function once(act: () => void): Release {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}

const TOO_MANY = refuse('rate.limited', { retryAfterMs: RETRY_AFTER_MS })

function add(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}
