import type { WireDraft, WireDraftTexts, broadcasts } from '@rueda/contract/admin/broadcasts.ts'
import { type Segment, needsValue } from '@rueda/rules/broadcasts/broadcast.ts'
import type { FullApp } from '../../app.ts'
import { waitingAbout } from '../approvals/waiting.ts'
import { draftsIn } from '../../admin/drafts.ts'
import type { StaffRequest } from '../../admin/handler.ts'

/** Drafts of messages to many: one person begins, another goes on, and two send it. */
type Row = Readonly<{
  draft_id: string
  version: number
  segment: Segment
  value: string | null
  texts: WireDraftTexts
  created_at: bigint
  changed_at: bigint
  written_by: string
  changed_by: string
}>

export const broadcastDrafts = draftsIn({
  table: 'broadcast_drafts',
  outcome: 'sent_as',
  subjectOf: (draftId) => `broadcast:draft:${draftId}`,
})

export async function openDrafts({ pool }: FullApp, { staff, now }: StaffRequest): Promise<WireDraft[]> {
  const { rows } = await pool.query<Row>(OPEN)
  return Promise.all(
    rows.map(async (row) => {
      const subject = broadcastDrafts.subjectOf(row.draft_id)
      const waiting = await waitingAbout(pool, { power: 'broadcasts.publish', subject, staff, now })
      return presentDraft(row, waiting)
    }),
  )
}

const presentDraft = (row: Row, waiting: WireDraft['waiting']): WireDraft => ({
  ...{ id: row.draft_id, version: row.version, segment: row.segment, value: row.value, texts: row.texts, waiting },
  ...{ writtenBy: row.written_by, changedBy: row.changed_by },
  ...{ createdTimestamp: Number(row.created_at), changedTimestamp: Number(row.changed_at) },
})

type Saving = StaffRequest<typeof broadcasts.saveDraft>

export function saveDraft(app: FullApp, request: Saving): ReturnType<typeof broadcastDrafts.save> {
  const { staff, now } = request
  const { segment, texts } = request.input
  const value = needsValue(segment) ? (request.input.value ?? null) : null
  return broadcastDrafts.save(app, request, {
    after: { segment, value, texts },
    write: (client, { id, version }) => client.query(SAVE, [id, segment, value, JSON.stringify(texts), version, staff.staffId, now]),
  })
}

const MAX_SHOWN = 50

const OPEN = `
  select d.draft_id::text, d.version, d.segment, d.value, d.texts, d.created_at, d.changed_at, w.name as written_by, c.name as changed_by
  from broadcast_drafts d join staff w on w.staff_id = d.written_by join staff c on c.staff_id = d.changed_by
  where ${broadcastDrafts.isOpen} order by d.changed_at desc, d.draft_id desc limit ${MAX_SHOWN}`

const SAVE = `
  insert into broadcast_drafts (draft_id, segment, value, texts, version, written_by, changed_by, created_at, changed_at)
  values ($1, $2, $3, $4, $5, $6, $6, $7, $7)
  on conflict (draft_id) do update set segment = excluded.segment, value = excluded.value, texts = excluded.texts,
    version = excluded.version, changed_by = excluded.changed_by, changed_at = excluded.changed_at`
