import type { Language } from '@rueda/contract/codes.ts'
import { type ArticleFactKind, type MadeArticle, articleKinds } from '@rueda/rules/articles/article.ts'
import { type BroadcastTexts, wordsIn } from '@rueda/rules/broadcasts/broadcast.ts'
import { SCALE_DECIMALS } from '@rueda/rules/decimal.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'
import { formatDate, formatDateTime } from '@rueda/text/dates.ts'
import { formatMoney, formatNumber, formatPercent, formatQuantity } from '@rueda/text/numbers.ts'
import { type Texts, formFor, readTexts } from '../../texts.ts'
import { instrumentWords } from '../../venue/instrument-words.ts'

/** An article in words: a title, and paragraphs of plain text, the first of which sums it up. */
export type ArticleWords = Readonly<{ title: string; paragraphs: readonly string[] }>
type Instruments = ReadonlyMap<string, Pick<Instrument, 'market' | 'name' | 'code'>>
type Told = Pick<MadeArticle, 'kind' | 'facts' | 'items'>
type Words = Readonly<Record<string, string>>

const GAP = /\{\{(\w+)\}\}/gu
const MAX_PARAGRAPHS = 9

/** An article that is made of facts in a reader's language. A sentence that lacks one of its facts is left out. */
export function wordsOf({ kind, facts, items }: Told, language: Language, instruments: Instruments): ArticleWords {
  const texts = readTexts(language, 'article-kinds')
  const say = (key: string, words: Words): string | null => filled(texts[formOf(`${kind}.${key}`, facts, language)], words)
  const words = writtenIn(facts, { kind, language, texts, instruments })
  const numbered = Array.from({ length: MAX_PARAGRAPHS }, (_, at) => say(String(at + 1), words))
  const listed = items.map((item) => say('item', writtenIn(item, { kind, language, texts, instruments })))
  return {
    title: say('title', words) ?? say('title.plain', words) ?? '',
    paragraphs: [...numbered, ...listed].filter((paragraph) => paragraph !== null),
  }
}

/** The fact whose number chooses between the two forms of a sentence. */
const counted: Readonly<Record<string, string>> = { 'company.split.title': 'newShares', 'company.split.1': 'oldShares' }

/** The key of a sentence, in the form for its number where it has two. */
function formOf(key: string, facts: Told['facts'], language: Language): string {
  const fact = counted[key]
  if (fact === undefined) return key
  const number = (facts as Readonly<Record<string, string | undefined>>)[fact]
  return formFor(key, number ?? '', language)
}

/** What staff wrote, in a reader's language or in English: each line that says something is a paragraph. */
export function editorialWords(texts: BroadcastTexts, language: Language): ArticleWords {
  const words = wordsIn(texts, language)
  return { title: words?.title ?? '', paragraphs: (words?.body ?? '').split('\n').filter((line) => line.trim() !== '') }
}

/** Null for a sentence that is not there, or of which a word is not known. */
function filled(text: string | undefined, words: Words): string | null {
  if (text === undefined || [...text.matchAll(GAP)].some(([, name = '']) => words[name] === undefined)) return null
  return text.replaceAll(GAP, (_, name: string) => words[name] ?? '')
}

type Reading = Readonly<{ kind: MadeArticle['kind']; language: Language; texts: Texts; instruments: Instruments }>

function writtenIn(facts: Readonly<Record<string, string | undefined>>, { kind, ...reading }: Reading): Words {
  const kinds: Readonly<Record<string, ArticleFactKind>> = articleKinds[kind].facts
  const known = Object.entries(facts).flatMap(([name, fact]) => {
    const factKind = kinds[name]
    return factKind === undefined || fact === undefined ? [] : [[name, written[factKind](fact, reading)] as const]
  })
  return Object.fromEntries(known)
}

const MIN_DECIMALS = 2

const written: Readonly<Record<ArticleFactKind, (fact: string, reading: Omit<Reading, 'kind'>) => string>> = {
  instrument: (id, { instruments, language }) => {
    const instrument = instruments.get(id)
    // One that is listed no more is still known by the code of its id.
    if (instrument === undefined) return id.slice(id.indexOf(':') + 1)
    const name = instrumentWords(instrument, language)
    return marketFacts[instrument.market].lists === 'values' ? name : `${name} (${instrument.code})`
  },
  market: (market, { texts }) => texts[`market.${market}`] ?? market,
  price: (price, { language }) => priceText(price, language),
  value: (value, { language }) => formatNumber(language, value, { least: MIN_DECIMALS, most: SCALE_DECIMALS }),
  change: (points, { language }) => formatPercent(language, points),
  percent: (points, { language }) => formatPercent(language, points, 'plain'),
  number: (number, { language }) => formatQuantity(language, number),
  date: (date) => formatDate(date),
  moment: (at) => `${formatDateTime(at, 'UTC')} UTC`,
  name: (name) => name,
}

/** A price of more decimals than money has, a dividend for one, keeps them. */
function priceText(fact: string, language: Language): string {
  const [price = '', currency = ''] = fact.split(' ')
  const decimals = price.split('.')[1]?.length ?? 0
  if (decimals <= MIN_DECIMALS) return formatMoney(language, price, currency)
  return `${formatNumber(language, price, { least: MIN_DECIMALS, most: SCALE_DECIMALS })} ${currency}`
}
