import type { CalendarDate, Instant } from '../time.ts'

/**
 * Articles (`docs/rules/articles.md`): short news of the market. The house writes most of them itself, out of what its books and its prices
 * say and of nothing else; staff write the others in their own words.
 */
export const articleTags = ['market', 'company', 'trading', 'offering', 'house'] as const
export type ArticleTag = (typeof articleTags)[number]

/** How a fact is written for a reader. A price says its currency ("182.10 USD"), a change its sign, a number is grouped. */
export type ArticleFactKind = 'instrument' | 'market' | 'price' | 'value' | 'change' | 'percent' | 'number' | 'date' | 'moment' | 'name'

const instrument = { instrument: 'instrument' } as const
const halted = { at: 'moment', market: 'market' } as const
const listing = { company: 'name', code: 'name' } as const
const move = { ...instrument, price: 'price', size: 'percent', low: 'price', high: 'price', sessions: 'number' } as const

/**
 * Every kind of article that is made of facts: its tag, and the facts that its sentences name. The words are in
 * `packages/text/<language>/article-kinds.json`: a title, and paragraphs numbered from one; a sentence of which a fact is missing is left out.
 */
export const articleKinds = {
  'market.closed': kind('market', {
    ...{ market: 'market', date: 'date', index: 'instrument', value: 'value', change: 'change' },
    ...{ advancing: 'number', declining: 'number', unchanged: 'number' },
    ...{ best: 'instrument', bestChange: 'change', worst: 'instrument', worstChange: 'change' },
  }),
  'company.rose': kind('company', move),
  'company.fell': kind('company', move),
  /** One for all companies of a market and a day: each is an item with its dividend. */
  'company.exDividend': kind('company', { market: 'market', date: 'date', count: 'number', ...instrument, amount: 'price', paid: 'date' }),
  'company.split': kind('company', { ...instrument, newShares: 'number', oldShares: 'number', date: 'date' }),
  'company.renamed': kind('company', { company: 'name', oldCode: 'name', newCode: 'name', date: 'date' }),
  'instrument.halted': kind('trading', { ...instrument, at: 'moment' }),
  'instrument.resumed': kind('trading', { ...instrument, at: 'moment', since: 'moment' }),
  'market.halted': kind('trading', halted),
  'market.resumed': kind('trading', { ...halted, since: 'moment' }),
  'house.halted': kind('trading', { at: 'moment' }),
  'house.resumed': kind('trading', { at: 'moment', since: 'moment' }),
  'ipo.announced': kind('offering', { ...listing, price: 'price', opens: 'date', closes: 'date', lists: 'date' }),
  'ipo.drawn': kind('offering', { ...listing, applications: 'number', asked: 'number', allotted: 'number', lists: 'date' }),
  'ipo.listed': kind('offering', { ...listing, price: 'price' }),
  'placing.announced': kind('offering', { ...instrument, discount: 'percent', opens: 'date', closes: 'date' }),
} as const

function kind<Facts extends Readonly<Record<string, ArticleFactKind>>>(tag: ArticleTag, facts: Facts) {
  return { tag, facts }
}

export type ArticleKind = keyof typeof articleKinds
export const articleKindNames = Object.keys(articleKinds) as ArticleKind[]
export const tagOf = (name: ArticleKind): ArticleTag => articleKinds[name].tag

export type FactNameOf<Kind extends ArticleKind> = keyof (typeof articleKinds)[Kind]['facts'] & string
/** Facts as text, in the one form that the wire has; what is not known is left out. */
export type FactsOf<Kind extends ArticleKind> = Readonly<Partial<Record<FactNameOf<Kind>, string>>>

/** An article made of facts. There is one of a kind for a subject and a day, however often it is made. */
export type MadeArticle<Kind extends ArticleKind = ArticleKind> = {
  [Each in Kind]: Readonly<{
    kind: Each
    /** Names what it is about: a market, an instrument, a halt, an offering. */
    subject: string
    date: CalendarDate
    /** The moment of what it tells of. */
    at: Instant
    facts: FactsOf<Each>
    /** What is listed one by one. */
    items: readonly FactsOf<Each>[]
    /** Ids of the instruments it mentions. */
    instruments: readonly string[]
  }>
}[Kind]
