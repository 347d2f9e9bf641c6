import type { Pool } from 'pg'
import { expect } from 'vitest'
import { verifyBooks } from '../features/integrity/verify/verify.ts'

/** Every invariant of the ledger holds, whatever the test did before; anchors aside, which a test has none of. */
export async function expectSoundBooks(pool: Pool): Promise<void> {
  const { checks } = await verifyBooks(pool, null, () => 0)
  expect(checks.filter(({ offending }) => offending.length > 0)).toEqual([])
}
