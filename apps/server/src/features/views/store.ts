import type { SavedView } from '@rueda/contract/admin/views.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'

const SHOWN = 'view_id::text as id, screen, name, query'

export const viewsOf = async (reader: Reader, staffId: string): Promise<readonly SavedView[]> =>
  (await reader.query<SavedView>(`select ${SHOWN} from staff_views where staff_id = $1 order by saved_at, view_id`, [staffId])).rows

/** Counts somebody's saved views and locks out new ones until the transaction ends. */
export async function countViews(client: PoolClient, staffId: string): Promise<number> {
  await client.query('select from staff where staff_id = $1 for update', [staffId])
  const { rows } = await client.query<{ views: bigint }>('select count(*) as views from staff_views where staff_id = $1', [staffId])
  return Number(rows[0]?.views ?? 0n)
}

type Saving = Readonly<{ staffId: string; view: SavedView; now: Instant }>

export async function insertView(client: PoolClient, { staffId, view: { id, screen, name, query }, now }: Saving): Promise<void> {
  await client.query('insert into staff_views (view_id, staff_id, screen, name, query, saved_at) values ($1, $2, $3, $4, $5, $6)', [
    ...[id, staffId, screen, name, query, now],
  ])
}

type Own = Readonly<{ staffId: string; id: string }>

/** Renames an own view; somebody else's reads as a missing one. */
export async function renameView(reader: Reader, { staffId, id }: Own, name: string): Promise<SavedView | null> {
  const { rows } = await reader.query<SavedView>(
    `update staff_views set name = $3 where staff_id = $1 and view_id = $2 returning ${SHOWN}`,
    [staffId, id, name],
  )
  return rows[0] ?? null
}

export async function removeView(reader: Reader, { staffId, id }: Own): Promise<SavedView | null> {
  const { rows } = await reader.query<SavedView>(`delete from staff_views where staff_id = $1 and view_id = $2 returning ${SHOWN}`, [
    ...[staffId, id],
  ])
  return rows[0] ?? null
}
