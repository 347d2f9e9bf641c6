import type { TextKey } from './keys.ts'

/**
 * What an instrument is called in a language. Companies and funds have a name of their own, the same everywhere; an index, a rate, a contract
 * and a pair are called after what they are, in the words of `instruments.json`. The names of the wire are English.
 */
export type NamedInstrument = Readonly<{ market: string; code: string; name: string }>
/** The texts of `instruments.json`; an empty text for a key that is not among them. */
export type SayName = (key: TextKey<'instruments'>, values?: Readonly<Record<string, string>>) => string

export function instrumentName(say: SayName, { market, code, name }: NamedInstrument): string {
  if (market === 'IDX') return named(say, `index.${code}`, name)
  if (market === 'FUT') return contractName(say, code) ?? name
  if (market === 'FX') return pairName(say, code) ?? name
  return market === 'AR' && code === 'CCL' ? named(say, 'rate.CCL', name) : name
}

function named(say: SayName, key: string, name: string): string {
  const words = word(say, key)
  return words === '' ? name : say('named', { name: words })
}

const MONTH_LETTERS = 'FGHJKMNQUVXZ'

/** "SCL-2026Z": the family, the year and the letter of the month. */
function contractName(say: SayName, code: string): string | null {
  const [, root = '', year = '', letter = ''] = /^(\w+)-(\d{4})([A-Z])$/u.exec(code) ?? []
  const name = word(say, `future.${root}`)
  const month = word(say, `month.${MONTH_LETTERS.indexOf(letter) + 1}`)
  return name === '' || month === '' ? null : say('contract', { name, month, year })
}

const CURRENCY_LENGTH = 3

function pairName(say: SayName, code: string): string | null {
  const base = word(say, `currency.${code.slice(0, CURRENCY_LENGTH)}`)
  const quote = word(say, `currency.${code.slice(CURRENCY_LENGTH)}`)
  return base === '' || quote === '' ? null : say('pair', { base, quote })
}

const word = (say: SayName, key: string): string => say(key as TextKey<'instruments'>)
