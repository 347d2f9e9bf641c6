import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Bus } from '../bus/bus.ts'
import { packed } from '../bus/parcel.ts'
import type { DecisionsAnnounced } from './accounts-messages.ts'
import { subjects } from './subjects.ts'

/** A process that does not answer in time reads what staff have decided by itself, every second. */
const MAX_WAIT_MS = SECOND_MS

type Parts = Readonly<{ bus: Bus; from: string; ranges: number; number: () => number }>

/**
 * Has every process that writes accounts read what staff have decided up to now, and resolves when each has, or after a second: so that a halt holds for
 * the next order of whoever was told of it. Decisions made while one announcement is under way go with the next.
 */
export function announceDecisions({ bus, from, ranges, number }: Parts): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const announce = async (): Promise<void> => {
    const body = packed({ core: from, decided: number() } satisfies DecisionsAnnounced)
    const asked = Array.from({ length: ranges }, (_, range) => bus.request(subjects.decisionsOf(range), body, MAX_WAIT_MS))
    await Promise.allSettled(asked)
  }
  const begin = (): Promise<void> => {
    running = announce().finally(() => {
      running = null
    })
    return running
  }
  return () => {
    if (running === null) return begin()
    next ??= running.then(() => {
      next = null
      return begin()
    })
    return next
  }
}
