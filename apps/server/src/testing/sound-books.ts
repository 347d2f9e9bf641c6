import type { Pool } from 'pg'
import { expect } from 'vitest'
import { verifyBooks } from '../features/integrity/verify/verify.ts'

/** Expects every invariant of the ledger to hold, whatever the test did before; a test has no anchors, so those are left out. */
export async function expectSoundBooks(pool: Pool): Promise<void> {
  const { checks } = await verifyBooks(pool, null, () => 0)
  expect(checks.filter(({ offending }) => offending.length > 0)).toEqual([])
}
