import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterEach, beforeEach } from 'vitest'
import type { Database } from '../db/open.ts'
import { machineRandom } from '../ids.ts'
import { type TrustLog, createTrustLog } from '../trust-log/log.ts'
import { type Keyring, newKeyring } from '../vault/keyring.ts'
import { createVault } from '../vault/vault.ts'
import { createTestDatabase } from './database.ts'
import { openFolderStore } from '../storage/folder-store.ts'
import type { FileStore } from '../storage/store.ts'

type Starting = Readonly<{
  pool: Pool
  keyring: Keyring
  dataFolder: string
  /** Left out, everything lies in the data folder. */
  files?: FileStore
  now: () => number
  publicUrl?: string | null
  onError?: (facts: object) => void
}>

/** The public log of a server that has just started, without the rest of it. */
export async function startLog({
  pool,
  keyring,
  dataFolder,
  files = openFolderStore(dataFolder),
  now,
  publicUrl = null,
  onError = () => undefined,
}: Starting): Promise<TrustLog> {
  const log = createTrustLog({
    ...{ pool, vault: createVault(keyring), random: machineRandom, dataFolder, files, publicUrl },
    ...{ wallClock: { now }, newId: () => 'instance-0123456789ab', log: { error: onError } },
  })
  await log.open()
  return log
}

/** A log for each test, in a database and a folder of its own, which goes on with the clock that it has. */
export function logOfTest() {
  const keyring = newKeyring()
  let database: Database
  let dataFolder: string
  let now = 1_795_000_000_000
  beforeEach(async () => {
    database = await createTestDatabase()
    dataFolder = mkdtempSync(join(tmpdir(), 'rueda-log-'))
  })
  afterEach(async () => {
    await database.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  })
  return {
    pool: () => database.pool,
    dataFolder: () => dataFolder,
    keyring,
    now: () => now,
    pass: (ms: number) => {
      now += ms
    },
    started: (differs: Partial<Pick<Starting, 'pool' | 'files' | 'publicUrl' | 'onError'>> = {}) =>
      startLog({ pool: database.pool, keyring, dataFolder, now: () => (now += 1_000), ...differs }),
  }
}
