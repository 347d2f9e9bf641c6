import type { Result } from '@rueda/rules/result.ts'

/**
 * Works out once the reads that many request between two cycles of the market. An answer is kept as the bytes that are sent,
 * under its request and the moment it holds for; when the moment has passed it is worked out anew, and callers meanwhile
 * wait for the same work. Refusals are not kept.
 */
export type SharedAnswers<Answer = Buffer> = Readonly<{
  get: (question: string, moment: string, work: () => Promise<Result<Answer>>) => Promise<Result<Answer>>
}>

const MAX_ANSWERS = 2_000

type Kept<Answer> = Readonly<{ moment: string; answer: Promise<Result<Answer>> }>

export function createSharedAnswers<Answer = Buffer>(most = MAX_ANSWERS): SharedAnswers<Answer> {
  const kept = new Map<string, Kept<Answer>>()

  const forget = (question: string, entry: Kept<Answer>): void => {
    if (kept.get(question) === entry) kept.delete(question)
  }

  const get = (question: string, moment: string, work: () => Promise<Result<Answer>>): Promise<Result<Answer>> => {
    const known = kept.get(question)
    if (known?.moment === moment) return known.answer
    const entry = { moment, answer: work() }
    // The newest stand last, so that the first one has gone longest without a request.
    kept.delete(question)
    kept.set(question, entry)
    if (kept.size > most) kept.delete(kept.keys().next().value as string)
    entry.answer.then(
      (result) => {
        if (!result.ok) forget(question, entry)
      },
      () => forget(question, entry),
    )
    return entry.answer
  }
  return { get }
}
