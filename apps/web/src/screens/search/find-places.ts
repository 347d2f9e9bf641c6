import { type Findable, ranked } from '@rueda/rules/search/ranking.ts'
import { wordingOf } from '@rueda/rules/search/wording.ts'
import type { TextKey } from '@rueda/text/keys.ts'
import type { Place, SearchedMarket } from './places.ts'

/** What places are called in one language. */
export type PlaceWords = Readonly<{
  titles: (key: TextKey<'titles'>) => string
  markets: (key: `market.${SearchedMarket}`) => string
  synonyms: (key: TextKey<'synonyms'>) => string
}>
export type NamedPlace = Readonly<{ place: Place; title: string; findable: Findable }>

/** Places with what they are found by: their titles and other words for them, in the reader's language first and then in English. */
export const namedPlaces = (places: readonly Place[], reader: PlaceWords, english: PlaceWords): readonly NamedPlace[] =>
  places.map((place) => {
    const languages = [reader, english]
    const findable = {
      code: '',
      formerCodes: [],
      names: languages.map((words) => wordingOf(titleOf(place, words))),
      synonyms: languages.flatMap((words) => words.synonyms(place.synonyms).split(BETWEEN).map(wordingOf)),
      together: languages.map((words) => wordingOf(`${titleOf(place, words)} ${words.synonyms(place.synonyms)}`)),
      elsewhere: [],
    }
    return { place, title: titleOf(place, reader), findable }
  })

const titleOf = ({ title, market }: Place, words: PlaceWords): string =>
  title === undefined ? words.markets(`market.${market}`) : words.titles(title)

const BETWEEN = ', '
const MAX_PLACES = 6

/** The best first; equals in the order of the table of pages. */
export const findPlaces = (typed: string, places: readonly NamedPlace[]): readonly NamedPlace[] =>
  ranked(typed, places, { findableOf: ({ findable }) => findable, inOrder: () => 0 }).slice(0, MAX_PLACES)
