import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import * as guards from '../accounts/guards.ts'
import type { Notify } from '../accounts/notice.ts'
import { digest } from '../accounts/tokens.ts'
import { stepOfCode } from './one-time-password.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import * as store from './store.ts'

/**
 * The code required beside the password. A code serves once; wrong ones are counted apart from wrong passwords, because the sender knows
 * the password already.
 */
export type Given = Readonly<{ totp?: string | undefined; recoveryCode?: string | undefined }>
/** The origin, and if the account knows it; a stranger's guesses never delay a known device. */
export type Place = Readonly<{ origin: Buffer; isKnown: boolean; now: Instant }>

type Parts = Pick<App, 'pool' | 'vault'> & Readonly<{ notify: Notify }>

/** True once a code was accepted; false for an account that requires none. */
export async function checkSecondFactor(parts: Parts, accountId: string, given: Given, place: Place): Promise<Result<boolean>> {
  const authenticator = await store.authenticatorOf(parts.pool, accountId)
  if (authenticator === null || authenticator.confirmedAt === null) return ok(false)
  if (given.totp === undefined && given.recoveryCode === undefined) return refuse('second_factor.required')
  const subject = digest('second factor', accountId)
  const wait = await takeGuesses(parts, subject, place)
  if (wait !== null) return refuse('second_factor.locked', { retryAfterMs: wait })
  const taken = await inTransaction(parts.pool, (client) => take(client, parts, accountId, given, place.now))
  if (!taken.ok) return taken
  await guards.forgive(parts.pool, subject, [place.origin, guards.ANYWHERE])
  await taken.value?.()
  return ok(true)
}

async function takeGuesses({ pool }: Pick<Parts, 'pool'>, subject: Buffer, { origin, isKnown, now }: Place): Promise<number | null> {
  const here = await guards.takeGuess(pool, { subject, origin, now, most: guards.MAX_FAILURES })
  if (here !== null || isKnown) return here
  return guards.takeGuess(pool, { subject, origin: guards.ANYWHERE, now, most: guards.MAX_FAILURES })
}

type Telling = (() => Promise<void>) | null

/** Reports a recovery code that was used: somebody else may have found it. */
async function take(
  client: PoolClient,
  { vault, notify }: Parts,
  accountId: string,
  { totp, recoveryCode }: Given,
  now: Instant,
): Promise<Result<Telling>> {
  if (totp !== undefined) return (await takeCode(client, vault, accountId, totp, now)) ? ok(null) : WRONG
  const isRight = recoveryCode !== undefined && (await spendRecoveryCode(client, vault, accountId, recoveryCode, now))
  if (!isRight) return WRONG
  const left = String(await store.recoveryCodesLeft(client, accountId))
  return ok(await notify(client, accountId, { template: 'security.recoveryUsed', facts: { left }, link: null }))
}

const WRONG = refuse('second_factor.wrong')

/** False for a wrong code, and for a right one that has served already or is older than one that has. */
export async function takeCode(client: PoolClient, vault: App['vault'], accountId: string, code: string, now: Instant): Promise<boolean> {
  const authenticator = await store.authenticatorOf(client, accountId, true)
  if (authenticator === null) return false
  const step = stepOfCode(vault.open(placeOfSecret(accountId), authenticator.secret), code, now)
  return step !== null && store.takeStep(client, accountId, step)
}

export const placeOfSecret = (accountId: string): Readonly<{ accountId: string; field: string }> => ({ accountId, field: 'authenticator' })
