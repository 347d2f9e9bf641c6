import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Settings } from './config.ts'
import type { Clock, Ids, Random } from './deps.ts'
import type { JobRetrier } from './jobs/job-retrier.ts'
import type { PushHub } from './push/hub.ts'
import type { FreeSpace } from './storage/free-space.ts'
import type { LinkKeys } from './storage/signed.ts'
import type { FileStore } from './storage/store.ts'
import type { ArchiveReading } from './storage/archive-reading.ts'
import type { Vault } from './vault/vault.ts'
import type { VenueClient } from './venue/client.ts'
import type { ClosedDays } from './venue/closed-days.ts'
import type { TradingHalts } from './venue/trading-halts.ts'
import type { CountedVersions } from './write-path/account-versions.ts'
import type { CommittedElsewhere } from './write-path/committed-elsewhere.ts'
import type { WritePath } from './write-path/write-path.ts'

/** The parts of the running server that every feature stands on, and that know no feature. */
export type Infrastructure = Readonly<{
  settings: Settings
  clock: Clock
  ids: Ids
  random: Random
  pool: Pool
  venue: VenueClient
  halts: TradingHalts
  closedDays: ClosedDays
  jobs: JobRetrier
  /** Features change money by `commands`, and hear here of what was committed. */
  writePath: Pick<WritePath, 'onCommitted'>
  versions: CountedVersions
  /** What other processes commit of what is kept in memory here. */
  elsewhere: CommittedElsewhere
  hub: PushHub
  vault: Vault
  /** Signs links and tickets that come back within minutes. */
  links: LinkKeys
  /** What customers handed in, their exports, and the files of the public log. */
  files: FileStore
  /** Reads of a customer's history where months of it have left the tables. */
  archive: ArchiveReading
  /** The room on the disk of the data folder. */
  space: FreeSpace
  log: Logger
}>
