import type { Books } from '@rueda/rules/ledger/books.ts'
import type { Pool } from 'pg'
import type { Reads } from '../write-path/command.ts'
import { loadBooks } from '../write-path/load.ts'

/** A customer's books for looking only: read in one snapshot, the lock given back at once. */
export async function readBooks(pool: Pool, accountId: string, reads: Reads): Promise<Books> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const { books } = await loadBooks(client, [{ accountId, reads, idempotency: null }], 'snapshot')
    const own = books.get(accountId)
    if (own === undefined) throw new Error(`account ${accountId} has no books`)
    return own
  } finally {
    await client.query('commit').catch(() => undefined)
    client.release()
  }
}
