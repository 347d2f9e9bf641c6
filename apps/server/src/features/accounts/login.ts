import type { accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { type Place, checkSecondFactor } from '../security/second-factor.ts'
import type { AccountDeps } from './deps.ts'
import { grantOnce } from './grant.ts'
import * as guards from './guards.ts'
import { presentSession } from './present.ts'
import { BUSY } from './busy.ts'
import * as sessions from './sessions.ts'
import * as store from './store.ts'
import { NO_DEVICE, accountSubject, deviceOrigin, digest, networkOrigin } from './tokens.ts'
import { inTransaction } from '../../db/transaction.ts'

/** Slows a caller who guesses from thousands of addresses at thousands of accounts, but no known device. */
export const ALL_STRANGERS = { rateClass: 'strangers', accountId: null, address: '' } as const

type LoginRequest = HandlerRequest<typeof accounts.login>

/**
 * A wrong password and a name nobody has take the same way: same questions, same hash, same answer. The existence of a second factor is
 * revealed to nobody before the password was right.
 */
export async function login(deps: AccountDeps, request: LoginRequest): Promise<Result<DataOf<typeof accounts.login>>> {
  const { input } = request
  const account = await store.byName(deps.pool, input.username)
  const subject = account === null ? `name:${input.username.toLowerCase()}` : accountSubject(account.accountId)
  const place = await placeOf(deps, { subject, accountId: account?.accountId ?? null, request })
  const crowded = place.isKnown ? null : (takeAsStranger(deps, request) ?? deps.strangers.take(ALL_STRANGERS))
  if (crowded !== null) return refuse('rate.limited', { retryAfterMs: crowded })
  const wait = await takeGuesses(deps, digest(subject), place)
  if (wait !== null) return refuse('login.locked', { retryAfterMs: wait })

  const matches = await deps.hashing.matches(input.password, account?.passwordHash ?? null)
  if (matches.busy) return BUSY
  if (!matches.value || account === null) return refuse('login.failed')
  const factor = await checkSecondFactor(deps, account.accountId, input, place)
  if (!factor.ok) return factor
  await guards.forgive(deps.pool, digest(subject), [place.origin, guards.ANYWHERE])
  return enter(deps, account, request, place)
}

type Coming = Readonly<{
  subject: string
  accountId: string | null
  request: Pick<LoginRequest, 'deviceId' | 'address' | 'now'>
}>

/** A device that the account was signed in from is known wherever it is; everything else is a stranger of its network. */
export async function placeOf({ pool }: AccountDeps, { subject, accountId, request }: Coming): Promise<Place> {
  const { deviceId, address, now } = request
  const device = deviceId === null ? NO_DEVICE : deviceOrigin(subject, deviceId)
  const isKnown = await sessions.isKnownOrigin(pool, accountId, device, now)
  return { origin: isKnown ? device : networkOrigin(subject, address), isKnown, now }
}

/** A device of ours is let past the limit of its address for the account that knows it, and for no other. */
const takeAsStranger = ({ limits }: AccountDeps, { deviceId, address }: LoginRequest): number | null =>
  deviceId === null ? null : limits.take({ rateClass: 'login', accountId: null, address })

async function takeGuesses({ pool }: AccountDeps, subject: Buffer, { origin, isKnown, now }: Place): Promise<number | null> {
  const here = await guards.takeGuess(pool, { subject, origin, now, most: guards.MAX_FAILURES })
  // A known device is not delayed by strangers' attempts elsewhere.
  if (here !== null || isKnown) return here
  return guards.takeGuess(pool, {
    subject,
    origin: guards.ANYWHERE,
    now,
    most: guards.MAX_FAILURES_ANYWHERE,
    mostEver: guards.MAX_FAILURES_EVER,
  })
}

/** Opens the session of a customer who has proved the identity; a login from an unknown device is reported. */
export async function enter(
  deps: AccountDeps,
  account: store.Account,
  { now, address, device, keepDevice }: Pick<LoginRequest, 'now' | 'address' | 'device' | 'keepDevice'>,
  { isKnown }: Pick<Place, 'isKnown'>,
): Promise<Result<DataOf<typeof accounts.login>>> {
  const { accountId } = account
  const origin = deviceOrigin(accountSubject(accountId), keepDevice())
  if (!account.isGranted) await grantOnce(deps, accountId, now)
  const opened = await inTransaction(deps.pool, async (client) => {
    const session = await sessions.open(client, deps, { accountId, address, device, origin, now })
    const tell = isKnown ? null : await deps.notify(client, accountId, { template: 'security.newDevice', facts: { device }, link: null })
    return ok({ session, tell })
  })
  if (!opened.ok) return opened
  await opened.value.tell?.()
  return ok(presentSession(deps, account, opened.value.session, now))
}
