import { robotList } from '@rueda/rules/robots/catalogue.ts'
import { textLanguages } from '@rueda/text/keys.ts'
import { expect, it } from 'vitest'
import { howText } from './how-text.ts'

/** Goal: what a robot is said to do is what its parameters make it do, in every language. */
type Words = Readonly<Record<string, string>>
const files = import.meta.glob<Words>('../../../../../packages/text/*/robots.json', { eager: true, import: 'default' })
const wordsIn = (language: string): Words => Object.entries(files).find(([path]) => path.includes(`/${language}/`))?.[1] ?? {}

it.each(textLanguages)('names every parameter of every robot and no other figure, in %s', (language) => {
  const words = wordsIn(language)
  for (const { id, parameters } of robotList) {
    const named = Object.entries(parameters).map(([name, value]) => ({ name, value: String(value) }))
    const used: string[] = []
    const said = howText(
      (key, values = {}) =>
        (words[key] ?? '').replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => {
          used.push(name)
          return String(values[name])
        }),
      { id, parameters: named },
    )
    expect(new Set(used), said).toEqual(new Set(Object.keys(parameters)))
    expect(new Set(said.replaceAll('分の1', '').match(/\d+/gu)), said).toEqual(new Set(named.map(({ value }) => value)))
  }
})
