import { filled } from './filled.ts'

/**
 * A refusal in words. Texts of `refusals.json` name the facts they need; where the refusal did not bring them, the text
 * under `<name>.plain` says the same without figures. What a figure counts is a word of its own, `unit.<unit>`, or a currency's code. Used by the server for `msg` and by the app for its own words.
 */
export type RefusalTexts = Readonly<Record<string, string>>
export type Facts = Readonly<Record<string, unknown>>

export function refusalText(texts: RefusalTexts, refusal: string, facts: Facts = {}): string {
  const text = texts[refusal] ?? texts['internal'] ?? ''
  let isKnown = true
  const told = filled(text, (name) => {
    isKnown &&= (facts[name] ?? null) !== null
    return name === 'unit' ? wordOf(texts, facts) : facts[name]
  })
  return isKnown ? told : (texts[`${refusal}.plain`] ?? filled(text, () => '—'))
}

function wordOf(texts: RefusalTexts, { unit }: Facts): string {
  const name = String(unit)
  return texts[`unit.${name}`] ?? name
}
