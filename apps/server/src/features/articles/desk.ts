import type { WireStaffArticle } from '@rueda/contract/admin/articles.ts'
import { languages } from '@rueda/contract/codes.ts'
import type { ArticleTag } from '@rueda/rules/articles/article.ts'
import type { ActReason } from '@rueda/rules/staff/reasons.ts'
import type { FullApp } from '../../app.ts'
import type { Slice } from '../../db/read-page.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type ArticleRow, EDITORIAL, readArticle } from './store.ts'
import { wordsOf } from './wording.ts'

/** Articles as staff see them: in every language, with who wrote them and whether they were taken back. */
type Row = ArticleRow &
  Readonly<{
    by: string | null
    asked_by: string | null
    withdrawn_at: bigint | null
    reason: ActReason
    note: string | null
    withdrawn_by: string
  }>

export async function listForStaff(
  app: Pick<FullApp, 'venue'>,
  reader: Reader,
  { tag, limit, offset }: Slice & Readonly<{ tag: ArticleTag | null }>,
): Promise<Readonly<{ list: WireStaffArticle[]; total: number }>> {
  const { rows } = await reader.query<Row>(LIST, [tag, limit, offset])
  const counted = await reader.query<{ total: bigint }>(`select count(*) as total from articles where ${OF_TAG}`, [tag])
  return { list: rows.map((row) => presentForStaff(app, row)), total: Number(counted.rows[0]?.total ?? 0n) }
}

const OF_TAG = '($1::text is null or tag = $1)'

const LIST = `
  select articles.*, s.name as by, m.name as asked_by, w.withdrawn_at, w.reason, w.note, ws.name as withdrawn_by
  from articles left join staff s on s.staff_id = articles.staff_id left join approvals p using (approval_id)
  left join staff m on m.staff_id = p.maker
  left join article_withdrawals w on w.article_id = articles.article_id left join staff ws on ws.staff_id = w.staff_id
  where ${OF_TAG} order by articles.published_at desc, articles.article_id desc limit $2 offset $3`

function presentForStaff({ venue }: Pick<FullApp, 'venue'>, row: Row): WireStaffArticle {
  const { id, tag, at, made, texts, instruments, venue: label } = readArticle(row)
  const inEvery = (): WireStaffArticle['texts'] =>
    Object.fromEntries(
      languages.map((language) => {
        const { title, paragraphs } = made === null ? { title: '', paragraphs: [] } : wordsOf(made, language, venue.instruments)
        return [language, { title, body: paragraphs.join('\n') }]
      }),
    )
  return {
    ...{ id, kind: made === null ? EDITORIAL : made.kind, tag, texts: texts ?? inEvery(), instruments: [...instruments], venue: label },
    ...{ askedBy: row.asked_by, by: row.by, timestamp: at },
    withdrawn:
      row.withdrawn_at === null ? null : { by: row.withdrawn_by, reason: row.reason, note: row.note, timestamp: Number(row.withdrawn_at) },
  }
}
