import { type Language, languages } from '@rueda/contract/codes.ts'
import { type ArticleTag, type MadeArticle, tagOf } from '@rueda/rules/articles/article.ts'
import type { BroadcastTexts } from '@rueda/rules/broadcasts/broadcast.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { type Listed, type Slice, mapListed, readPage } from '../../db/read-page.ts'
import type { Reader } from '../../db/snapshot.ts'
import { fold } from './fold.ts'
import { type ArticleWords, wordsOf } from './wording.ts'

/** Articles in SQL. What is made of facts is worded when it is read; its words are kept beside it only to be searched. */
type Kept = Readonly<{ id: string; tag: ArticleTag; at: Instant; venue: 'SIM' | 'REPLAY'; instruments: readonly string[] }>
export type KeptArticle = Kept &
  Readonly<{ made: Pick<MadeArticle, 'kind' | 'facts' | 'items'>; texts: null } | { made: null; texts: BroadcastTexts }>

export const EDITORIAL = 'editorial'

export type ArticleRow = Readonly<{
  article_id: string
  kind: MadeArticle['kind'] | typeof EDITORIAL
  tag: ArticleTag
  facts: MadeArticle['facts'] | null
  items: MadeArticle['items'] | null
  texts: BroadcastTexts | null
  instruments: readonly string[]
  venue: 'SIM' | 'REPLAY'
  published_at: bigint
}>

export function readArticle(row: ArticleRow): KeptArticle {
  const { article_id: id, kind, tag, facts, items, texts, instruments, venue, published_at: at } = row
  const kept = { id, tag, at: Number(at), venue, instruments }
  if (kind === EDITORIAL) return { ...kept, made: null, texts: texts ?? {} }
  return { ...kept, made: { kind, facts: facts ?? {}, items: items ?? [] } as MadeArticle, texts: null }
}

/** Words by language as they are searched. */
export const searchedOf = (wordsIn: (language: Language) => ArticleWords): Readonly<Record<string, string>> =>
  Object.fromEntries(
    languages.map((language) => {
      const { title, paragraphs } = wordsIn(language)
      return [language, fold([title, ...paragraphs].join('\n'))]
    }),
  )

/** Keeps what was made; an article that is there already stays as it is. Returns how many are new. */
export async function keepMade({ pool, ids, venue }: Pick<App, 'pool' | 'ids' | 'venue'>, made: readonly MadeArticle[]): Promise<number> {
  let kept = 0
  for (const article of made) {
    const { kind, subject, date, facts, items, instruments, at } = article
    const words = searchedOf((language) => wordsOf(article, language, venue.instruments))
    const { rowCount } = await pool.query(INSERT, [
      ...[ids.next(), kind, subject, date, tagOf(kind), JSON.stringify(facts), JSON.stringify(items)],
      ...[instruments, JSON.stringify(words), venue.label, at],
    ])
    kept += rowCount ?? 0
  }
  return kept
}

const INSERT = `
  insert into articles (article_id, kind, subject, day, tag, facts, items, instruments, words, venue, published_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (kind, subject, day) do nothing`

export type ArticleFilter = Slice &
  Readonly<{ tag: ArticleTag | null; keyword: string | null; language: Language; instrumentId: string | null; venue: 'SIM' | 'REPLAY' }>

const STANDS = 'not exists (select from article_withdrawals w where w.article_id = articles.article_id)'

/** The newest first. What another venue's market was told of is not this one's news. */
export const listArticles = async (
  reader: Reader,
  { tag, keyword, language, instrumentId, venue, ...slice }: ArticleFilter,
): Promise<Listed<KeptArticle>> =>
  mapListed(
    await readPage<ArticleRow>(reader, {
      ...{ table: 'articles', order: 'published_at desc, article_id desc', ...slice },
      where: `venue = $1 and ($2::text is null or tag = $2) and ($3::text is null or position($3 in words ->> $4) > 0)
              and ($5::text[] is null or instruments @> $5) and ${STANDS}`,
      values: [venue, tag, keyword === null ? null : fold(keyword), language, instrumentId === null ? null : [instrumentId]],
    }),
    readArticle,
  )

export async function articleById(reader: Reader, id: string): Promise<KeptArticle | null> {
  const { rows } = await reader.query<ArticleRow>(`select * from articles where article_id = $1 and ${STANDS}`, [id])
  return rows[0] === undefined ? null : readArticle(rows[0])
}

/** True when the close of some day of this market was told already. */
export async function hasCloses(reader: Reader, market: string): Promise<boolean> {
  const { rows } = await reader.query(`select from articles where kind = 'market.closed' and subject = $1 limit 1`, [market])
  return rows.length > 0
}
