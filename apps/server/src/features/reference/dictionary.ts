import { type Language, languages } from '@rueda/contract/codes.ts'
import { withdrawalTypes } from '@rueda/contract/withdrawals.ts'
import { articleTags } from '@rueda/rules/articles/article.ts'
import { argentineBankNames } from '@rueda/rules/cards/argentine-bank-names.ts'
import { loanProductList } from '@rueda/rules/loans/product.ts'
import { accountCurrencies } from '@rueda/rules/money.ts'
import { walletTypes } from '@rueda/rules/wallets/wallet.ts'
import { readTexts } from '../../texts.ts'

/** Lists of labelled values. The labels are the words the app uses for them, so that both always agree. */
export type Entry = { dictLabel: string; dictValue: string; dictSort: number }

/** A value and the text that names it; a name that is the same in every language, or nothing where the value is that name. */
type Labelled = readonly [value: string, key: string | Readonly<{ name: string }> | null]
type Dictionary = Readonly<{ texts: 'articles' | 'common' | 'status'; entries: readonly Labelled[] }>

const dictionaries: Readonly<Record<string, Dictionary>> = {
  article_tag: { texts: 'articles', entries: articleTags.map((tag) => [tag, `tag.${tag}`]) },
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
      ['2', 'kyc.failed'],
      ['3', 'kyc.verified'],
    ],
  },
  withdraw_channel: { texts: 'common', entries: withdrawalTypes.map((type) => [type, `withdrawWay.${type}`]) },
  bank_list: {
    texts: 'common',
    entries: Object.entries(argentineBankNames)
      .map(([code, name]): Labelled => [code, { name }])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  },
}

/** For how many days money is lent (`docs/rules/loans.md` N). */
const LOAN_TERM = 'loan_term'

export function dictionary(type: string, language: Language): Entry[] {
  if (type === LOAN_TERM) return loanTerms(language)
  const found = Object.hasOwn(dictionaries, type) ? dictionaries[type] : undefined
  if (found === undefined) return []
  const texts = readTexts(languages.includes(language) ? language : 'en', found.texts)
  return found.entries.map(([value, key], index) => ({
    dictLabel: (typeof key === 'string' ? texts[key] : key?.name) ?? value,
    dictValue: value,
    dictSort: index,
  }))
}

function loanTerms(language: Language): Entry[] {
  const days = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  return loanProductList.map(({ termDays: term }, index) => ({ dictLabel: days.format(term), dictValue: String(term), dictSort: index }))
}
