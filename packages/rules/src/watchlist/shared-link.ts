import { type MarketName, marketNames } from '../instruments/instrument.ts'
import { MAX_LIST_NAME, isListName, tidyName } from './lists.ts'

/**
 * A list in an address: its name and its codes, and nothing of whose it is (`docs/rules/watchlist.md` P.3). What is read comes from a stranger, so
 * that everything in it has a bound.
 */
export const MAX_SHARED = 100
const MAX_CODES_TEXT = 2_000
const MAX_CODE = 12
const MAX_NAMED_UNREADABLE = 20
const MAX_UNREADABLE_LENGTH = 20

export type SharedInstrument = Readonly<{ market: MarketName; stockCode: string }>
export type SharedList = Readonly<{
  /** Null where the link has none that can be shown. */
  name: string | null
  instruments: readonly SharedInstrument[]
  /** Codes that are none, as they were written; cut, and no more than can be named. */
  unreadable: readonly string[]
}>

/** What the address of a shared list says after its path; instruments beyond the first hundred stay behind. */
export const writeShared = (name: string, instruments: readonly SharedInstrument[]): Readonly<{ name: string; codes: string }> => ({
  name,
  codes: instruments.slice(0, MAX_SHARED).map(codeOf).join(','),
})

/** Reads what an address says, whatever it says. */
export function readShared(name: string | undefined, codes: string | undefined): SharedList {
  const instruments = new Map<string, SharedInstrument>()
  const unreadable = new Set<string>()
  for (const written of wholeCodes(codes ?? '')) {
    const instrument = instrumentOf(written)
    if (instrument === null) unreadable.add(withoutHidden(written).slice(0, MAX_UNREADABLE_LENGTH))
    else if (instruments.size < MAX_SHARED) instruments.set(codeOf(instrument), instrument)
  }
  return {
    name: nameOf(name ?? ''),
    instruments: [...instruments.values()],
    unreadable: [...unreadable].filter((code) => code !== '').slice(0, MAX_NAMED_UNREADABLE),
  }
}

/** "US.ARDV": what stands before the first dot is the market, for codes have dots of their own. */
export const codeOf = ({ market, stockCode }: SharedInstrument): string => `${market}.${stockCode}`

function wholeCodes(text: string): readonly string[] {
  const read = text.length <= MAX_CODES_TEXT ? text : text.slice(0, text.lastIndexOf(',', MAX_CODES_TEXT) + 1)
  return read
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')
}

const CODE = new RegExp(`^[A-Z0-9.-]{1,${MAX_CODE}}$`, 'u')

function instrumentOf(written: string): SharedInstrument | null {
  const dot = written.indexOf('.')
  const market = marketNames.find((name) => name === written.slice(0, dot).toUpperCase())
  const stockCode = written.slice(dot + 1).toUpperCase()
  return dot > 0 && market !== undefined && CODE.test(stockCode) ? { market, stockCode } : null
}

/** What turns or hides what stands beside it, and what ends a line. */
const LINE_ENDS = /[\p{Cc}\u2028\u2029]/gu
const HIDDEN = /[\p{Cf}\p{Cs}\ufffe\uffff]/gu
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu
const withoutHidden = (text: string): string => text.replaceAll(LINE_ENDS, ' ').replaceAll(HIDDEN, '').replaceAll(PILED_MARKS, '$1')

function nameOf(written: string): string | null {
  // Cut before and after: nothing that a stranger wrote is worked through at any length.
  const tidy = tidyName(withoutHidden(written.slice(0, MAX_CODES_TEXT)))
  const name = [...tidy].slice(0, MAX_LIST_NAME).join('').trim()
  return isListName(name) ? name : null
}
