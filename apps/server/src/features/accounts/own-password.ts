import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { AccountDeps } from './deps.ts'
import * as guards from './guards.ts'
import { BUSY } from './busy.ts'
import * as store from './store.ts'
import { digest } from './tokens.ts'

type Proof = Readonly<{ accountId: string; sessionId: string; password: string; now: Instant }>

/** Asks a signed-in customer for the password again. Guesses are limited, because the session may be stolen. */
export async function checkOwnPassword(
  { pool, hashing }: Pick<AccountDeps, 'pool' | 'hashing'>,
  { accountId, sessionId, password, now }: Proof,
): Promise<Result<true>> {
  const account = await store.byId(pool, accountId)
  const guess = { subject: digest('change', accountId), origin: digest(sessionId) }
  const wait = await guards.takeGuess(pool, { ...guess, now, most: guards.MAX_FAILURES })
  if (wait !== null) return refuse('rate.limited', { retryAfterMs: wait })
  const matches = await hashing.matches(password, account?.passwordHash ?? null)
  if (matches.busy) return BUSY
  if (!matches.value) return refuse('password.old_wrong')
  await guards.forgive(pool, guess.subject, [guess.origin])
  return ok(true)
}
