import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LONGEST_PASSWORD, flag, secret, timestamp } from './fields.ts'

/** What protects an account beyond its passwords: a second factor, and showing again who one is (`ux.md` 4.13). */
const SIX_DIGITS = /^\d{6}$/u
const RECOVERY_CODE = /^[0-9A-Z]{5}-[0-9A-Z]{5}$/u

/** What an authenticator app shows. */
export const authenticatorCode = z.string().regex(SIX_DIGITS)
/** One of the codes kept for the day the authenticator is lost; each serves once. */
export const recoveryCode = z.string().regex(RECOVERY_CODE)

export const securityStatus = z
  .object({
    authenticator: flag,
    authenticatorTimestamp: timestamp.nullable(),
    recoveryCodesLeft: z.number().int(),
    /** Until then what asks for a proof takes the last one; null where it would ask now. */
    verifiedUntilTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'SecurityStatus' })

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const security = {
  status: endpoint({
    method: 'GET',
    path: '/user/security',
    access: 'user',
    summary: 'The second factors of this account',
    input: z.object({}),
    data: securityStatus,
  }),
  verify: endpoint({
    method: 'POST',
    path: '/user/verify',
    access: 'user',
    summary: 'Show again who one is, with the second factor where there is one and the password elsewhere; holds for five minutes',
    input: z.object({
      password: secret(LONGEST_PASSWORD).optional(),
      totp: authenticatorCode.optional(),
      recoveryCode: recoveryCode.optional(),
    }),
    data: z.object({ verifiedUntilTimestamp: timestamp }),
    refusals: ['password.old_wrong', 'second_factor.required', 'second_factor.wrong', 'second_factor.locked'],
  }),
  beginAuthenticator: endpoint({
    method: 'POST',
    path: '/user/authenticator/begin',
    access: 'user',
    stepUp: true,
    summary: 'A new secret for an authenticator app; it counts once its first code was shown',
    input: z.object({}),
    data: z.object({ secret: z.string(), uri: z.string() }),
    refusals: ['feature.disabled', 'second_factor.already_on'],
  }),
  confirmAuthenticator: endpoint({
    method: 'POST',
    path: '/user/authenticator/confirm',
    access: 'user',
    stepUp: true,
    summary: 'Switch the second factor on with its first code; the recovery codes are shown this once',
    input: z.object({ totp: authenticatorCode }),
    data: recoveryCodes,
    refusals: ['object.not_found', 'second_factor.already_on', 'second_factor.wrong'],
  }),
  removeAuthenticator: endpoint({
    method: 'POST',
    path: '/user/authenticator/remove',
    access: 'user',
    stepUp: true,
    summary: 'Switch the second factor off; money stays in for a day',
    input: z.object({}),
    data: z.literal(true),
    refusals: ['object.not_found'],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/user/recoveryCodes/renew',
    access: 'user',
    stepUp: true,
    summary: 'Ten new recovery codes; the ones before serve no more',
    input: z.object({}),
    data: recoveryCodes,
    refusals: ['object.not_found'],
  }),
} as const
