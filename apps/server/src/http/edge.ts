import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Settings } from '../config.ts'
import type { Clock, Ids, Random } from '../deps.ts'
import { type Mail, createMail } from '../mail/mail.ts'
import { smtpTransport } from '../mail/transport.ts'
import type { Vault } from '../vault/vault.ts'
import { type Bounds, createBounds } from './bounds.ts'
import { type DeviceCookies, createDeviceCookies } from './device-cookie.ts'
import type { Gate } from './gate.ts'
import { type RateLimits, createRateLimits, unlimited } from './rate-limits.ts'
import { type Sessions, createSessions } from './session.ts'

/** Parts that only the HTTP edge needs: sessions and the checks of a caller, the mail that leaves, and the wall clock. */
export type EdgeParts = Readonly<{
  sessions: Sessions
  gate: Gate
  /** Limits on logins from devices that their account has not seen, wherever they come from. */
  strangers: RateLimits
  /** Limits that count by account, device or address. */
  limits: RateLimits
  /** Limits on what one address and one account may hold at once. */
  bounds: Bounds
  devices: DeviceCookies
  mail: Mail
  wallClock: Clock
  version: string
}>

type Dependencies = Readonly<{
  vault: Pick<Vault, 'fingerprint'>
  random: Random
  settings: Pick<Settings, 'SMTP_URL' | 'PUBLIC_URL' | 'RATE_LIMITS'>
  pool: Pool
  ids: Ids
  log: Logger
  wallClock: Clock
  version: string
}>

export function createEdgeParts({ settings, pool, ids, random, vault, log, wallClock, version }: Dependencies): Omit<EdgeParts, 'gate'> {
  const { SMTP_URL, PUBLIC_URL, RATE_LIMITS } = settings
  const transport = SMTP_URL === undefined ? null : smtpTransport({ smtpUrl: SMTP_URL, publicUrl: PUBLIC_URL ?? null })
  const mail = createMail({ pool, wallClock, ids, log, transport })
  const strangers = RATE_LIMITS === 'off' ? unlimited : createRateLimits(() => wallClock.now())
  const limits = RATE_LIMITS === 'off' ? unlimited : createRateLimits()
  const devices = createDeviceCookies({ vault, random, isHttps: PUBLIC_URL !== undefined })
  const bounds = createBounds(RATE_LIMITS === 'on')
  return { strangers, limits, bounds, devices, sessions: createSessions({ pool, wallClock }), mail, wallClock, version }
}
