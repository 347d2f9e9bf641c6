import type { Instant } from '@rueda/rules/time.ts'
import { Secret, TOTP } from 'otpauth'

/**
 * Codes of authenticator apps (RFC 6238): six digits that change every thirty seconds. A phone's clock may be one step
 * off in either direction.
 */
const PERIOD_SECONDS = 30
const PERIOD_MS = 30_000
const DIGITS = 6
const DRIFT_STEPS = 1
export const SECRET_BYTES = 20
const ISSUER = 'Rueda'

const generatorOf = (secret: Uint8Array, label: string): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_SECONDS,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

/** The time step a code belongs to; null when it is none of those around now. */
export function stepOfCode(secret: Uint8Array, code: string, now: Instant): number | null {
  const delta = generatorOf(secret, '').validate({ token: code, timestamp: now, window: DRIFT_STEPS })
  return delta === null ? null : Math.floor(now / PERIOD_MS) + delta
}

/** The same secret for people who type it and for apps that read it from a picture. */
export function describeSecret(secret: Uint8Array, label: string): Readonly<{ secret: string; uri: string }> {
  const generator = generatorOf(secret, label)
  return { secret: generator.secret.base32, uri: generator.toString() }
}
