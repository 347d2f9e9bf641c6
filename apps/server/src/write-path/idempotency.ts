import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { HOUR_MS, type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import type { Idempotency } from '../http/handler.ts'

/**
 * A repeated request gets the stored answer of the first and has no second effect (`docs/rules/api.md` 0.4). Without a key,
 * the same body of the same customer within two seconds counts as a double tap.
 */
export type StoredAnswer = Readonly<{ accountId: string; path: string; key: string; bodyHash: string; answer: unknown; at: Instant }>

const REPLAYED_FOR_MS = 24 * HOUR_MS
export const KEPT_FOR_MS = 72 * HOUR_MS
const DOUBLE_TAP_MS = 2 * SECOND_MS
const WITHOUT_KEY = 'body:'

export const keyOf = ({ key, bodyHash }: Idempotency): string => key ?? `${WITHOUT_KEY}${bodyHash}`
export const answerKey = (accountId: string, idempotency: Idempotency): string => `${accountId} ${idempotency.path} ${keyOf(idempotency)}`

/** The answer a repetition gets, or null when the command is to be decided. */
export function answered(stored: StoredAnswer | undefined, { key, bodyHash }: Idempotency, now: Instant): Result<unknown> | null {
  if (stored === undefined) return null
  const age = now - stored.at
  if (key === null) return age < DOUBLE_TAP_MS ? refuse('idempotency.still_running', { retryAfterMs: DOUBLE_TAP_MS - age }) : null
  if (stored.bodyHash !== bodyHash) return refuse('idempotency.key_reused')
  return age <= REPLAYED_FOR_MS ? ok(stored.answer) : refuse('idempotency.key_reused', { expired: true })
}
