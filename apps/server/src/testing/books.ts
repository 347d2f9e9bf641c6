import { grantPracticeMoney } from '@rueda/rules/wallets/grant.ts'
import { ok } from '@rueda/rules/result.ts'
import type { Pool } from 'pg'
import { insertBooks } from '../features/wallets/open.ts'
import type { WritePath } from '../write-path/write-path.ts'

/** Books of a test's customer, with this much money in the STOCK wallet. */
export async function openTestBooks(pool: Pool, writePath: WritePath, accountId: string, cents: bigint): Promise<string> {
  const client = await pool.connect()
  try {
    await insertBooks(client, accountId)
  } finally {
    client.release()
  }
  await writePath.run({
    accountId,
    idempotency: null,
    reads: { wallets: ['US_WALLET', 'STOCK'] },
    decide: () => ok({ outcome: grantPracticeMoney(accountId, cents * 2n, '2026-11-20'), data: true }),
  })
  return accountId
}
