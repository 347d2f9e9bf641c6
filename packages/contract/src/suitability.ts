import { MAX_ANSWERS, QUESTIONS_ASKED, questionIds, suitabilityTopics } from '@rueda/rules/suitability/pool.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { wholeNumber } from './envelope.ts'
import { flag, identifier, timestamp } from './fields.ts'

/**
 * The questions that have to be answered before a position on margin is opened (`docs/rules/suitability.md` P.8). Which answers are right
 * is told only once they were handed in.
 */
const question = z.object({
  id: z.enum(questionIds),
  topic: z.enum(suitabilityTopics),
  question: z.string(),
  answers: z.array(z.string()),
})

const answered = question.extend({
  /** Places among the answers, counted from zero. */
  given: z.number().int(),
  right: z.number().int(),
  isRight: flag,
  /** Why the right answer is right. */
  explanation: z.string(),
})

const result = z
  .object({
    attemptId: identifier,
    passed: flag,
    right: z.number().int(),
    handInTimestamp: timestamp,
    answers: z.array(answered),
  })
  .meta({ id: 'SuitabilityResult' })
export type SuitabilityResult = z.output<typeof result>

const standing = z.object({
  /** `passed` while a result holds; otherwise `paused` after the day's tries have failed, and `open` where the questions can be answered. */
  status: z.enum(['open', 'passed', 'paused']),
  validUntilTimestamp: timestamp.nullable(),
  /** From when on a result that holds can be renewed; null where it can be now, and without one. */
  renewFromTimestamp: timestamp.nullable(),
  /** The end of the pause; a result that holds may be in a pause too, from trying to renew it. */
  pausedUntilTimestamp: timestamp.nullable(),
  triesLeft: z.number().int(),
  /** 1: an attempt was begun and is continued with the same questions. */
  begun: flag,
})

/** What holds everywhere, so that no screen counts by itself. */
const terms = z.object({
  questions: z.number().int(),
  needed: z.number().int(),
  triesADay: z.number().int(),
  validDays: z.number().int(),
  renewDays: z.number().int(),
})

export const suitability = {
  state: endpoint({
    method: 'GET',
    path: '/suitability/state',
    access: 'user',
    summary: 'How the account stands with the questions about trading on margin, and the last answers that were handed in, explained',
    input: z.object({}),
    data: standing.extend({ terms, last: result.nullable() }).meta({ id: 'Suitability' }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/suitability/begin',
    access: 'user',
    idempotent: true,
    summary: 'Draw the questions of an attempt; one that was begun and not handed in is continued with the same questions',
    input: z.object({}),
    data: z.object({ attemptId: identifier, questions: z.array(question) }).meta({ id: 'SuitabilityAttempt' }),
    refusals: ['suitability.passed', 'suitability.paused'],
  }),
  answer: endpoint({
    method: 'POST',
    path: '/suitability/answer',
    access: 'user',
    idempotent: true,
    summary: 'Hand the answers of an attempt in, once; answers that come later change nothing and get the same result',
    input: z.object({
      attemptId: identifier,
      /** One for each question in its order: the place of the answer, counted from zero. */
      answers: z.array(wholeNumber(0, MAX_ANSWERS - 1)).length(QUESTIONS_ASKED),
    }),
    data: result,
    refusals: ['object.not_found'],
  }),
} as const
