import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { staff } from '@rueda/contract/admin/staff.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import { consoleUrlOf } from '../../http/console-origin.ts'
import { hashToken, newToken } from '../../http/session.ts'
import type { AdminRequest } from '../../admin/handler.ts'
import { listenAddress, shownAddress } from '../../shown-address.ts'
import { openStaffSession } from '../../admin/sessions.ts'
import * as guards from '../accounts/guards.ts'
import { checkPassword } from '../accounts/password.ts'
import { BUSY } from '../accounts/busy.ts'
import { digest } from '../accounts/tokens.ts'
import { bringingAdministrators } from '../approvals/approvals.ts'
import { SECRET_BYTES, describeSecret, stepOfCode } from '../security/one-time-password.ts'
import { auditOwnSession } from './own-audit.ts'
import { staffOrigin } from './place.ts'
import { presentStaffSession } from './present.ts'
import type { StaffDeps } from './sign-in.ts'
import * as store from './store.ts'

/** A set-up link works once and for a day: it shows the authenticator's secret and takes the password. */
export const SETUP_MS = DAY_MS
/** Vault place of the secret of somebody’s authenticator app. */
export const factorPlace = (staffId: string) => ({ accountId: `staff:${staffId}`, field: 'staff.factor' })

export async function offerSetup(
  { vault, random }: Pick<FullApp, 'vault' | 'random'>,
  client: Reader,
  { staffId }: Pick<store.StaffMember, 'staffId'>,
  now: Instant,
): Promise<string> {
  const token = newToken(random)
  const factor = vault.seal(factorPlace(staffId), random.bytes(SECRET_BYTES))
  await store.offerSetup(client, { staffId, hash: hashToken(token), factor, until: now + SETUP_MS })
  return token
}

/** A server without a public name uses its listening address. */
export const setupUrl = ({ settings }: Pick<FullApp, 'settings'>, token: string, address?: string): string =>
  `${consoleUrlOf(settings) ?? (address === undefined ? listenAddress(settings) : shownAddress(address))}/console/#/setup/${token}`

type Offered = Readonly<{ member: store.StaffMember; factor: Buffer; hash: Buffer }>

async function offered({ pool, vault }: StaffDeps, token: string, now: Instant): Promise<Offered | null> {
  const hash = hashToken(token)
  const member = await store.bySetupHash(pool, hash)
  if (member === null || member.setupFactor === null || (member.setupUntil ?? 0) <= now) return null
  return { member, hash, factor: vault.open(factorPlace(member.staffId), member.setupFactor) }
}

export async function beginSetup(
  deps: StaffDeps,
  { input, now }: AdminRequest<typeof staff.beginSetup>,
): Promise<Result<StaffDataOf<typeof staff.beginSetup>>> {
  const found = await offered(deps, input.token, now)
  if (found === null) return refuse('staff.setup_invalid')
  const { name, email, passwordHash } = found.member
  return ok({ name, email, needsPassword: passwordHash === null ? 1 : 0, ...describeSecret(found.factor, email ?? name) })
}

export async function finishSetup(
  deps: StaffDeps,
  request: AdminRequest<typeof staff.finishSetup>,
): Promise<Result<StaffDataOf<typeof staff.finishSetup>>> {
  const { input, now, address, device } = request
  const found = await offered(deps, input.token, now)
  if (found === null) return refuse('staff.setup_invalid')
  const { member, factor, hash } = found
  const email = member.email ?? input.email
  if (email === undefined) return refuse('parameter.missing', { field: 'email' })
  const guess = { subject: digest('staffSetup', member.staffId), origin: guards.ANYWHERE, now, most: guards.MAX_FAILURES }
  const wait = await guards.takeGuess(deps.pool, guess)
  if (wait !== null) return refuse('login.locked', { retryAfterMs: wait })
  const step = stepOfCode(factor, input.code, now)
  if (step === null) return refuse('code.wrong')
  const password = await passwordHashOf(deps, member, { email, password: input.password })
  if (!password.ok) return password
  const opened = await inTransaction(deps.pool, async (client) => {
    const { staffId } = member
    const taken = await store.byEmail(client, email)
    if (taken !== null && taken.staffId !== staffId) return refuse('account.taken')
    const whole = { staffId, hash, email, name: member.email === null ? (input.name ?? member.name) : member.name, step }
    const isFinished = await bringingAdministrators(client, now, () =>
      store.finishSetup(client, { ...whole, passwordHash: password.value }),
    )
    if (!isFinished) return refuse('staff.setup_invalid')
    const session = await openStaffSession(client, deps, {
      ...{ staffId, device, address, now },
      origin: staffOrigin(staffId, request.keepDevice()),
    })
    await auditOwnSession(client, request, session.staff, 'setUp')
    return ok(session)
  })
  if (!opened.ok) return opened
  await guards.forgive(deps.pool, guess.subject, [guess.origin])
  request.signIn(opened.value.token)
  return ok(presentStaffSession(opened.value.staff))
}

type Chosen = Readonly<{ email: string; password: string | undefined }>

/** Staff passwords have fifteen characters at least; one that is chosen already stays. */
async function passwordHashOf({ hashing }: StaffDeps, member: store.StaffMember, { email, password }: Chosen): Promise<Result<string>> {
  if (member.passwordHash !== null) return ok(member.passwordHash)
  if (password === undefined) return refuse('parameter.missing', { field: 'password' })
  const strong = checkPassword({ password, policy: 'staff', own: [email, member.name] })
  if (!strong.ok) return strong
  const hashed = await hashing.hash(password)
  return hashed.busy ? BUSY : ok(hashed.value)
}
