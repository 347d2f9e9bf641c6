import type { WireArticleDraft, articleDesk } from '@rueda/contract/admin/articles.ts'
import type { ArticleTag } from '@rueda/rules/articles/article.ts'
import { type Refusal, refuse } from '@rueda/rules/result.ts'
import type { FullApp } from '../../app.ts'
import { waitingAbout } from '../approvals/waiting.ts'
import { draftsIn } from '../../admin/drafts.ts'
import type { StaffRequest } from '../../admin/handler.ts'

/** Articles of staff while they are written: one person begins, another goes on, and two publish. */
type Row = Readonly<{
  draft_id: string
  version: number
  tag: ArticleTag
  instruments: string[]
  texts: WireArticleDraft['texts']
  created_at: bigint
  changed_at: bigint
  written_by: string
  changed_by: string
}>

export const articleDrafts = draftsIn({
  table: 'article_drafts',
  outcome: 'published_as',
  subjectOf: (draftId) => `article:draft:${draftId}`,
})

export async function openDrafts({ pool }: FullApp, { staff, now }: StaffRequest): Promise<WireArticleDraft[]> {
  const { rows } = await pool.query<Row>(OPEN)
  return Promise.all(
    rows.map(async (row) => {
      const subject = articleDrafts.subjectOf(row.draft_id)
      return presentDraft(row, await waitingAbout(pool, { power: 'articles.publish', subject, staff, now }))
    }),
  )
}

const presentDraft = (row: Row, waiting: WireArticleDraft['waiting']): WireArticleDraft => ({
  ...{ id: row.draft_id, version: row.version, tag: row.tag, instruments: row.instruments, texts: row.texts, waiting },
  ...{ writtenBy: row.written_by, changedBy: row.changed_by },
  ...{ createdTimestamp: Number(row.created_at), changedTimestamp: Number(row.changed_at) },
})

type Saving = StaffRequest<typeof articleDesk.saveDraft>

export async function saveDraft(app: FullApp, request: Saving): ReturnType<typeof articleDrafts.save> {
  const { staff, now } = request
  const { tag, instruments, texts } = request.input
  const unknown = unlisted(app, instruments)
  if (unknown !== null) return unknown
  return articleDrafts.save(app, request, {
    after: { tag, instruments, texts },
    write: (client, { id, version }) => client.query(SAVE, [id, tag, instruments, JSON.stringify(texts), version, staff.staffId, now]),
  })
}

/** Only what is listed can be mentioned: the article leads to its quote. */
export const unlisted = ({ venue }: Pick<FullApp, 'venue'>, instruments: readonly string[]): Refusal | null =>
  instruments.every((id) => venue.instruments.has(id)) ? null : refuse('instrument.unknown', { field: 'instruments' })

const MAX_SHOWN = 50

const OPEN = `
  select d.draft_id::text, d.version, d.tag, d.instruments, d.texts, d.created_at, d.changed_at, w.name as written_by, c.name as changed_by
  from article_drafts d join staff w on w.staff_id = d.written_by join staff c on c.staff_id = d.changed_by
  where ${articleDrafts.isOpen} order by d.changed_at desc, d.draft_id desc limit ${MAX_SHOWN}`

const SAVE = `
  insert into article_drafts (draft_id, tag, instruments, texts, version, written_by, changed_by, created_at, changed_at)
  values ($1, $2, $3, $4, $5, $6, $6, $7, $7)
  on conflict (draft_id) do update set tag = excluded.tag, instruments = excluded.instruments, texts = excluded.texts,
    version = excluded.version, changed_by = excluded.changed_by, changed_at = excluded.changed_at`
