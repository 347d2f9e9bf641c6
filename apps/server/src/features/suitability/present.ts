import type { Language } from '@rueda/contract/codes.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { SuitabilityResult, suitability } from '@rueda/contract/suitability.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { RENEWED_FROM_MS, type SuitabilityAttempt, TRIES_A_DAY, VALID_FOR_MS } from '@rueda/rules/suitability/attempt.ts'
import { suitabilityKey } from '@rueda/rules/suitability/key.ts'
import { POOL_VERSION, QUESTIONS_ASKED, type QuestionId, RIGHT_NEEDED, questionPool } from '@rueda/rules/suitability/pool.ts'
import type { SuitabilityStanding } from '@rueda/rules/suitability/standing.ts'
import { readTexts } from '../../texts.ts'

type Begun = DataOf<typeof suitability.begin>

/** The questions of an attempt in the caller's language, without a word of what is right. */
export const presentAttempt = ({ id, questions }: SuitabilityAttempt, language: Language): Begun => ({
  attemptId: id,
  questions: questions.map((question) => presentQuestion(question, language)),
})

function presentQuestion(id: QuestionId, language: Language): Begun['questions'][number] {
  const { topic, answers } = questionPool[id]
  const text = textOf(language)
  return { id, topic, question: text(id), answers: Array.from({ length: answers }, (_, place) => text(`${id}.${place}`)) }
}

/** An attempt that was handed in, with each answer explained; null for one of a pool that is no longer asked. */
export function presentResult(attempt: SuitabilityAttempt, language: Language): SuitabilityResult | null {
  const { id, status, right, handedInAt, questions, answers, poolVersion } = attempt
  if (right === null || handedInAt === null || poolVersion !== POOL_VERSION) return null
  return {
    attemptId: id,
    passed: status === 'passed' ? 1 : 0,
    right,
    handInTimestamp: handedInAt,
    answers: questions.map((question, place) => {
      const given = answers[place] ?? 0
      return {
        ...presentQuestion(question, language),
        given,
        right: suitabilityKey[question],
        isRight: given === suitabilityKey[question] ? 1 : 0,
        explanation: textOf(language)(`${question}.why`),
      }
    }),
  }
}

export function presentStanding(standing: SuitabilityStanding, language: Language): DataOf<typeof suitability.state> {
  const { validUntil, renewableFrom, pausedUntil, triesLeft, open, last } = standing
  return {
    status: validUntil !== null ? 'passed' : pausedUntil !== null ? 'paused' : 'open',
    validUntilTimestamp: validUntil,
    renewFromTimestamp: renewableFrom,
    pausedUntilTimestamp: pausedUntil,
    triesLeft,
    begun: open !== null && open.poolVersion === POOL_VERSION ? 1 : 0,
    terms: {
      questions: QUESTIONS_ASKED,
      needed: RIGHT_NEEDED,
      triesADay: TRIES_A_DAY,
      validDays: VALID_FOR_MS / DAY_MS,
      renewDays: RENEWED_FROM_MS / DAY_MS,
    },
    last: last === null ? null : presentResult(last, language),
  }
}

function textOf(language: Language): (key: string) => string {
  const texts = readTexts(language, 'suitability-questions')
  return (key) => {
    const text = texts[key]
    if (text === undefined) throw new Error(`suitability-questions.json in ${language} has no "${key}"`)
    return text
  }
}
