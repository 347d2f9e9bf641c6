import type { Books } from '@rueda/rules/ledger/books.ts'
import type { Pool } from 'pg'
import { inSnapshot } from '../db/snapshot.ts'
import type { Reads } from '../write-path/command.ts'
import { loadBooks } from '../write-path/load.ts'

/** A customer's books for looking only: read in one snapshot, the lock given back at once. */
export async function readBooks(pool: Pool, accountId: string, reads: Reads): Promise<Books> {
  const { books } = await inSnapshot(pool, (reader) => loadBooks(reader, [{ accountId, reads, idempotency: null }], 'snapshot'))
  const own = books.get(accountId)
  if (own === undefined) throw new Error(`account ${accountId} has no books`)
  return own
}
