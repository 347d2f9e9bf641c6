import type { Language } from '@rueda/contract/codes.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { type SayName, instrumentName } from '@rueda/text/instrument-name.ts'
import { fillIn, readTexts } from '../texts.ts'

/** What an instrument is called in a reader's language; the names of the wire are English. */
type Named = Pick<Instrument, 'market' | 'code' | 'name'>

const sayIn =
  (language: Language): SayName =>
  (key, values = {}) =>
    fillIn(readTexts(language, 'instruments')[key], values)

export const instrumentWords = (instrument: Named, language: Language): string => instrumentName(sayIn(language), instrument)
