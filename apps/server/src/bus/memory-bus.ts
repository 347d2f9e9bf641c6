import { setTimeout as sleep } from 'node:timers/promises'
import { type Bus, NoAnswer, NobodyThere, type Stop } from './bus.ts'

/** What becomes of a message on its way: after how long each of its copies arrives. No copy is a loss, two are a repetition. */
export type Fate = (subject: string) => readonly number[]

const AT_ONCE: Fate = () => [0]

/** A bus within one process. With `fate` it loses, delays, repeats and reorders what it carries, answers included. */
export function createMemoryBus(fate: Fate = AT_ONCE): Bus {
  const answerers = new Map<string, (body: Uint8Array) => Promise<Uint8Array>>()
  const listeners = new Map<string, Set<(body: Uint8Array) => void>>()
  let isClosed = false

  const carry = (subject: string, arrive: () => void): void => {
    for (const afterMs of fate(subject)) {
      const arriveIfOpen = (): void => {
        if (!isClosed) arrive()
      }
      if (afterMs === 0) queueMicrotask(arriveIfOpen)
      else setTimeout(arriveIfOpen, afterMs)
    }
  }

  return {
    async request(subject, body, patienceMs) {
      const answered = Promise.withResolvers<Uint8Array>()
      const deliver = (): void => {
        const answerer = answerers.get(subject)
        if (answerer === undefined) return answered.reject(new NobodyThere(`nobody answers for ${subject}`))
        // Somebody who fails to answer has not answered; who asked waits until the time is over.
        void answerer(body).then(
          (answer) => carry(subject, () => answered.resolve(answer)),
          () => undefined,
        )
      }
      carry(subject, deliver)
      const ended = new AbortController()
      const tooLate = sleep(patienceMs, undefined, { signal: ended.signal }).then(() => {
        throw new NoAnswer(`nobody answered for ${subject} within ${patienceMs} ms`)
      })
      tooLate.catch(() => undefined)
      try {
        return await Promise.race([answered.promise, tooLate])
      } finally {
        ended.abort()
      }
    },
    answer(subject, answer): Stop {
      answerers.set(subject, answer)
      return () => {
        if (answerers.get(subject) === answer) answerers.delete(subject)
      }
    },
    publish(subject, body) {
      carry(subject, () => {
        for (const hear of listeners.get(subject) ?? []) hear(body)
      })
    },
    listen(subject, hear): Stop {
      const heard = listeners.get(subject) ?? new Set()
      listeners.set(subject, heard.add(hear))
      return () => heard.delete(hear)
    },
    async close() {
      isClosed = true
      answerers.clear()
      listeners.clear()
    },
  }
}
