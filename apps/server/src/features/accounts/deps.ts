import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import type { Settings } from '../../config.ts'
import type { Clock, Ids, Random } from '../../deps.ts'
import type { RateLimits } from '../../http/rate-limits.ts'
import type { Sessions } from '../../http/session.ts'
import type { Mail } from '../../mail/mail.ts'
import type { KillSwitches } from '../switches/kill-switches.ts'
import type { Vault } from '../../vault/vault.ts'
import type { VenueClient } from '../../venue/client.ts'
import type { PasswordHashing } from './hashing.ts'
import type { Notify } from './notice.ts'

/** Dependencies of accounts. */
export type AccountDeps = Readonly<{
  settings: Pick<Settings, 'HOST' | 'PUBLIC_URL' | 'SMTP_URL' | 'DEV_CODES' | 'PASSWORD_POLICY' | 'RATE_LIMITS' | 'REVIEW_SECONDS'>
  /** Real time: sessions, codes and locks last as long as people wait for them, whatever the market's clock does. */
  wallClock: Clock
  ids: Ids
  random: Random
  pool: Pool
  log: Logger
  sessions: Sessions
  mail: Mail
  venue: Pick<VenueClient, 'label' | 'scenario'>
  switches: KillSwitches
  version: string
  hashing: PasswordHashing
  strangers: RateLimits
  limits: RateLimits
  /** Inserts the state of a new account, in the transaction that makes the account. */
  insertAccountState: (client: PoolClient, accountId: string) => Promise<void>
  vault: Vault
  notify: Notify
  /** Books the practice money, once however often it is called. */
  grantPractice: (accountId: string) => Promise<void>
}>
