import { readFileSync } from 'node:fs'
import { type Language, languages, walletTypes } from '@rueda/contract/codes.ts'
import { accountCurrencies } from '@rueda/rules/money.ts'

/** Lists of labelled values. The labels are the words the app uses for them, so that both always agree. */
export type Entry = { dictLabel: string; dictValue: string; dictSort: number }
type Texts = Readonly<Record<string, string>>

/** A value and the text that names it; null where its own letters are its name in every language. */
type Labelled = readonly [value: string, key: string | null]
type Dictionary = Readonly<{ texts: 'common' | 'status'; entries: readonly Labelled[] }>

const dictionaries: Readonly<Record<string, Dictionary>> = {
  currency: { texts: 'common', entries: accountCurrencies.map((currency) => [currency, null]) },
  wallet_type: { texts: 'common', entries: walletTypes.map((type) => [type, `wallet.${type}`]) },
  order_status: {
    texts: 'status',
    entries: [
      ['0', 'order.working'],
      ['1', 'order.filled'],
      ['2', 'order.cancelled'],
      ['3', 'order.partial'],
    ],
  },
  kyc_status: {
    texts: 'status',
    entries: [
      ['0', 'kyc.none'],
      ['1', 'kyc.review'],
      ['2', 'kyc.verified'],
      ['3', 'kyc.failed'],
    ],
  },
}

const catalogues = new Map<string, Texts>()

export function dictionary(type: string, language: Language): Entry[] {
  const found = Object.hasOwn(dictionaries, type) ? dictionaries[type] : undefined
  if (found === undefined) return []
  const texts = textsOf(found.texts, language)
  return found.entries.map(([value, key], index) => ({
    dictLabel: (key === null ? undefined : texts[key]) ?? value,
    dictValue: value,
    dictSort: index,
  }))
}

function textsOf(file: Dictionary['texts'], language: Language): Texts {
  const key = `${languages.includes(language) ? language : 'en'}/${file}`
  const known = catalogues.get(key)
  if (known !== undefined) return known
  const texts = JSON.parse(readFileSync(new URL(import.meta.resolve(`@rueda/text/${key}.json`)), 'utf8')) as Texts
  catalogues.set(key, texts)
  return texts
}
