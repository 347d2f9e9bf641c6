import { type AccountState, post } from '../ledger/account-state.ts'
import { ok } from '../result.ts'
import { suitabilityKey } from '../suitability/key.ts'
import { type QuestionId, questionPool } from '../suitability/pool.ts'
import { beginAttempt, handInAnswers } from '../suitability/take.ts'
import type { Instant } from '../time.ts'
import { plainHash } from './us.ts'

/** The right answers of these questions, but for the first so many, which are answered wrong. */
export const answersTo = (questions: readonly QuestionId[], wrong = 0): readonly number[] =>
  questions.map((id, place) => (suitabilityKey[id] + (place < wrong ? 1 : 0)) % questionPool[id].answers)

/** Answers the questions of a new attempt, so many of them wrong, and keeps the result. */
export function takeQuestions(state: AccountState, now: Instant, { id = `attempt-${now}`, wrong = 0 } = {}) {
  const begun = beginAttempt(state, { id }, now)
  if (!begun.ok) return begun
  post(state, begun.value.outcome, now, plainHash)
  const { questions } = begun.value.attempt
  const handedIn = handInAnswers(state, { attemptId: begun.value.attempt.id, answers: answersTo(questions, wrong) }, now)
  if (!handedIn.ok) return handedIn
  post(state, handedIn.value.outcome, now, plainHash)
  return ok(handedIn.value.attempt)
}

/** Makes an account one that may open positions on margin. */
export function passSuitability(state: AccountState, now: Instant): void {
  const taken = takeQuestions(state, now)
  if (!taken.ok) throw new Error(`refused: ${taken.refusal}`)
}
