import type { Pool } from 'pg'
import { machineRandom } from '../ids.ts'
import { type TrustLog, createTrustLog } from '../trust-log/log.ts'
import type { Keyring } from '../vault/keyring.ts'
import { createVault } from '../vault/vault.ts'

type Starting = Readonly<{
  pool: Pool
  keyring: Keyring
  dataFolder: string
  now: () => number
  publicUrl?: string | null
  onError?: (facts: object) => void
}>

/** The public log of a server that has just started, without the rest of it. */
export async function startLog({
  pool,
  keyring,
  dataFolder,
  now,
  publicUrl = null,
  onError = () => undefined,
}: Starting): Promise<TrustLog> {
  const log = createTrustLog({
    ...{ pool, vault: createVault(keyring), random: machineRandom, dataFolder, publicUrl },
    ...{ wallClock: { now }, newId: () => 'instance-0123456789ab', log: { error: onError } },
  })
  await log.open()
  return log
}
