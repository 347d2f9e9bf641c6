import { type AccessLevel, type Endpoint, accessLevels } from '@rueda/contract/endpoint.ts'
import { isBound } from '@rueda/rules/agreements/bound-acts.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Clock } from '../deps.ts'
import type { Caller } from './handler.ts'

/**
 * Checks what an endpoint requires of its caller besides a session (`docs/rules/api.md` 0.3), in this one place before its
 * handler runs. The first thing missing is the answer, the cheapest first; the transaction password comes last, so that
 * nobody spends guesses on a call that would be refused anyway.
 */
export interface Gate {
  /** Returns the input for the handler, once the caller may go on. */
  pass(endpoint: Endpoint, caller: Caller | null, input: unknown): Promise<Result<unknown>>
}

/** Proofs that an account has given, and the ones its owner can be asked for. */
export type Standing = Readonly<{ isIdentified: boolean; coolingUntil: Instant | null; proofs: Proofs }>
export type Proofs = Readonly<{ password: boolean; authenticator: boolean; passkey: boolean }>

/** Time for which a proof of identity serves in the session it was given in. */
export const PROOF_LIFE_MS = 5 * MINUTE_MS

type Dependencies = Readonly<{
  /** Cooling-off is a wait on the wall clock, whatever the market's clock does. */
  wallClock: Clock
  standingOf: (accountId: string) => Promise<Standing>
  hasAgreed: (accountId: string) => Promise<boolean>
  checkPayPassword: (caller: Caller, payPassword: string, now: Instant) => Promise<Result<true>>
}>

export function createGate({ wallClock, standingOf, hasAgreed, checkPayPassword }: Dependencies): Gate {
  return {
    pass: async (endpoint, caller, input) => {
      const { access, stepUp } = endpoint
      const act = endpoint.act(input)
      if (caller !== null && act !== null && isBound(act) && !(await hasAgreed(caller.accountId))) return refuse('agreement.required')
      if (caller === null || !(stepUp || asksFor(access, 'identified'))) return ok(input)
      const now = wallClock.now()
      const isThere = checkStanding(endpoint, caller, await standingOf(caller.accountId), now)
      if (!isThere.ok || !asksFor(access, 'protected')) return isThere.ok ? ok(input) : isThere
      const { payPassword, ...rest } = input as Readonly<{ payPassword: string }>
      const isOwner = await checkPayPassword(caller, payPassword, now)
      return isOwner.ok ? ok(rest) : isOwner
    },
  }
}

function checkStanding({ access, stepUp }: Endpoint, caller: Caller, standing: Standing, now: Instant): Result<true> {
  const { isIdentified, coolingUntil, proofs } = standing
  if (asksFor(access, 'identified')) {
    if (caller.frozen) return refuse('account.frozen')
    if (!isIdentified) return refuse('kyc.required')
  }
  const isProtected = asksFor(access, 'protected')
  if (isProtected && coolingUntil !== null && coolingUntil > now)
    return refuse('security.cooling_off', { coolingEndTimestamp: coolingUntil, retryAfterMs: coolingUntil - now })
  // Sending money out requires the transaction password as one proof and, from those who have one, a second factor as another.
  const asksForProof = stepUp ? hasAny(proofs) : isProtected && (proofs.authenticator || proofs.passkey)
  return asksForProof && !isFresh(caller, now) ? refuse('step_up.required', { ...proofs }) : ok(true)
}

/** False for a practice account, which has no proof to give: anybody with its session is its owner. */
const hasAny = ({ password, authenticator, passkey }: Proofs): boolean => password || authenticator || passkey

const isFresh = ({ verifiedAt }: Caller, now: Instant): boolean => verifiedAt !== null && now < verifiedAt + PROOF_LIFE_MS

/** Returns true when one level requires what the other requires: the levels are written in that order. */
const asksFor = (access: AccessLevel, level: AccessLevel): boolean => accessLevels.indexOf(access) >= accessLevels.indexOf(level)
