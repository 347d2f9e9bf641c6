import marketsInEnglish from '@rueda/text/en/market.json'
import synonymsInEnglish from '@rueda/text/en/synonyms.json'
import titlesInEnglish from '@rueda/text/en/titles.json'
import { useMemo } from 'react'
import { usePractising, useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { type NamedPlace, type PlaceWords, findPlaces, namedPlaces } from './find-places.ts'
import { placesFor } from './places.ts'

/** Pages of the app that are called what was typed, in the reader's language or in English. */
export function usePlaces(typed: string): readonly NamedPlace[] {
  const titles = useText('titles')
  const markets = useText('market')
  const synonyms = useText('synonyms')
  const signedIn = useSignedIn()
  const practising = usePractising()
  const named = useMemo(
    () => namedPlaces(placesFor({ signedIn, practising }), { titles, markets, synonyms }, english),
    [titles, markets, synonyms, signedIn, practising],
  )
  return useMemo(() => findPlaces(typed, named), [typed, named])
}

/** Other readers do not have the words of the whole app in English, and these are few. */
const english: PlaceWords = {
  titles: (key) => titlesInEnglish[key],
  markets: (key) => (marketsInEnglish as Readonly<Record<string, string>>)[key] ?? '',
  synonyms: (key) => synonymsInEnglish[key],
}
