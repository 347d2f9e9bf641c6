import { createHash } from 'node:crypto'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { canonical } from './canonical.ts'
import type { Idempotency } from './handler.ts'

const KEY = /^[A-Za-z0-9_-]{1,64}$/u
const HEADER = 'idempotency-key'

type Asked = Readonly<{
  path: string
  header: string | readonly string[] | undefined
  /** The body as it came: `requestId` is the older clients' way to send a key and is in no endpoint's schema. */
  raw: unknown
  /** The checked input, defaults filled in: what the request means. */
  input: unknown
}>

/** Returns the marks by which this request is recognised when it comes a second time (`docs/rules/api.md` 0.4). */
export function idempotencyOf({ path, header, raw, input }: Asked): Result<Idempotency> {
  const key = header ?? requestIdOf(raw) ?? null
  if (key !== null && (typeof key !== 'string' || !KEY.test(key))) {
    return refuse('parameter.invalid', { field: header === undefined ? 'requestId' : HEADER })
  }
  let hash: string | null = null
  return ok({
    path,
    key,
    // Only a write needs the hash; for a read it would be work for nothing.
    get bodyHash() {
      hash ??= createHash('sha256').update(canonical(input)).digest('hex')
      return hash
    },
  })
}

function requestIdOf(raw: unknown): unknown {
  if (raw === null || typeof raw !== 'object' || !('requestId' in raw)) return undefined
  return raw.requestId
}
