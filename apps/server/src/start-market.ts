import { resolve } from 'node:path'
import { openNats } from './bus/nats-bus.ts'
import { openDatabase } from './db/open.ts'
import { expectFree } from './http/listening.ts'
import { marketGroups } from './leadership/market-group.ts'
import { takeNumbered } from './leadership/numbered-lease.ts'
import { type SmallDoor, openSmallDoor, openStandbyDoor } from './leadership/small-door.ts'
import type { Parts } from './open-parts.ts'
import { type OpenMarket, prepareMarket, runMarketGroup } from './roles/market-group.ts'
import { openBus } from './roles/open-bus.ts'
import { type Loss, MAX_SHUTDOWN_MS, type Server, type Start, busLost } from './running-server.ts'
import { expectKeyring } from './vault/keyring.ts'
import { createVault } from './vault/vault.ts'
import { MACHINE_CLOCK } from './venue/clock.ts'
import { openThread } from './venue/venue-thread.ts'

/**
 * Starts a process that runs a group of the market's instruments (`docs/scale.md`): it matches their orders and quotes them, as the core tells it. It
 * writes nothing: what it executes is real once the core, or who writes the account, has booked it.
 */
export async function openMarket({ settings, log, parts, onStandby }: Omit<Start, 'signal'> & { parts: Parts }): Promise<Server> {
  const place = { host: settings.HOST, port: settings.PORT }
  await expectFree(place)
  // The settings are refused without one.
  const nats = await openNats(settings.NATS_URL ?? '', log)
  parts.opened(() => nats.close())
  const database = await openDatabase({ dataFolder: settings.DATA_DIR, databaseUrl: settings.DATABASE_URL ?? null })
  parts.opened(() => database.stop())
  const vault = createVault(await expectKeyring(resolve(settings.DATA_DIR), database.pool))
  const bus = openBus(nats, settings, vault)
  let standby: SmallDoor | null = null
  let prepared: OpenMarket | null = null
  let hasTaken = false
  const leaveStandby = async (): Promise<void> => {
    await standby?.close()
    standby = null
  }
  parts.opened(leaveStandby)
  const { number: group, lease } = await takeNumbered(marketGroups, {
    connection: database.connection,
    log,
    onStandby: async () => {
      standby = await openStandbyDoor(place)
      onStandby(standby.address)
      const preparation = { bus, vault, dataFolder: settings.DATA_DIR, openThread, now: MACHINE_CLOCK.now }
      void prepareMarket(preparation).then(
        (market) => {
          if (hasTaken) void market.thread.terminate()
          else prepared = market
        },
        (error: unknown) => log.warn({ err: error }, 'the market was not prepared; this process would take over later'),
      )
    },
  })
  hasTaken = true
  parts.opened(() => lease.resign())
  log.info({ group }, 'this process runs a group of instruments')
  const stop = runMarketGroup({
    ...{ bus, vault, group, epoch: lease.epoch(), dataFolder: settings.DATA_DIR, openThread, prepared, isSure: lease.isSure },
  })
  parts.opened(() => Promise.resolve(stop()))
  await leaveStandby()
  const door = await openSmallDoor({ ...place, role: 'market' })
  parts.opened(() => door.close())
  const lost = Promise.race([lease.lost.then(groupLost), nats.lost.then(busLost), database.lost.then(databaseLost)])
  return { address: door.address, setup: null, lost, close: parts.close }
}

const groupLost = (reason: string): Loss => ({
  reason,
  says: 'Another process runs these instruments now, so this one stops. Started again, it waits as a standby.',
  shutdownMs: MAX_SHUTDOWN_MS,
})
const databaseLost = (reason: string): Loss => ({
  reason: `PostgreSQL ended: ${reason}`,
  says: `PostgreSQL ended (${reason}), so this server stops too. Start it again.`,
  shutdownMs: MAX_SHUTDOWN_MS,
})
