import type { Language } from '@rueda/contract/codes.ts'
import type { RefusalFacts } from '@rueda/rules/result.ts'
import type { RefusalName } from '@rueda/rules/refusals.ts'
import { readTexts } from '../texts.ts'

/** Text of an answer for people, in the eight languages of `packages/text`. */
export function messageOf(name: RefusalName | 'success', language: Language, facts: RefusalFacts): string {
  const catalogue = readTexts(language, 'refusals')
  const told = fillIn(catalogue[name] ?? name, facts)
  // A text with a number has a second version without it, for when the number is not known.
  return told ?? catalogue[`${name}.plain`] ?? name
}

const PLACEHOLDER = /\{\{(\w+)\}\}/gu

function fillIn(text: string, facts: RefusalFacts): string | null {
  let isComplete = true
  const filled = text.replace(PLACEHOLDER, (_, fact: string) => {
    isComplete &&= facts[fact] !== undefined && facts[fact] !== null
    return String(facts[fact])
  })
  return isComplete ? filled : null
}
