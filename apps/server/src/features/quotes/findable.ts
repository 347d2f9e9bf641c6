import type { Language } from '@rueda/contract/codes.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'
import type { Findable } from '@rueda/rules/search/ranking.ts'
import { type Wording, plainCode, wordingOf } from '@rueda/rules/search/wording.ts'
import { languages } from '@rueda/text/languages.ts'
import { readTexts } from '../../texts.ts'
import type { VenueClient } from '../../venue/client.ts'
import { instrumentWords } from '../../venue/instrument-words.ts'

type Coded = Pick<VenueClient, 'formerCodes'>
type Named = Omit<Findable, 'formerCodes'>

/** What an instrument is found by for a reader of this language. An instrument keeps its names while it keeps its code. */
export function findableOf(venue: Coded, instrument: Instrument, language: Language): Findable {
  return { ...namedIn(instrument, language), formerCodes: venue.formerCodes(instrument.id).map(plainCode) }
}

const known = new Map<Language, WeakMap<Instrument, Named>>()

function namedIn(instrument: Instrument, language: Language): Named {
  const ofLanguage = known.get(language) ?? new WeakMap<Instrument, Named>()
  known.set(language, ofLanguage)
  const named = ofLanguage.get(instrument) ?? describe(instrument, language)
  ofLanguage.set(instrument, named)
  return named
}

const WIRE_LANGUAGE: Language = 'en'

function describe(instrument: Instrument, reader: Language): Named {
  const near = new Set([reader, WIRE_LANGUAGE])
  const nameIn = (language: Language): string => withoutMark(instrumentWords(instrument, language))
  const wordsIn = (language: Language): string => `${nameIn(language)} ${synonymsOf(instrument, language)}`
  const far = languages.filter((language) => !near.has(language))
  return {
    code: plainCode(instrument.code),
    names: distinct([...near].map(nameIn)),
    synonyms: distinct([...near].flatMap((language) => synonymsOf(instrument, language).split(BETWEEN))),
    together: distinct([...near].map(wordsIn)),
    elsewhere: distinct(far.map(wordsIn)),
  }
}

/** Every name in words ends in the mark of what is simulated, so it tells nothing apart. */
export const withoutMark = (name: string): string => name.replace(SIMULATED, '')
const SIMULATED = /\s*\(sim\)$/u

const distinct = (texts: readonly string[]): Wording[] => [...new Set(texts)].filter((text) => text !== '').map(wordingOf)

const BETWEEN = ', '

/** Other words for the same thing, of `synonyms.json`. */
function synonymsOf(instrument: Instrument, language: Language): string {
  const texts = readTexts(language, 'synonyms')
  return keysOf[marketFacts[instrument.market].lists](instrument.code)
    .flatMap((key) => texts[key] ?? [])
    .join(BETWEEN)
}

const CURRENCY_LENGTH = 3
/** Micro contracts are on what the contracts are on that they are smaller than. */
const whole: Readonly<Record<string, string>> = { SMCL: 'SCL', SMGC: 'SGC' }

type Listed = (typeof marketFacts)[MarketName]['lists']
/** The keys of other words for what an instrument is called after; a company is called after itself. */
const keysOf: Readonly<Record<Listed, (code: string) => readonly string[]>> = {
  shares: () => [],
  contracts: (code) => {
    const [root = ''] = code.split('-')
    return [`future.${whole[root] ?? root}`]
  },
  pairs: (code) => [`currency.${code.slice(0, CURRENCY_LENGTH)}`, `currency.${code.slice(CURRENCY_LENGTH)}`],
  values: (code) => [`index.${code}`],
}
