import type { ActReason } from '@rueda/rules/staff/reasons.ts'
import { type Refusal, type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../db/transaction.ts'
import type { Act } from './handler.ts'

/** What staff write over days and by several people, and two of them publish: only what both have read. */
type Kept = Readonly<{
  table: 'article_drafts' | 'broadcast_drafts'
  /** The column with what became of a draft. */
  outcome: 'published_as' | 'sent_as'
  /** Subject of the acts on a draft, and of the approval that its publication waits for. */
  subjectOf: (draftId: string) => string
}>

/** What drafts need of the server. */
type Server = Readonly<{ pool: Pool; ids: Readonly<{ next: () => string }> }>

type Request<Input> = Readonly<{ input: Input; now: number; trace: (client: PoolClient, act: Act) => Promise<void> }>
type Why = Readonly<{ reason: ActReason; note?: string | undefined }>
type Saved = Readonly<{ id: string; version: number }>
type Content = Readonly<{
  /** What the audit log keeps of the draft. */
  after: Readonly<Record<string, unknown>>
  write: (client: PoolClient, saved: Saved) => Promise<unknown>
}>

export type Drafts = Readonly<{
  /** Condition on a draft `d` that is neither published nor dropped. */
  isOpen: string
  subjectOf: (draftId: string) => string
  /** Checks that the draft is the version that was read: nobody's words are overwritten or published unread. Holds it until the end of the transaction. */
  checkRead: (client: PoolClient, draftId: string, version: number | null) => Promise<Refusal | null>
  /** New, or the version after the one that was read. */
  save: (
    app: Server,
    request: Request<Why & Readonly<{ draftId?: string | undefined; version?: number | undefined }>>,
    content: Content,
  ) => Promise<Result<Saved>>
  drop: (app: Server, request: Request<Why & Readonly<{ draftId: string }>>) => Promise<Result<true>>
  keepOutcome: (client: PoolClient, draftId: string, outcomeId: string) => Promise<unknown>
}>

export function draftsIn({ table, outcome, subjectOf }: Kept): Drafts {
  const isOpen = `d.${outcome} is null and d.dropped_at is null`
  const checkRead: Drafts['checkRead'] = async (client, draftId, version) => {
    const { rows } = await client.query<{ version: number }>(
      `select d.version from ${table} d where d.draft_id = $1 and ${isOpen} for update`,
      [draftId],
    )
    if (rows[0] === undefined) return refuse('object.not_found', { field: 'draftId' })
    return rows[0].version === version ? null : refuse('broadcast.draft_changed')
  }
  return {
    isOpen,
    subjectOf,
    checkRead,
    save: (app, { input, trace }, { after, write }) => {
      const { reason, note, draftId = null, version = null } = input
      const id = draftId ?? app.ids.next()
      return inTransaction(app.pool, async (client): Promise<Result<Saved>> => {
        const wrong = draftId === null ? null : await checkRead(client, draftId, version)
        if (wrong !== null) return wrong
        const saved = { id, version: draftId === null ? 1 : (version ?? 0) + 1 }
        await write(client, saved)
        await trace(client, { accountId: null, subject: subjectOf(id), reason, note, after: { ...after, version: saved.version } })
        return ok(saved)
      })
    },
    drop: (app, { input: { draftId, reason, note }, now, trace }) =>
      inTransaction(app.pool, async (client): Promise<Result<true>> => {
        const { rowCount } = await client.query(`update ${table} d set dropped_at = $2 where d.draft_id = $1 and ${isOpen}`, [draftId, now])
        if (rowCount === 0) return refuse('object.not_found', { field: 'draftId' })
        await trace(client, { accountId: null, subject: subjectOf(draftId), reason, note, after: { state: 'dropped' } })
        return ok(true)
      }),
    keepOutcome: (client, draftId, outcomeId) =>
      client.query(`update ${table} set ${outcome} = $2 where draft_id = $1`, [draftId, outcomeId]),
  }
}
