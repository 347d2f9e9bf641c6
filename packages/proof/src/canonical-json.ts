import { type Outcome, accepted, refused } from './outcome.ts'

/**
 * JSON in the one spelling of RFC 8785, so that a value has one hash. Numbers are doubles there: what must be exact beyond
 * them (amounts, rounds of a beacon) is a string.
 */
export type CanonicalValue = null | boolean | number | string | readonly CanonicalValue[] | CanonicalObject
export type CanonicalObject = { readonly [name: string]: CanonicalValue }

/** Deeper than anything that is logged, and far from what a recursion can bear. */
const MAX_DEPTH = 64

/** Writes a value, and throws where it has no canonical form: NaN, infinities, lone surrogates, bigint, undefined, objects that are no plain ones. */
export const canonicalJson = (value: CanonicalValue): string => written(value, 0)

function written(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) throw new TypeError('The value is nested too deeply, or contains itself')
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return writtenNumber(value)
  if (typeof value === 'string') return writtenText(value)
  if (Array.isArray(value)) return `[${Array.from(value, (item) => written(item, depth + 1)).join(',')}]`
  if (typeof value === 'object') return writtenObject(value, depth)
  throw new TypeError(`A ${typeof value} has no canonical form`)
}

function writtenNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} has no canonical form`)
  // JavaScript's own spelling of a double is the one that the standard took over, -0 as 0.
  return String(value)
}

function writtenText(value: string): string {
  if (!value.isWellFormed()) throw new TypeError('A text with a lone surrogate has no canonical form')
  return JSON.stringify(value)
}

function writtenObject(value: object, depth: number): string {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw new TypeError('Only plain objects have a canonical form')
  // The default order of sort is by UTF-16 units, which is the one of the standard.
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${writtenText(name)}:${written(member, depth + 1)}`).join(',')}}`
}

/** Reads only a text that is canonical itself, so that equal values are equal texts: no spaces, no name twice, no other order or spelling. */
export function parseCanonicalJson(text: string): Outcome<CanonicalValue, 'not-canonical'> {
  try {
    const value = JSON.parse(text) as CanonicalValue
    return canonicalJson(value) === text ? accepted(value) : refused('not-canonical')
  } catch {
    return refused('not-canonical')
  }
}
