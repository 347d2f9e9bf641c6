import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Settings } from './config.ts'
import type { Clock, Ids, Random } from './deps.ts'
import type { FreeSpace } from './storage/free-space.ts'
import type { LinkKeys } from './storage/signed.ts'
import type { KycPort } from './features/kyc/port.ts'
import type { Notices } from './features/broadcasts/notices.ts'
import type { JobDesk } from './jobs/desk.ts'
import type { IntegrityRuns } from './features/integrity/verify/runs.ts'
import type { PushHub } from './push/hub.ts'
import type { SwitchBoard } from './features/switches/board.ts'
import type { TermsBook } from './features/terms/book.ts'
import type { Vault } from './vault/vault.ts'
import type { VenueClient } from './venue/client.ts'
import type { ClosedDays } from './venue/closed-days.ts'
import type { TradingStops } from './venue/stops.ts'
import type { AccountVersions } from './write-path/account-versions.ts'
import type { WritePath } from './write-path/write-path.ts'

/** The running server as its features see it. */
export type App = Readonly<{
  settings: Settings
  clock: Clock
  ids: Ids
  random: Random
  pool: Pool
  venue: VenueClient
  stops: TradingStops
  closedDays: ClosedDays
  switches: SwitchBoard
  terms: TermsBook
  notices: Notices
  jobs: JobDesk
  integrity: IntegrityRuns
  writePath: WritePath
  versions: AccountVersions
  hub: PushHub
  vault: Vault
  /** Signs what is given away to be shown again within minutes. */
  links: LinkKeys
  /** The room on the disk of the data folder. */
  space: FreeSpace
  kycPort: KycPort
  log: Logger
}>
