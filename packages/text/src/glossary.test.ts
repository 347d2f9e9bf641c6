import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { glossary, glossaryLanguages } from '../glossary.ts'
import { features } from '../keys.ts'

/** Texts where other words belong: what somebody may search for, and versions of agreements, which never change. */
const isElsewhere = (feature: string, key: string): boolean =>
  feature === 'synonyms' || (feature === 'agreement-texts' && /\.1\.\d$/.test(key))

const textsOf = (language: string) =>
  features.flatMap((feature) =>
    Object.entries(JSON.parse(readFileSync(join(import.meta.dirname, '..', language, `${feature}.json`), 'utf8')) as Record<string, string>)
      .filter(([key]) => !isElsewhere(feature, key))
      .map(([key, text]) => ({ name: `${feature} ${key}`, text })),
  )

describe.each(glossaryLanguages)('the glossary in %s', (language) => {
  const texts = textsOf(language)

  it.each(glossary.map((term) => [term.term, term] as const))('has one word for %s', (_, term) => {
    const never = term.never[language]
    const found = never === undefined ? [] : texts.filter(({ name, text }) => never.test(text) && !term.except?.includes(name))
    expect(found).toEqual([])
  })
})

it('names no exception that is not needed', () => {
  const texts = glossaryLanguages.flatMap((language) => textsOf(language).map((text) => ({ ...text, language })))
  const idle = glossary.flatMap(({ never, except = [] }) =>
    except.filter((name) => !texts.some((each) => each.name === name && never[each.language]?.test(each.text))),
  )
  expect(idle).toEqual([])
})
