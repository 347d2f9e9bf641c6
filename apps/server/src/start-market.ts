import { marketGroups } from './leadership/market-group.ts'
import { takeNumbered } from './leadership/numbered-lease.ts'
import { openSmallDoor, standbyDoor } from './leadership/small-door.ts'
import { openBesideCore } from './open-beside-core.ts'
import type { Parts } from './open-parts.ts'
import { runMarketGroup } from './roles/market-group.ts'
import { standbyMarket } from './roles/standby-market.ts'
import { type Loss, MAX_SHUTDOWN_MS, type Server, type Start, busLost } from './running-server.ts'
import { MACHINE_CLOCK } from './venue/clock.ts'
import { openThread } from './venue/venue-thread.ts'

/**
 * Starts a process that runs a group of the market's instruments (`docs/scale.md`): it matches their orders and quotes them, as the core tells it. It
 * writes nothing: what it executes is real once the core, or who writes the account, has booked it.
 */
export async function openMarket({ settings, log, parts, onStandby }: Omit<Start, 'signal'> & { parts: Parts }): Promise<Server> {
  const place = { host: settings.HOST, port: settings.PORT }
  const { nats, bus, database, vault } = await openBesideCore({ settings, log, parts })
  const standby = standbyDoor(place)
  parts.opened(standby.close)
  const preparation = { bus, vault, dataFolder: settings.DATA_DIR, openThread, now: MACHINE_CLOCK.now }
  const market = standbyMarket(preparation, { log })
  parts.opened(() => Promise.resolve(market.close()))
  const { number: group, lease } = await takeNumbered(marketGroups, {
    connection: database.connection,
    log,
    onStandby: async () => {
      onStandby(await standby.open())
      market.begin()
    },
  })
  parts.opened(() => lease.resign())
  log.info({ group }, 'this process runs a group of instruments')
  const stop = runMarketGroup({
    ...{
      bus,
      vault,
      group,
      epoch: lease.epoch(),
      dataFolder: settings.DATA_DIR,
      openThread,
      prepared: market.take(),
      isSure: lease.isSure,
    },
  })
  parts.opened(() => Promise.resolve(stop()))
  await standby.close()
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
