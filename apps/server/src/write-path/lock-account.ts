import type { PoolClient } from 'pg'

/**
 * Locks an account until this transaction ends, so that it is not closed meanwhile; false where it is closed. For what a customer begins
 * that is not money: closing holds the same lock while it looks for what is under way.
 */
export async function lockAccount(client: PoolClient, accountId: string): Promise<boolean> {
  const { rows } = await client.query<{ open: boolean }>(LOCK, [accountId])
  return rows[0]?.open ?? false
}

// A row that another transaction held is read again once it is free.
const LOCK = 'select closed_at is null as open from accounts where account_id = $1 for update'
