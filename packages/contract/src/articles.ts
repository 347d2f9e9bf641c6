import { articleTags } from '@rueda/rules/articles/article.ts'
import { z } from 'zod'
import { languages, markets } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { pageInput, pageOf, venueLabel } from './envelope.ts'
import { flag, identifier, text, ticker, timestamp } from './fields.ts'
import { quote } from './quote-shapes.ts'

/** News (`docs/rules/articles.md` A.3), in the language of the request or in the one that is asked for. */
const MAX_KEYWORD = 40
const language = z.enum(languages)

const item = z
  .object({
    id: identifier,
    title: z.string(),
    summary: z.string(),
    /** The picture of the first instrument that it mentions; null for none. */
    cover: z.string().nullable(),
    tag: z.enum(articleTags),
    source: z.string(),
    createTimeTimestamp: timestamp,
    /** 1 when it was made out of a simulated market. */
    simulated: flag,
    /** The language it is in: English where nobody has written it in the one that was asked for. */
    lang: language,
    venue: venueLabel,
  })
  .meta({ id: 'ArticleItem' })
export type ArticleItem = z.output<typeof item>

const article = item
  .extend({
    /** Paragraphs of escaped text in `<p>`, addresses with https as links, and no other markup. */
    content: z.string(),
    /** The instruments that it mentions and that are listed. */
    instruments: z.array(quote),
  })
  .meta({ id: 'Article' })
export type Article = z.output<typeof article>

export const articles = {
  list: endpoint({
    method: 'POST',
    path: '/article/pageList',
    access: 'public',
    summary: 'News, the newest first: all, of a tag, with a word, or about an instrument',
    input: z.object({
      ...pageInput,
      tag: z.enum(articleTags).optional(),
      keyword: text(MAX_KEYWORD).optional(),
      lang: language.optional(),
      stockCode: ticker.optional(),
      market: z.enum(markets).optional(),
    }),
    data: pageOf(item),
    refusals: ['instrument.unknown'],
  }),
  one: endpoint({
    method: 'GET',
    path: '/article/{id}',
    access: 'public',
    summary: 'One article with the instruments that it mentions',
    input: z.object({ id: identifier, lang: language.optional() }),
    data: article,
    refusals: ['object.not_found'],
  }),
} as const
