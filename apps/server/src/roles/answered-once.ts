import { SECOND_MS } from '@rueda/rules/time.ts'

/** Longer than anybody asks again for the same. */
const KEPT_MS = 15 * SECOND_MS
const MAX_KEPT = 100_000
const MAX_KEPT_BYTES = 96 * 1024 * 1024

/** So much is under way, or was answered just now, that a repetition could not be recognised any more; the question is not begun. */
export class TooManyAnswers extends Error {}

export type AnsweredOnce = (id: string, work: () => Promise<Uint8Array>) => Promise<Uint8Array>

type Answered = { answer: Promise<Uint8Array>; until: number; bytes: number }

/**
 * Works each question out once, by its id, and answers every later copy of its message with the same. Nothing that may be asked for again is
 * forgotten: beyond the bounds new questions are refused with `TooManyAnswers`.
 */
export function createAnsweredOnce(): AnsweredOnce {
  const answers = new Map<string, Answered>()
  let bytes = 0
  const forget = (): void => {
    for (const [id, { until, bytes: own }] of answers) {
      if (until > performance.now()) return
      answers.delete(id)
      bytes -= own
    }
  }
  return (id, work) => {
    const known = answers.get(id)
    if (known !== undefined) return known.answer
    forget()
    if (answers.size >= MAX_KEPT || bytes >= MAX_KEPT_BYTES) throw new TooManyAnswers('too many answers are kept for repetitions')
    const kept: Answered = { answer: work(), until: performance.now() + KEPT_MS, bytes: 0 }
    kept.answer.then(
      ({ length }) => {
        if (answers.get(id) !== kept) return
        kept.bytes = length
        bytes += length
      },
      // What was not answered may be asked again.
      () => answers.delete(id),
    )
    answers.set(id, kept)
    return kept.answer
  }
}
