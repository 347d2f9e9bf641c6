import { VALID_FOR_MS } from '@rueda/rules/suitability/attempt.ts'
import { POOL_VERSION, QUESTIONS_ASKED, questionIds } from '@rueda/rules/suitability/pool.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'

/** A row as of an attempt that was passed at this moment. The version makes the server read the account anew. */
const PASSED = `
  with counted as (update account_states set version = version + 1 where account_id = $1)
  insert into suitability_attempts
    (account_id, id, status, pool_version, questions, answers, right_answers, begun_at, handed_in_at, valid_until)
  values ($1, gen_random_uuid(), 'passed', $2, $3, $4, $5, $6, $6, $7)`

/** Makes customers ones that may open positions on margin, without the questions being what a test is about. */
export async function passSuitability(pool: Pool, now: Instant, ...accountIds: readonly string[]): Promise<void> {
  const questions = questionIds.slice(0, QUESTIONS_ASKED)
  for (const accountId of accountIds)
    await pool.query(PASSED, [accountId, POOL_VERSION, questions, '0'.repeat(QUESTIONS_ASKED), QUESTIONS_ASKED, now, now + VALID_FOR_MS])
}
