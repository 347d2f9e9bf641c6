import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { type Result, refuse } from '@rueda/rules/result.ts'
import { isQuotePath } from './quote-path.ts'

/**
 * Under overload the least important request waits and is turned away first (`docs/rules/overload.md` 9): leaving and
 * cancelling always get through, then orders, then the customer's own figures, then quotes, then the rest.
 */
export type Priority = 'leaving' | 'orders' | 'own' | 'quotes' | 'rest'

const places: Readonly<Record<Priority, number>> = { leaving: 2_000, orders: 1_024, own: 256, quotes: 512, rest: 64 }
const MAX_WAIT_MS = 300

const LEAVING: ReadonlySet<string> = new Set([
  '/position/cancelOrder',
  '/position/flatPosition',
  '/logout',
  '/user/sessions/revoke',
  '/user/freeze',
])
const OWN = /^\/(position|wallet|userCenter|order|api)\//u

export function priorityOf({ path, idempotent, access }: Endpoint): Priority {
  if (LEAVING.has(path)) return 'leaving'
  // A caller who is not signed in yet has no orders, and does not wait in their line.
  if (idempotent && access !== 'public') return 'orders'
  if (isQuotePath(path)) return 'quotes'
  return OWN.test(path) ? 'own' : 'rest'
}

export interface Admission {
  run<Value>(priority: Priority, work: () => Result<Value> | Promise<Result<Value>>): Promise<Result<Value>>
}

type Line = { busy: number; waiting: Array<() => void> }

export function createAdmission(limits: Readonly<Record<Priority, number>> = places, longestWaitMs: number = MAX_WAIT_MS): Admission {
  const lines: Record<Priority, Line> = { leaving: line(), orders: line(), own: line(), quotes: line(), rest: line() }

  return {
    run: async (priority, work) => {
      const place = lines[priority]
      if (place.busy >= limits[priority] && !(await waitedInTime(place, longestWaitMs))) return refuse('maintenance')
      place.busy += 1
      try {
        return await work()
      } finally {
        place.busy -= 1
        place.waiting.shift()?.()
      }
    },
  }
}

const line = (): Line => ({ busy: 0, waiting: [] })

function waitedInTime(place: Line, longestWaitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const turn = (): void => {
      clearTimeout(timer)
      resolve(true)
    }
    const timer = setTimeout(() => {
      place.waiting = place.waiting.filter((waiting) => waiting !== turn)
      resolve(false)
    }, longestWaitMs)
    place.waiting.push(turn)
  })
}
