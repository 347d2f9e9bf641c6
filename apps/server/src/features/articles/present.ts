import type { Article, ArticleItem } from '@rueda/contract/articles.ts'
import type { Language } from '@rueda/contract/codes.ts'
import { contentOf } from '@rueda/rules/articles/content.ts'
import { FALLBACK_LANGUAGE } from '@rueda/rules/broadcasts/broadcast.ts'
import type { App } from '../../app.ts'
import { quotesOf } from '../quotes/quotes-of.ts'
import type { KeptArticle } from './store.ts'
import { type ArticleWords, editorialWords, wordsOf } from './wording.ts'

/** The only place where an article becomes JSON. */
type Presenting = Pick<App, 'venue'>

const SOURCE = 'Rueda'

/** What is made of facts is in every language; what staff wrote is in theirs, or in English. */
function readIn({ venue }: Presenting, { made, texts }: KeptArticle, language: Language): ArticleWords & Readonly<{ lang: Language }> {
  if (made !== null) return { ...wordsOf(made, language, venue.instruments), lang: language }
  const lang = texts[language] === undefined ? FALLBACK_LANGUAGE : language
  return { ...editorialWords(texts, language), lang }
}

function itemOf(app: Presenting, article: KeptArticle, { title, paragraphs, lang }: ReturnType<typeof readIn>): ArticleItem {
  const [covered] = quotesOf(app, article.instruments, {})
  return {
    ...{ id: article.id, title, summary: paragraphs[0] ?? '', cover: covered?.localLogoUrl ?? null },
    ...{ tag: article.tag, source: SOURCE, createTimeTimestamp: article.at, lang, venue: article.venue },
    simulated: article.made !== null && article.venue === 'SIM' ? 1 : 0,
  }
}

export const presentItem = (app: Presenting, article: KeptArticle, language: Language): ArticleItem =>
  itemOf(app, article, readIn(app, article, language))

export function presentArticle(app: Presenting, article: KeptArticle, language: Language): Article {
  const read = readIn(app, article, language)
  return {
    ...itemOf(app, article, read),
    content: contentOf(read.paragraphs.join('\n')),
    instruments: quotesOf(app, article.instruments, { closes: true }),
  }
}
