import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { refusalNames } from '@rueda/rules/refusals.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { BODY_FIELD } from './strict-json.ts'

/** A request's input: the query of a GET or the body of a POST, with the path's own fields. */
export type RawInput = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is RawInput => value !== null && typeof value === 'object' && !Array.isArray(value)

export function parseInput(endpoint: Pick<Endpoint, 'input'>, body: unknown, params: RawInput): Result<unknown> {
  if (!isRecord(body)) return refuse('parameter.invalid', { field: BODY_FIELD })
  const raw: RawInput = { ...body, ...params }
  const parsed = endpoint.input.safeParse(raw)
  if (parsed.success) return ok(parsed.data)
  const issue = parsed.error.issues[0]
  const path = issue?.path ?? []
  const field = path.map(String).join('.') || BODY_FIELD
  if (valueAt(raw, path) === undefined) return refuse('parameter.missing', { field })
  // A field may name the refusal of what it does not know; every other message is the schema's own.
  return refuse(refusalNames.find((name) => name === issue?.message) ?? 'parameter.invalid', { field })
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let found = raw
  for (const key of path) found = found === null || found === undefined ? undefined : (found as Record<PropertyKey, unknown>)[key]
  return found
}

/**
 * The query with every value a text. A parameter that comes twice, or in the bracket style of other servers, could
 * be read two ways: it becomes a list, which no field takes.
 */
export function readQuery(query: string): RawInput {
  const read: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>
  for (const [key, value] of new URLSearchParams(query)) {
    const name = key.replace(/\[.*$/u, '')
    const isTwice = name !== key || read[name] !== undefined
    read[name] = isTwice ? [...[read[name] ?? []].flat(), value] : value
  }
  return read
}

/** The first parameter that came more than once, whether anything reads it or not. */
export const repeatedParameter = (query: RawInput): string | null =>
  Object.entries(query).find(([, value]) => Array.isArray(value))?.[0] ?? null
