import type { WireArticleDraft, articleDesk } from '@rueda/contract/admin/articles.ts'
import type { ArticleTag } from '@rueda/rules/articles/article.ts'
import { type Refusal, type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { waitingAbout } from '../approvals/waiting.ts'
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

/** Subject of the approval that a draft's publication waits for. */
export const subjectOfDraft = (draftId: string): string => `article:draft:${draftId}`

export async function openDrafts({ pool }: FullApp, { staff, now }: StaffRequest): Promise<WireArticleDraft[]> {
  const { rows } = await pool.query<Row>(OPEN)
  return Promise.all(
    rows.map(async (row) => {
      const subject = subjectOfDraft(row.draft_id)
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
type Saved = Readonly<{ id: string; version: number }>

/** New, or the version after the one that was read. */
export async function saveDraft(app: FullApp, { input, staff, now, trace }: Saving): Promise<Result<Saved>> {
  const { tag, instruments, texts, reason, note, draftId = null, version = null } = input
  const unknown = unlisted(app, instruments)
  if (unknown !== null) return unknown
  const id = draftId ?? app.ids.next()
  return inTransaction(app.pool, async (client): Promise<Result<Saved>> => {
    const wrong = draftId === null ? null : await checkRead(client, draftId, version)
    if (wrong !== null) return wrong
    const next = draftId === null ? 1 : (version ?? 0) + 1
    await client.query(SAVE, [id, tag, instruments, JSON.stringify(texts), next, staff.staffId, now])
    const after = { tag, instruments, texts, version: next }
    await trace(client, { accountId: null, subject: subjectOfDraft(id), reason, note, after })
    return ok({ id, version: next })
  })
}

/** Only what is listed can be mentioned: the article leads to its quote. */
export const unlisted = ({ venue }: Pick<FullApp, 'venue'>, instruments: readonly string[]): Refusal | null =>
  instruments.every((id) => venue.instruments.has(id)) ? null : refuse('instrument.unknown', { field: 'instruments' })

export async function dropDraft(app: FullApp, { input, now, trace }: StaffRequest<typeof articleDesk.dropDraft>): Promise<Result<true>> {
  const { draftId, reason, note } = input
  return inTransaction(app.pool, async (client): Promise<Result<true>> => {
    const { rowCount } = await client.query(DROP, [draftId, now])
    if (rowCount === 0) return refuse('object.not_found', { field: 'draftId' })
    await trace(client, { accountId: null, subject: subjectOfDraft(draftId), reason, note, after: { state: 'dropped' } })
    return ok(true)
  })
}

/** Checks that the draft is the version that was read. Holds it until the end of the transaction. */
export async function checkRead(client: PoolClient, draftId: string, version: number | null): Promise<Refusal | null> {
  const { rows } = await client.query<{ version: number }>(LOCK, [draftId])
  if (rows[0] === undefined) return refuse('object.not_found', { field: 'draftId' })
  return rows[0].version === version ? null : refuse('broadcast.draft_changed')
}

export const keepPublished = (client: PoolClient, draftId: string, articleId: string): Promise<unknown> =>
  client.query('update article_drafts set published_as = $2 where draft_id = $1', [draftId, articleId])

const IS_OPEN = 'd.published_as is null and d.dropped_at is null'
const MAX_SHOWN = 50

const OPEN = `
  select d.draft_id::text, d.version, d.tag, d.instruments, d.texts, d.created_at, d.changed_at, w.name as written_by, c.name as changed_by
  from article_drafts d join staff w on w.staff_id = d.written_by join staff c on c.staff_id = d.changed_by
  where ${IS_OPEN} order by d.changed_at desc, d.draft_id desc limit ${MAX_SHOWN}`

const LOCK = `select d.version from article_drafts d where d.draft_id = $1 and ${IS_OPEN} for update`

const SAVE = `
  insert into article_drafts (draft_id, tag, instruments, texts, version, written_by, changed_by, created_at, changed_at)
  values ($1, $2, $3, $4, $5, $6, $6, $7, $7)
  on conflict (draft_id) do update set tag = excluded.tag, instruments = excluded.instruments, texts = excluded.texts,
    version = excluded.version, changed_by = excluded.changed_by, changed_at = excluded.changed_at`

const DROP = `update article_drafts d set dropped_at = $2 where d.draft_id = $1 and ${IS_OPEN}`
