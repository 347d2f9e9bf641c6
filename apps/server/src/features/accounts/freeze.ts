import type { PoolClient } from 'pg'
import type { Instant } from '@rueda/rules/time.ts'

/**
 * A frozen account reads, closes, cancels, repays and exports; nothing else. Its owner can freeze it at any time and undo that; a freeze by
 * staff only staff undo. Both go this way, in the transaction of their message.
 */
export type Freezer = 'owner' | 'staff'

/** False when it was frozen already; a freeze by staff stays theirs. Updates the row whose version every money command is saved with. */
export async function freeze(client: PoolClient, accountId: string, by: Freezer, now: Instant): Promise<boolean> {
  const { rowCount } = await client.query(
    'update account_states set frozen_at = $2, frozen_by = $3 where account_id = $1 and frozen_at is null',
    [accountId, now, by],
  )
  if (rowCount === 1) return true
  if (by === 'staff') await client.query("update account_states set frozen_by = 'staff' where account_id = $1", [accountId])
  return false
}

/** False when nobody of that kind froze it. */
export async function thaw(client: PoolClient, accountId: string, by: Freezer): Promise<boolean> {
  const { rowCount } = await client.query(
    "update account_states set frozen_at = null, frozen_by = null where account_id = $1 and frozen_at is not null and coalesce(frozen_by, 'staff') = $2",
    [accountId, by],
  )
  return rowCount === 1
}
