import type { accounts } from '@rueda/contract/accounts.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { checkCode, useCode } from './codes.ts'
import { coolingUntil, pauseFact } from './cooling-off.ts'
import type { AccountDeps } from './deps.ts'
import * as guards from './guards.ts'
import { checkPassword, policyOf } from './password.ts'
import { BUSY } from './busy.ts'
import * as payDevices from './pay-devices.ts'
import * as store from './store.ts'
import { digest } from './tokens.ts'
import { createTurns } from '../../turns.ts'

/**
 * The transaction password (`docs/rules/accounts.md` A.1.6, A.1.7): asked for where money leaves or its destinations change, and
 * never the one people log in with, so that a stolen login alone moves nothing out.
 */
/** Attempts of one account at one device are counted one after the other. */
const inTurn = createTurns()
const LOCK_MS = 30 * MINUTE_MS

/**
 * Sets the first one. The gate has checked the identity, and money waits as after a change: else a stolen session of a customer who never
 * chose one could choose it and take everything.
 */
export async function createPayPassword(
  deps: AccountDeps,
  { input, caller, now }: HandlerRequest<typeof accounts.createPayPassword>,
): Promise<Result<true>> {
  const account = await store.byId(deps.pool, caller.accountId)
  if (account === null) return refuse('session.missing')
  const { accountId, payPasswordHash } = account
  if (payPasswordHash !== null) return ALREADY_CHOSEN
  const hashed = await hashNew(deps, account, input.payPassword)
  if (!hashed.ok) return hashed
  return carryOut(deps, async (client) => {
    const until = coolingUntil(deps.settings, now)
    if (!(await store.choosePayPassword(client, { accountId, passwordHash: hashed.value, coolingUntil: until }))) return ALREADY_CHOSEN
    const facts = { until: pauseFact(until, now) }
    return ok(await deps.notify(client, accountId, { template: 'security.payPasswordSet', facts, link: null }))
  })
}

const ALREADY_CHOSEN = refuse('parameter.invalid', { field: 'payPassword' })

export async function changePayPassword(
  deps: AccountDeps,
  { input, caller, now }: HandlerRequest<typeof accounts.changePayPassword>,
): Promise<Result<true>> {
  const { oldPayPassword, code, payPassword } = input
  const account = await store.byId(deps.pool, caller.accountId)
  if (account === null) return refuse('session.missing')
  if (account.payPasswordHash === null) return refuse('pay_password.missing')
  const { sessionId } = caller
  const byOld = { old: oldPayPassword, sessionId, now }
  const proof = code === undefined ? await byOldOne(deps, account, byOld) : await byCode(deps, account, code, now)
  if (!proof.ok) return proof
  const hashed = await hashNew(deps, account, payPassword)
  if (!hashed.ok) return hashed
  return carryOut(deps, async (client) => {
    if (proof.value.codeId !== null && !(await useCode(client, proof.value.codeId, now))) return refuse('code.wrong')
    const { accountId } = account
    const until = coolingUntil(deps.settings, now)
    await store.changePayPassword(client, { accountId, passwordHash: hashed.value, coolingUntil: until })
    await payDevices.forgetOthers(client, { accountId, sessionId }, now)
    return ok(
      await deps.notify(client, accountId, {
        template: 'security.payPasswordChanged',
        facts: { until: pauseFact(until, now) },
        link: null,
      }),
    )
  })
}

type Proof = Readonly<{ codeId: string | null }>

type Old = Readonly<{ old: string | undefined; sessionId: string; now: Instant }>

async function byOldOne(deps: AccountDeps, account: store.Account, { old, sessionId, now }: Old): Promise<Result<Proof>> {
  if (old === undefined) return refuse('parameter.missing', { field: 'oldPayPassword' })
  const checked = await checkPayPassword(deps, account, { payPassword: old, sessionId, now })
  return checked.ok ? ok({ codeId: null }) : checked
}

/** Forgotten: a code that only the owner of the mailbox can read. */
async function byCode({ pool }: AccountDeps, { email }: store.Account, code: string, now: Instant): Promise<Result<Proof>> {
  if (email === null) return refuse('code.wrong')
  const checked = await checkCode(pool, { email, purpose: 'pay', requester: 'owner' }, code, now)
  return checked.ok ? ok({ codeId: checked.value }) : checked
}

type Guess = Readonly<{ payPassword: string; sessionId: string; now: Instant }>

/**
 * After five wrong ones every device of the account waits half an hour: the guesser is signed in already. A device that has shown the right
 * one before has guesses of its own, so that a session stolen elsewhere does not delay its owner. A device is checked once at a time: each
 * check counts as a guess until it has been right, and several at once would lock out whoever knows the password.
 */
export async function checkPayPassword(deps: Checking, account: store.Account, guess: Guess): Promise<Result<true>> {
  const { accountId } = account
  const device = await payDevices.deviceOf(deps.pool, { accountId, sessionId: guess.sessionId })
  return inTurn([`pay password ${accountId} ${device.origin.toString('hex')}`], () => checkInTurn(deps, account, guess, device))
}

type Checking = Pick<AccountDeps, 'pool' | 'hashing'>
type Device = Awaited<ReturnType<typeof payDevices.deviceOf>>

async function checkInTurn(
  { pool, hashing }: Checking,
  account: store.Account,
  { payPassword, sessionId, now }: Guess,
  device: Device,
): Promise<Result<true>> {
  const { accountId } = account
  const subject = digest('pay', accountId)
  const guess = { subject, now, most: guards.MAX_FAILURES, lockMs: LOCK_MS }
  const here = await guards.takeGuess(pool, { ...guess, origin: device.origin })
  const wait = here !== null || device.hasShown ? here : await guards.takeGuess(pool, { ...guess, origin: guards.ANYWHERE })
  if (wait !== null) return refuse('pay_password.locked', { retryAfterMs: wait })
  const matches = await hashing.matches(payPassword, account.payPasswordHash)
  if (matches.busy) return BUSY
  if (!matches.value) return refuse('pay_password.wrong')
  await guards.forgive(pool, subject, [device.origin, guards.ANYWHERE])
  await payDevices.noteShown(pool, { accountId, sessionId }, now)
  return ok(true)
}

async function hashNew({ settings, hashing }: AccountDeps, account: store.Account, payPassword: string): Promise<Result<string>> {
  const field = 'payPassword'
  const own = [account.email, account.username]
  const strong = checkPassword({ password: payPassword, policy: policyOf(settings), own, field })
  if (!strong.ok) return strong
  const isLogin = await hashing.matches(payPassword, account.passwordHash)
  if (isLogin.busy) return BUSY
  if (isLogin.value) return refuse('password.format', { field, reason: 'login' })
  const hashed = await hashing.hash(payPassword)
  return hashed.busy ? BUSY : ok(hashed.value)
}

type Change = Parameters<typeof inTransaction<() => Promise<void>>>[1]

/** The change and its message are committed together; connected clients are notified afterwards. */
async function carryOut({ pool }: AccountDeps, change: Change): Promise<Result<true>> {
  const changed = await inTransaction(pool, change)
  if (!changed.ok) return changed
  await changed.value()
  return ok(true)
}
