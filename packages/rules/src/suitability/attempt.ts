import { type StatusOf, machine } from '../machine.ts'
import { DAY_MS, type Instant } from '../time.ts'
import type { QuestionId } from './pool.ts'

/**
 * One attempt at the questions. It is open from when its questions were drawn until its answers are handed in, once; only then does it
 * count. An open one is continued with the same questions, and replaced only where the pool it was drawn from is no longer asked
 * (`docs/rules/suitability.md` P.8).
 */
export const suitabilityMachine = machine({
  open: { pass: 'passed', fail: 'failed', replace: 'replaced' },
  passed: {},
  failed: {},
  replaced: {},
})
export type SuitabilityStatus = StatusOf<typeof suitabilityMachine>

export type SuitabilityAttempt = Readonly<{
  id: string
  accountId: string
  status: SuitabilityStatus
  /** The version of the pool its questions are of. */
  poolVersion: string
  /** As they were drawn; `answers` are in the same order, counted from zero, and none until it is handed in. */
  questions: readonly QuestionId[]
  answers: readonly number[]
  /** Right answers; null until it is handed in. */
  right: number | null
  begunAt: Instant
  handedInAt: Instant | null
  /** Of a passed one: the first moment at which it allows nothing any more. */
  validUntil: Instant | null
}>

/** A passed attempt allows leveraged orders for so long. */
export const VALID_FOR_MS = 365 * DAY_MS
/** So long before its end another one may be taken, so that nobody has to pause. */
export const RENEWED_FROM_MS = 30 * DAY_MS
/** Two tries within a day; when both have failed, a day's pause. */
export const TRIES_A_DAY = 2
export const TRIES_WITHIN_MS = DAY_MS
export const PAUSE_MS = DAY_MS
