import type { Books } from '@rueda/rules/ledger/books.ts'
import type { Pool, PoolClient } from 'pg'
import { inSnapshot } from '../../db/snapshot.ts'
import type { Reads } from '../../write-path/command.ts'
import { loadBooks } from '../../write-path/load.ts'

/** A customer's books for looking only: read in one snapshot, the lock given back at once. */
export const readBooks = (pool: Pool, accountId: string, reads: Reads): Promise<Books> =>
  inSnapshot(pool, (client) => booksWithin(client, accountId, reads))

/** The same where a transaction is open already. */
export async function booksWithin(client: PoolClient, accountId: string, reads: Reads): Promise<Books> {
  const { books } = await loadBooks(client, [{ accountId, reads, idempotency: null }], 'snapshot')
  const own = books.get(accountId)
  if (own === undefined) throw new Error(`account ${accountId} has no books`)
  return own
}
