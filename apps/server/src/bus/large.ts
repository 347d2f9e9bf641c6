import { randomUUID } from 'node:crypto'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { type Bus, NoAnswer } from './bus.ts'
import { packed, unpacked } from './parcel.ts'

/** A message that NATS takes as it comes from the box holds a mebibyte; what is longer goes in parts. */
export const MAX_PART_BYTES = 768 * 1024
const KEPT_MS = 30 * SECOND_MS
const MAX_PARTS = 64

/** A body whole, or the name under which its parts are there. */
type Whole = Readonly<{ whole: Uint8Array }>
type InParts = Readonly<{ name: string; count: number }>
type PartAsked = Readonly<{ name: string; at: number }>
type PartGiven = Readonly<{ name: string; at: number; count: number; bytes: Uint8Array }>

/**
 * Requests and answers of any length over a bus that carries short messages: the parts of a long question are handed over before it, those of a
 * long answer are fetched after it. What is published is short already.
 */
export function carryingLarge(bus: Bus): Bus {
  const kept = new Map<string, (Uint8Array | undefined)[]>()
  const keep = (name: string, parts: (Uint8Array | undefined)[]): void => {
    kept.set(name, parts)
    setTimeout(() => kept.delete(name), KEPT_MS).unref()
  }

  const gathered = (message: Whole | InParts): Uint8Array | null => {
    if ('whole' in message) return message.whole
    const parts = kept.get(message.name) ?? []
    kept.delete(message.name)
    const there = parts.filter((part) => part !== undefined)
    return there.length === message.count ? Buffer.concat(there) : null
  }

  return {
    ...bus,
    async request(subject, body, patienceMs) {
      const until = performance.now() + patienceMs
      const left = (): number => Math.max(1, until - performance.now())
      let message: Whole | InParts = { whole: body }
      if (body.length > MAX_PART_BYTES) {
        const parts = partsOf(body)
        message = { name: randomUUID(), count: parts.length }
        for (const [at, bytes] of parts.entries())
          await bus.request(`${subject}.part`, packed({ name: message.name, at, count: parts.length, bytes } satisfies PartGiven), left())
      }
      const answer = unpacked<Whole | InParts>(await bus.request(subject, packed(message), left()))
      if ('whole' in answer) return answer.whole
      const parts: Uint8Array[] = []
      for (let at = 0; at < answer.count; at += 1) {
        const part = await bus.request(`${subject}.rest`, packed({ name: answer.name, at } satisfies PartAsked), left())
        if (part.length === 0) throw new NoAnswer(`part ${at} of an answer for ${subject} is no longer there`)
        parts.push(part)
      }
      return Buffer.concat(parts)
    },
    answer(subject, answer) {
      const stops = [
        bus.answer(`${subject}.part`, async (bytes) => {
          const part = unpacked<PartGiven>(bytes)
          if (part.count > MAX_PARTS || part.at >= part.count) throw new Error('a message of more parts than any has')
          const parts = kept.get(part.name) ?? Array.from({ length: part.count }, () => undefined)
          parts[part.at] = part.bytes
          keep(part.name, parts)
          return new Uint8Array()
        }),
        bus.answer(`${subject}.rest`, async (bytes) => {
          const { name, at } = unpacked<PartAsked>(bytes)
          return kept.get(name)?.[at] ?? new Uint8Array()
        }),
        bus.answer(subject, async (bytes) => {
          const body = gathered(unpacked<Whole | InParts>(bytes))
          if (body === null) throw new Error(`parts of a question for ${subject} are missing`)
          const answered = await answer(body)
          if (answered.length <= MAX_PART_BYTES) return packed({ whole: answered } satisfies Whole)
          const parts = partsOf(answered)
          const name = randomUUID()
          keep(name, [...parts])
          return packed({ name, count: parts.length } satisfies InParts)
        }),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

const partsOf = (body: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(body.length / MAX_PART_BYTES) }, (_, at) => body.subarray(at * MAX_PART_BYTES, (at + 1) * MAX_PART_BYTES))
