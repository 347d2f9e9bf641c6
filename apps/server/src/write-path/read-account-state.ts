import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import type { Pool, PoolClient } from 'pg'
import { inSnapshot } from '../db/snapshot.ts'
import type { Reads } from './command.ts'
import { loadAccountStates } from './load.ts'

/** A customer's state for reading only: from one snapshot. */
export const readAccountState = (pool: Pool, accountId: string, reads: Reads): Promise<AccountState> =>
  inSnapshot(pool, (client) => accountStateWithin(client, accountId, reads))

/** The same inside an open transaction. */
export async function accountStateWithin(client: PoolClient, accountId: string, reads: Reads): Promise<AccountState> {
  const { states } = await loadAccountStates(client, [{ accountId, reads, idempotency: null }])
  const own = states.get(accountId)
  if (own === undefined) throw new Error(`account ${accountId} has no state`)
  return own
}
