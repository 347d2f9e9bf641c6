import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import type { Settings } from '../../config.ts'
import type { Clock, Ids, Random } from '../../deps.ts'
import type { Sessions } from '../../http/session.ts'
import type { Mail } from '../../mail/mail.ts'
import type { MessageDraft } from '@rueda/rules/messages/message.ts'
import type { VenueClient } from '../../venue/client.ts'
import type { PasswordHashing } from './hashing.ts'

/** What accounts need of the house. */
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
  version: string
  hashing: PasswordHashing
  /** Makes the books of a new account, in the transaction that makes the account. */
  insertBooks: (client: PoolClient, accountId: string) => Promise<void>
  /**
   * Writes a message in the transaction of what it tells of. What it gives back is called after the commit and tells
   * whoever is connected.
   */
  writeMessage: (client: PoolClient, accountId: string, draft: MessageDraft) => Promise<() => Promise<void>>
  /** Books the practice money, once however often it is called. */
  grantPractice: (accountId: string, now: number) => Promise<void>
}>
