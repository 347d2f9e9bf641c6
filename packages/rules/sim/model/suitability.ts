import { DAY_MS } from '../../src/time.ts'

/**
 * In the reference model: the attempts of a customer at the questions, worked out without the rules, forwards from the first
 * (`docs/rules/suitability.md` P.8).
 */
export type ModelSuitability = {
  /** The attempt that has begun and was not handed in. */
  open: string | null
  tries: readonly Readonly<{ at: number; passed: boolean }>[]
}

export const newModelSuitability = (): ModelSuitability => ({ open: null, tries: [] })

const VALID_DAYS = 365
const RENEWED_DAYS_BEFORE = 30

export const mayOpen = ({ tries }: ModelSuitability, now: number): boolean => endsAt({ tries }, now) !== null

/** The end of what holds now; null when nothing does. */
function endsAt({ tries }: Pick<ModelSuitability, 'tries'>, now: number): number | null {
  let end: number | null = null
  for (const { at, passed } of tries)
    if (passed && at <= now && now < at + VALID_DAYS * DAY_MS && at + VALID_DAYS * DAY_MS > (end ?? 0)) end = at + VALID_DAYS * DAY_MS
  return end
}

/** The refusal of a new attempt; null where it may begin. */
export function beginAnswer(own: ModelSuitability, now: number): string | null {
  if (own.open !== null) return null
  const end = endsAt(own, now)
  if (end !== null && now < end - RENEWED_DAYS_BEFORE * DAY_MS) return 'suitability.passed'
  return now < pauseEnd(own) ? 'suitability.paused' : null
}

function pauseEnd({ tries }: ModelSuitability): number {
  let before: number | null = null
  let end = 0
  for (const { at, passed } of tries.toSorted((a, b) => a.at - b.at)) {
    end = !passed && before !== null && at - before < DAY_MS ? at + DAY_MS : 0
    before = passed ? null : at
  }
  return end
}
