import { QUESTIONS_ASKED, type QuestionId, questionIds, questionPool, suitabilityTopics } from './pool.ts'

/**
 * Draws the questions of an attempt: one of each topic first, then any others, in an order of their own. The same seed always draws the
 * same, and the seed is given by the server (`docs/rules/suitability.md` P.8).
 */
export function drawQuestions(seed: string): readonly QuestionId[] {
  const shuffled = shuffle(questionIds, numbersOf(seed))
  const first = suitabilityTopics.flatMap((topic) => shuffled.find((id) => questionPool[id].topic === topic) ?? [])
  const others = shuffled.filter((id) => !first.includes(id)).slice(0, QUESTIONS_ASKED - first.length)
  const drawn = new Set([...first, ...others])
  return shuffled.filter((id) => drawn.has(id))
}

function shuffle<Item>(items: readonly Item[], below: (limit: number) => number): readonly Item[] {
  const left = [...items]
  return items.flatMap(() => left.splice(below(left.length), 1))
}

const FNV_OFFSET = 0x81_1c_9d_c5
const FNV_PRIME = 0x01_00_01_93
const GOLDEN_STEP = 0x6d_2b_79_f5
const NUMBERS_OF_32_BITS = 2 ** 32

/** Numbers that look random and are the same for a seed: FNV-1a of the text, then mulberry32. */
function numbersOf(seed: string): (limit: number) => number {
  let state = FNV_OFFSET
  for (let index = 0; index < seed.length; index += 1) state = Math.imul(state ^ seed.charCodeAt(index), FNV_PRIME)
  return (limit) => {
    state = (state + GOLDEN_STEP) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / NUMBERS_OF_32_BITS) * limit)
  }
}
