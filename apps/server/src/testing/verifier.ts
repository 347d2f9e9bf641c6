import type { Pool } from 'pg'
import type { Verifier } from '../features/integrity/verify/verifier.ts'
import { type Outside, verifyBooks } from '../features/integrity/verify/verify.ts'

/** Verifies in the test's own process: starting another for every run would be most of a test's time. */
export const verifierHere = (pool: Pool, outside: Outside): Verifier => ({
  verify: () => verifyBooks(pool, outside, () => performance.now()),
  stop: () => Promise.resolve(),
})
