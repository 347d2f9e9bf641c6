import type { PoolClient } from 'pg'

/**
 * Makes an account wait for the end of this transaction: no batch that was decided before is saved any more, and none is saved before it.
 * For what is not money and must agree with it, such as cards that money may be on its way to.
 */
export async function claimAccount(client: PoolClient, accountId: string): Promise<void> {
  await client.query('update account_states set version = version + 1 where account_id = $1', [accountId])
}
