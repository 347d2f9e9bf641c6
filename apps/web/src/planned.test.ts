import { features } from '@rueda/text/keys.ts'
import { describe, expect, it } from 'vitest'
import { planned } from './planned.ts'
import { routePaths, routes } from './routes.ts'
import { placesFor } from './screens/search/places.ts'

const texts = import.meta.glob<Readonly<Record<string, string>>>('../../../packages/text/es/*.json', { eager: true, import: 'default' })
const textsOf = (feature: string): readonly string[] => Object.keys(texts[`../../../packages/text/es/${feature}.json`] ?? {})
const screenFiles = Object.keys(import.meta.glob('./screens/**/*.tsx'))

const paths = planned.flatMap(({ pages }) => Object.keys(pages))
const titles = planned.flatMap(({ pages }) => Object.values(pages).map(({ title }) => title))

describe('what is planned', () => {
  it('has no page yet, and no title that a page has', () => {
    expect(paths.filter((path) => routePaths.some((built) => built === path))).toEqual([])
    expect(titles.filter((title) => Object.values(routes).some((built) => built.title === title))).toEqual([])
  })

  it('has no screens yet', () => {
    const hasScreens = (feature: string | null) => screenFiles.some((file) => file.startsWith(`./screens/${feature}/`))
    expect(planned.filter(({ feature }) => hasScreens(feature))).toEqual([])
  })

  it('names every feature that has no words yet, and each once', () => {
    const named = planned.flatMap(({ feature }) => feature ?? [])
    expect(new Set(named).size).toBe(named.length)
    expect(features.filter((feature) => textsOf(feature).length === 0 && !named.includes(feature))).toEqual([])
  })

  it('is every title that no page has, and nothing that is looked for on one', () => {
    const places = placesFor({ signedIn: true, practising: false })
    const used = new Set<string | undefined>([...Object.values(routes), ...places].map(({ title }) => title))
    expect(
      textsOf('titles')
        .filter((title) => !used.has(title))
        .toSorted(),
    ).toEqual(titles.toSorted())
  })
})
