import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { isFinal } from '../machine.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { Instant } from '../time.ts'
import { type SuitabilityAttempt, VALID_FOR_MS, suitabilityMachine } from './attempt.ts'
import { drawQuestions } from './draw.ts'
import { suitabilityKey } from './key.ts'
import { POOL_VERSION, QUESTIONS_ASKED, type QuestionId, RIGHT_NEEDED, questionPool } from './pool.ts'
import { suitabilityKind } from './records.ts'
import { suitabilityStanding } from './standing.ts'

/** An attempt as it is after a decision, and the decision's changes. */
type Taken = Readonly<{ attempt: SuitabilityAttempt; outcome: Outcome }>

/**
 * Begins an attempt, whose id draws its questions; one that is open is continued. Refused while a result is not yet to be renewed and during
 * a pause (`docs/rules/suitability.md` P.8).
 */
export function beginAttempt(state: AccountState, { id }: Readonly<{ id: string }>, now: Instant): Result<Taken> {
  const { open, renewableFrom, pausedUntil } = suitabilityStanding(suitabilityKind.of(state).values(), now)
  if (open !== null && open.poolVersion === POOL_VERSION) return ok({ attempt: open, outcome: { entries: [] } })
  if (renewableFrom !== null) return refuse('suitability.passed', { untilTimestamp: renewableFrom })
  if (pausedUntil !== null) return refuse('suitability.paused', { untilTimestamp: pausedUntil })
  const attempt: SuitabilityAttempt = {
    id,
    accountId: state.accountId,
    status: 'open',
    poolVersion: POOL_VERSION,
    questions: drawQuestions(id),
    answers: [],
    right: null,
    begunAt: now,
    handedInAt: null,
    validUntil: null,
  }
  const replaced = open === null ? [] : [{ ...open, status: 'replaced' as const }]
  return ok({ attempt, outcome: { entries: [], records: suitabilityKind.changed(...replaced, attempt) } })
}

/**
 * Hands the answers of an attempt in, one for each question, counted from zero. Handed in again it stays as it is, whatever is answered
 * then. An attempt of a pool that is no longer asked is as good as none.
 */
export function handInAnswers(
  state: AccountState,
  { attemptId, answers }: Readonly<{ attemptId: string; answers: readonly number[] }>,
  now: Instant,
): Result<Taken> {
  const attempt = suitabilityKind.of(state).get(attemptId)
  if (attempt === undefined || attempt.status === 'replaced' || attempt.poolVersion !== POOL_VERSION)
    return refuse('object.not_found', { field: 'attemptId' })
  if (isFinal(suitabilityMachine, attempt.status)) return ok({ attempt, outcome: { entries: [] } })
  if (answers.length !== QUESTIONS_ASKED || !attempt.questions.every((id, place) => isAnswerOf(id, answers[place])))
    return refuse('parameter.invalid', { field: 'answers' })
  const right = attempt.questions.filter((id, place) => answers[place] === suitabilityKey[id]).length
  const passes = right >= RIGHT_NEEDED
  const handedIn: SuitabilityAttempt = {
    ...attempt,
    status: passes ? 'passed' : 'failed',
    answers,
    right,
    handedInAt: now,
    validUntil: passes ? now + VALID_FOR_MS : null,
  }
  return ok({ attempt: handedIn, outcome: { entries: [], records: suitabilityKind.changed(handedIn) } })
}

const isAnswerOf = (id: QuestionId, answer: number | undefined): boolean =>
  answer !== undefined && Number.isInteger(answer) && answer >= 0 && answer < questionPool[id].answers
