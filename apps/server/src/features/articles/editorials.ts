import type { WireStaffArticle } from '@rueda/contract/admin/articles.ts'
import type { ArticleTag } from '@rueda/rules/articles/article.ts'
import { zoneOf } from '@rueda/exchange/calendars/calendars.ts'
import type { BroadcastTexts } from '@rueda/rules/broadcasts/broadcast.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { ActReason } from '@rueda/rules/staff/reasons.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import { EDITORIAL, searchedOf } from './store.ts'
import { editorialWords } from './wording.ts'

/** Articles of staff in SQL: published once, and perhaps taken back. */
type Published = Readonly<{
  articleId: string
  draftId: string
  tag: ArticleTag
  instruments: readonly string[]
  texts: WireStaffArticle['texts'] & BroadcastTexts
  staffId: string
  approvalId: string
}>

export async function insertEditorial(
  { clock, venue }: Pick<FullApp, 'clock' | 'venue'>,
  client: PoolClient,
  { articleId, draftId, tag, instruments, texts, staffId, approvalId }: Published,
): Promise<void> {
  // The clock of the market dates all news, so that they stand in one order.
  const at = clock.now()
  const words = searchedOf((language) => editorialWords(texts, language))
  await client.query(INSERT, [
    ...[articleId, EDITORIAL, draftId, zoneOf(HOUSE_MARKET).dateAt(at), tag, JSON.stringify(texts)],
    ...[instruments, JSON.stringify(words), venue.label, at, staffId, approvalId],
  ])
}

const INSERT = `
  insert into articles (article_id, kind, subject, day, tag, texts, instruments, words, venue, published_at, staff_id, approval_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

type Withdrawal = Readonly<{ articleId: string; reason: ActReason; note: string | undefined; at: Instant; staffId: string }>

/** False where there is no such article of staff, or not any more. */
export async function insertWithdrawal(client: PoolClient, { articleId, reason, note, at, staffId }: Withdrawal): Promise<boolean> {
  const { rowCount } = await client.query(WITHDRAW, [articleId, reason, note ?? null, at, staffId])
  return rowCount === 1
}

const WITHDRAW = `
  insert into article_withdrawals (article_id, reason, note, withdrawn_at, staff_id)
  select article_id, $2, $3, $4, $5 from articles where article_id = $1 and kind = '${EDITORIAL}' on conflict do nothing`
