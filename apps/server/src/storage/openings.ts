import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Infrastructure } from '../infrastructure.ts'
import { isStaffSessionAlive } from '../admin/sessions.ts'
import { readFileContent } from './files.ts'
import type { FileLink } from './links.ts'

type Opener = Pick<Infrastructure, 'pool' | 'vault' | 'ids' | 'files'>

/** Opens a file by its link and records the viewer; the bytes leave only when that is written. */
export async function openByLink(app: Opener, link: FileLink, now: Instant): Promise<Buffer | null> {
  const { accountId, fileId, viewer, givenAt } = link
  const isThere =
    viewer.kind === 'owner'
      ? await isSignedIn(app, accountId, viewer.sessionId, now)
      : await isStaffSessionAlive(app.pool, {
          staffId: viewer.staffId,
          sessionId: viewer.sessionId,
          now,
          givenAt,
        })
  if (!isThere) return null
  const content = await readFileContent(app, accountId, fileId)
  if (content === null) return null
  const { rowCount } = await app.pool.query(OPENING, [
    accountId,
    fileId,
    app.ids.next(),
    viewer.kind === 'owner' ? null : viewer.staffId,
    viewer.kind === 'owner' ? null : viewer.reason,
    now,
  ])
  return rowCount === 1 ? content : null
}

// Written only for a file that is still there: its row may have gone while its link lived.
const OPENING = `
  insert into file_openings (account_id, file_id, opening_id, staff_id, reason, opened_at)
  select $1, $2, $3, $4, $5, $6 where exists (select from files where account_id = $1 and file_id = $2)`

/** A link dies with the session it was made in. */
export async function isSignedIn(
  { pool }: Pick<Infrastructure, 'pool'>,
  accountId: string,
  sessionId: string,
  now: Instant,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from sessions where account_id = $1 and session_id = $2 and ended_at is null and expires_at > $3',
    [accountId, sessionId, now],
  )
  return rowCount === 1
}

export type Opening = Readonly<{ fileId: string; byStaff: boolean; reason: string | null; openedAt: Instant }>

/** Every time a file of this customer was opened, newest first. */
export async function openingsOf(
  client: PoolClient,
  accountId: string,
  { limit, offset }: Readonly<{ limit: number; offset: number }>,
): Promise<Readonly<{ list: Opening[]; total: number }>> {
  const counted = await client.query<{ total: bigint }>('select count(*) as total from file_openings where account_id = $1', [accountId])
  const { rows } = await client.query<{ file_id: string; staff_id: string | null; reason: string | null; opened_at: bigint }>(
    `select file_id::text, staff_id, reason, opened_at from file_openings where account_id = $1
     order by opened_at desc, opening_id desc limit $2 offset $3`,
    [accountId, limit, offset],
  )
  const list = rows.map((row) => ({
    fileId: row.file_id,
    byStaff: row.staff_id !== null,
    reason: row.reason,
    openedAt: Number(row.opened_at),
  }))
  return { list, total: Number(counted.rows[0]?.total ?? 0n) }
}
