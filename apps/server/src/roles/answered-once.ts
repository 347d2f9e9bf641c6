import { MINUTE_MS } from '@rueda/rules/time.ts'

const KEPT_MS = MINUTE_MS
const MAX_KEPT = 20_000
const MAX_KEPT_BYTES = 32 * 1024 * 1024

type Answered = { answer: Promise<Uint8Array>; until: number; bytes: number }

/** Works each question out once, by its id, and answers every later copy of its message with the same. */
export function createAnsweredOnce(): (id: string, work: () => Promise<Uint8Array>) => Promise<Uint8Array> {
  const answers = new Map<string, Answered>()
  let bytes = 0
  const forget = (): void => {
    for (const [id, { until, bytes: own }] of answers) {
      if (until > performance.now() && answers.size <= MAX_KEPT && bytes <= MAX_KEPT_BYTES) return
      answers.delete(id)
      bytes -= own
    }
  }
  return (id, work) => {
    const known = answers.get(id)
    if (known !== undefined) return known.answer
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
    forget()
    answers.set(id, kept)
    return kept.answer
  }
}
