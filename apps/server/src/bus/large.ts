import { randomUUID } from 'node:crypto'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { type Bus, NoAnswer, NobodyThere } from './bus.ts'
import { packed, unpacked } from './parcel.ts'

/** What NATS takes as it comes from the box. */
export const MAX_MESSAGE_BYTES = 1024 * 1024
/** What is longer goes in parts, each with room for what surrounds it. */
export const MAX_PART_BYTES = 768 * 1024
const KEPT_MS = 30 * SECOND_MS
/** Enough for the largest picture that settings allow. */
const MAX_PARTS = 140
/** All parts that wait to be fetched or completed, of everybody together; the oldest go first. */
const MAX_KEPT_BYTES = 256 * 1024 * 1024

/** A body whole, or the name under which its parts are there. */
type Whole = Readonly<{ whole: Uint8Array }>
type InParts = Readonly<{ name: string; count: number }>
type PartAsked = Readonly<{ name: string; at: number }>
type PartGiven = Readonly<{ name: string; at: number; count: number; bytes: Uint8Array }>

/**
 * Requests and answers of any length over a bus that carries short messages: the parts of a long question are handed over before it, those of a
 * long answer are fetched after it. What is published is short already.
 */
export function carryingLarge(bus: Bus, maxKeptBytes = MAX_KEPT_BYTES): Bus {
  const kept = new KeptParts(maxKeptBytes)

  const gathered = (message: Whole | InParts): Uint8Array | null => {
    if ('whole' in message) return message.whole
    const parts = kept.take(message.name)
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
        const part = await bus
          .request(`${subject}.rest`, packed({ name: answer.name, at } satisfies PartAsked), left())
          .catch((error: unknown) => {
            // Whoever answered is gone: the question was heard all the same.
            throw error instanceof NobodyThere ? new NoAnswer(`the rest of an answer for ${subject} is gone`, { cause: error }) : error
          })
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
          kept.add(part)
          return new Uint8Array()
        }),
        bus.answer(`${subject}.rest`, async (bytes) => {
          const { name, at } = unpacked<PartAsked>(bytes)
          return kept.fetch(name, at) ?? new Uint8Array()
        }),
        bus.answer(subject, async (bytes) => {
          const body = gathered(unpacked<Whole | InParts>(bytes))
          if (body === null) throw new Error(`parts of a question for ${subject} are missing`)
          const answered = await answer(body)
          if (answered.length <= MAX_PART_BYTES) return packed({ whole: answered } satisfies Whole)
          const parts = partsOf(answered)
          const name = randomUUID()
          for (const [at, part] of parts.entries()) kept.add({ name, at, count: parts.length, bytes: part })
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

/** Parts of messages that are not whole yet, or not fetched. */
class KeptParts {
  readonly #kept = new Map<string, (Uint8Array | undefined)[]>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  add({ name, at, count, bytes }: PartGiven): void {
    let parts = this.#kept.get(name)
    if (parts === undefined) {
      parts = Array.from({ length: count }, () => undefined)
      this.#kept.set(name, parts)
      setTimeout(() => void this.take(name), KEPT_MS).unref()
    }
    if (parts[at] !== undefined) return
    parts[at] = bytes
    this.#bytes += bytes.length
    for (const oldest of this.#kept.keys()) {
      if (oldest === name || this.#bytes <= this.#maxBytes) break
      this.take(oldest)
    }
  }

  /** All of a message, which are then no longer kept. */
  take(name: string): readonly (Uint8Array | undefined)[] {
    const parts = this.#kept.get(name) ?? []
    this.#kept.delete(name)
    for (const part of parts) this.#bytes -= part?.length ?? 0
    return parts
  }

  /** One of them; the last that is fetched takes the others with it. */
  fetch(name: string, at: number): Uint8Array | undefined {
    const parts = this.#kept.get(name)
    const part = parts?.[at]
    if (parts !== undefined && at === parts.length - 1) this.take(name)
    return part
  }
}
