import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bus } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'

/** Messages of the bus by what they are, for processes of neighbouring releases, which have to understand each other. */
export type MessagesByName = ReadonlyMap<string, readonly Uint8Array[]>

export type Recording = Readonly<{ bus: Bus; recorded: MessagesByName }>

/** A bus that keeps a copy of everything that is sent over it. */
export function recordingBus(bus: Bus): Recording {
  const recorded = new Map<string, Uint8Array[]>()
  const keep = (name: string, body: Uint8Array): void => void recorded.set(name, [...(recorded.get(name) ?? []), Uint8Array.from(body)])
  return {
    recorded,
    bus: {
      ...bus,
      async request(subject, body, patienceMs) {
        const name = nameOfMessage(subject, body)
        keep(`${name} ?`, body)
        const answer = await bus.request(subject, body, patienceMs)
        keep(`${name} !`, answer)
        return answer
      },
      publish(subject, body) {
        keep(nameOfMessage(subject, body), body)
        bus.publish(subject, body)
      },
    },
  }
}

type Named = Readonly<{ endpoint?: string; about?: string; kind?: string; channel?: string; messages?: readonly Named[] }>

/** The subject, whatever the range, and what the message is about. */
function nameOfMessage(subject: string, body: Uint8Array): string {
  const { endpoint, about, kind, channel, messages = [] } = unpacked<Named | null>(body) ?? {}
  const abouts = [endpoint, about, kind, channel, ...new Set(messages.map((each) => each.kind))]
  return [subject.replace(/\.\d+\./u, '.N.'), ...abouts].filter((each) => each !== undefined).join(' ')
}

const folderOf = (release: string): string => join(import.meta.dirname, `messages-of-${release}`)
const fileOf = (release: string): string => join(folderOf(release), 'messages.json')

/** The messages that a release sent. */
export const readMessages = (release: string): ReadonlyMap<string, Uint8Array> =>
  new Map(
    Object.entries(JSON.parse(readFileSync(fileOf(release), 'utf8')) as Record<string, string>).map(([name, bytes]) => [
      name,
      Buffer.from(bytes, 'base64'),
    ]),
  )

/** Records the longest message of each name. A recording is never changed. */
export function writeMessages(release: string, recorded: MessagesByName): void {
  if (existsSync(fileOf(release))) throw new Error(`the messages of ${release} are recorded already`)
  const longest = ([name, spoken]: readonly [string, readonly Uint8Array[]]) =>
    [name, Buffer.from(spoken.reduce((one, other) => (other.length > one.length ? other : one))).toString('base64')] as const
  mkdirSync(folderOf(release), { recursive: true })
  writeFileSync(
    fileOf(release),
    `${JSON.stringify(Object.fromEntries([...recorded].map(longest).toSorted(([one], [other]) => (one < other ? -1 : 1))), null, 2)}\n`,
  )
}

/** Every field of a message with its type, by its path; a field that holds nothing has none. */
export function shapeOf(value: unknown, path = ''): ReadonlySet<string> {
  if (value === null || value === undefined) return new Set()
  if (value instanceof Uint8Array) return new Set([`${path}: bytes`])
  if (Array.isArray(value)) return new Set([`${path}: list`, ...value.flatMap((each) => [...shapeOf(each, `${path}[]`)])])
  if (value instanceof Map) return new Set([`${path}: map`, ...shapeOf([...value], path)])
  if (typeof value !== 'object') return new Set([`${path}: ${typeof value}`])
  return new Set([`${path}: object`, ...Object.entries(value).flatMap(([name, each]) => [...shapeOf(each, `${path}.${name}`)])])
}

/** A message without some of its fields, as an older release sends it. */
export const without = (bytes: Uint8Array, ...fields: readonly string[]): Uint8Array => {
  const leave = (value: unknown, path: string): unknown => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
    const own = Object.entries(value).filter(([name]) => !fields.includes(`${path}${name}`))
    return Object.fromEntries(
      own.map(([name, each]) => [
        name,
        fields.some((field) => field.startsWith(`${path}${name}.`)) ? leave(each, `${path}${name}.`) : each,
      ]),
    )
  }
  return packed(leave(unpacked(bytes), ''))
}
