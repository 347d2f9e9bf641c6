import type { staff } from '@rueda/contract/admin/staff.ts'
import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AdminRequest, StaffRequest } from '../../admin/handler.ts'
import { noteVerified, openStaffSession } from '../../admin/sessions.ts'
import * as guards from '../accounts/guards.ts'
import type { PasswordHashing } from '../accounts/hashing.ts'
import { BUSY } from '../accounts/busy.ts'
import { digest } from '../accounts/tokens.ts'
import { stepOfCode } from '../security/one-time-password.ts'
import { type StaffPlace, placeOfStaff, staffOrigin, takeAsStranger } from './place.ts'
import { isNewPlace, tellOfNewPlace } from './new-place.ts'
import { auditOwnSession } from './own-audit.ts'
import { presentStaffSession } from './present.ts'
import { factorPlace, offerSetup } from './setup.ts'
import * as store from './store.ts'

export type StaffDeps = FullApp & Readonly<{ hashing: PasswordHashing }>

/**
 * Password and second factor in one request, and one answer for every fault in them. A colleague with the right password and no factor yet
 * is shown the way to choose one, and is not signed in before.
 */
export async function signIn(
  deps: StaffDeps,
  request: AdminRequest<typeof staff.signIn>,
): Promise<Result<StaffDataOf<typeof staff.signIn>>> {
  const { input, now } = request
  const subject = `staff:${input.email}`
  const member = await store.byEmail(deps.pool, input.email)
  const place = await placeOfStaff(deps, member?.staffId ?? null, request)
  const crowded = place.isKnown ? null : takeAsStranger(deps, request)
  if (crowded !== null) return refuse('rate.limited', { retryAfterMs: crowded })
  const wait = await takeGuesses(deps, subject, place)
  if (wait !== null) return refuse('login.locked', { retryAfterMs: wait })
  const matches = await deps.hashing.matches(input.password, member?.passwordHash ?? null)
  if (matches.busy) return BUSY
  if (!matches.value || member === null || member.isDisabled) return refuse('login.failed')
  if (member.factor === null) {
    await forgive(deps, subject, place)
    return ok({ state: 'setup', token: await offerSetup(deps, deps.pool, member, now) })
  }
  const step = stepOf(deps, member, input.code ?? '', now)
  if (step === null || !(await store.useFactorStep(deps.pool, member.staffId, step))) return refuse('login.failed')
  await forgive(deps, subject, place)
  return enter(deps, member, request)
}

async function takeGuesses({ pool }: StaffDeps, subject: string, { origin, isKnown, now }: StaffPlace): Promise<number | null> {
  const guess = { subject: digest(subject), now }
  const here = await guards.takeGuess(pool, { ...guess, origin, most: guards.MAX_FAILURES })
  // A device that was signed in before is not delayed by strangers' attempts elsewhere.
  if (here !== null || isKnown) return here
  return guards.takeGuess(pool, { ...guess, origin: guards.ANYWHERE, most: guards.MAX_FAILURES_ANYWHERE })
}

const forgive = ({ pool }: StaffDeps, subject: string, { origin }: StaffPlace): Promise<void> =>
  guards.forgive(pool, digest(subject), [origin, guards.ANYWHERE])

function stepOf({ vault }: StaffDeps, member: store.StaffMember | null, code: string, now: Instant): number | null {
  if (member === null || member.factor === null) return null
  return stepOfCode(vault.open(factorPlace(member.staffId), member.factor), code, now)
}

/** Begins the session and ends the one before it. */
async function enter(
  deps: StaffDeps,
  { staffId, email }: store.StaffMember,
  request: AdminRequest<typeof staff.signIn>,
): Promise<Result<StaffDataOf<typeof staff.signIn>>> {
  const { address, device, now } = request
  const isNew = await isNewPlace(deps.pool, { staffId, device, address })
  const opened = await inTransaction(deps.pool, async (client) => {
    const session = await openStaffSession(client, deps, {
      ...{ staffId, device, address, now },
      origin: staffOrigin(staffId, request.keepDevice()),
    })
    await auditOwnSession(client, request, session.staff, 'signedIn')
    return ok(session)
  })
  if (!opened.ok) return opened
  request.signIn(opened.value.token)
  if (isNew && email !== null) tellOfNewPlace(deps, { staffId, email, device, address, now })
  return ok({ state: 'in', session: presentStaffSession(opened.value.staff) })
}

/** The second factor once more, for the two eyes of a decision. */
export async function verifyFactor(
  deps: StaffDeps,
  request: StaffRequest<typeof staff.verify>,
): Promise<Result<StaffDataOf<typeof staff.verify>>> {
  const { input, staff: caller, now } = request
  const subject = `staffFactor:${caller.staffId}`
  // The signed-in person is known; one session has five tries, whatever is tried elsewhere.
  const place = { origin: digest(subject, caller.sessionId), isKnown: true, now }
  const wait = await takeGuesses(deps, subject, place)
  if (wait !== null) return refuse('login.locked', { retryAfterMs: wait })
  const member = await store.byId(deps.pool, caller.staffId)
  const step = stepOf(deps, member, input.code, now)
  if (step === null || !(await store.useFactorStep(deps.pool, caller.staffId, step))) return refuse('code.wrong')
  await forgive(deps, subject, place)
  await noteVerified(deps.pool, caller.sessionId, now)
  return ok(presentStaffSession({ ...caller, verifiedAt: now }))
}
