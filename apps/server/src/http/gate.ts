import { type AccessLevel, type Endpoint, accessLevels } from '@rueda/contract/endpoint.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Clock } from '../deps.ts'
import type { Caller } from './handler.ts'

/**
 * What an endpoint asks of its caller besides a session (`domain.md` 0.3), decided in this one place before its handler
 * runs. The first thing missing is the answer, the cheapest first; the transaction password comes last, so that nobody
 * spends guesses on a call that would be refused anyway.
 */
export interface Gate {
  /** What the handler is given of the input, once the caller may go on. */
  pass(endpoint: Endpoint, caller: Caller | null, input: unknown): Promise<Result<unknown>>
}

/** What an account has shown of itself. */
export type Standing = Readonly<{ isIdentified: boolean; coolingUntil: Instant | null }>

type Dependencies = Readonly<{
  /** Cooling-off is time that people wait for, whatever the market's clock does. */
  wallClock: Clock
  standingOf: (accountId: string) => Promise<Standing>
  checkPayPassword: (accountId: string, payPassword: string, now: Instant) => Promise<Result<true>>
}>

export function createGate({ wallClock, standingOf, checkPayPassword }: Dependencies): Gate {
  async function checkStanding({ accountId, frozen }: Caller, isProtected: boolean, now: Instant): Promise<Result<true>> {
    if (frozen) return refuse('account.frozen')
    const { isIdentified, coolingUntil } = await standingOf(accountId)
    if (!isIdentified) return refuse('kyc.required')
    if (!isProtected || coolingUntil === null || coolingUntil <= now) return ok(true)
    return refuse('security.cooling_off', { coolingEndTimestamp: coolingUntil, retryAfterMs: coolingUntil - now })
  }

  return {
    pass: async ({ access }, caller, input) => {
      if (caller === null || !asksFor(access, 'identified')) return ok(input)
      const isProtected = asksFor(access, 'protected')
      const now = wallClock.now()
      const standing = await checkStanding(caller, isProtected, now)
      if (!standing.ok || !isProtected) return standing.ok ? ok(input) : standing
      const { payPassword, ...rest } = input as Readonly<{ payPassword: string }>
      const proof = await checkPayPassword(caller.accountId, payPassword, now)
      return proof.ok ? ok(rest) : proof
    },
  }
}

/** Whether a level asks for what another one asks: the levels are written in that order. */
const asksFor = (access: AccessLevel, level: AccessLevel): boolean => accessLevels.indexOf(access) >= accessLevels.indexOf(level)
