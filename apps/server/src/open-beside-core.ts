import { resolve } from 'node:path'
import type { Bus } from './bus/bus.ts'
import { type Nats, openNats } from './bus/nats-bus.ts'
import { openDatabase } from './db/open.ts'
import { expectFree } from './http/listening.ts'
import type { Parts } from './open-parts.ts'
import { openBus } from './roles/open-bus.ts'
import type { Start } from './running-server.ts'
import { type Keyring, expectKeyring } from './vault/keyring.ts'
import { type Vault, createVault } from './vault/vault.ts'

export type BesideCore = Readonly<{
  nats: Nats
  bus: Bus
  database: Awaited<ReturnType<typeof openDatabase>>
  /** A copy of the core's, without which nothing is opened. */
  keyring: Keyring
  vault: Vault
}>

/** Opens what every process beside the core stands on: the bus, the database, and the keys that the core has made. */
export async function openBesideCore({
  settings,
  log,
  parts,
}: Pick<Start, 'settings' | 'log'> & Readonly<{ parts: Parts }>): Promise<BesideCore> {
  await expectFree({ host: settings.HOST, port: settings.PORT })
  // The settings are refused without one.
  const nats = await openNats(settings.NATS_URL ?? '', log)
  parts.opened(() => nats.close())
  const database = await openDatabase({ dataFolder: settings.DATA_DIR, databaseUrl: settings.DATABASE_URL ?? null })
  parts.opened(() => database.stop())
  const keyring = await expectKeyring(resolve(settings.DATA_DIR), database.pool)
  const vault = createVault(keyring)
  return { nats, bus: openBus(nats, settings, vault), database, keyring, vault }
}
