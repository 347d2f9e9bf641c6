import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Pool } from 'pg'
import type { Clock } from '../../deps.ts'
import type { Idempotency } from '../../http/handler.ts'
import { isAnswered } from '../../write-path/answer-once.ts'
import { type CodePurpose, checkCode } from './codes.ts'

type Proving = Readonly<{
  accountId: string
  email: string | null
  purpose: CodePurpose
  code: string | null
  idempotency: Idempotency
}>

/**
 * Checks that the caller can read the account's mails. Returns the code to be used up with the request; null when there is none: an account
 * without an address has no codes, and a repetition gets the answer of the first.
 */
export async function checkMailbox(
  { pool, wallClock }: Readonly<{ pool: Pool; wallClock: Clock }>,
  { accountId, email, purpose, code, idempotency }: Proving,
): Promise<Result<string | null>> {
  if (email === null || (await isAnswered(pool, accountId, idempotency))) return ok(null)
  if (code === null) return refuse('parameter.missing', { field: 'code' })
  return checkCode(pool, { email, purpose, requester: 'owner' }, code, wallClock.now())
}
