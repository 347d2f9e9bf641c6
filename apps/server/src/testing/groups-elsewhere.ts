import type { Bus } from '../bus/bus.ts'
import { carryingLarge } from '../bus/large.ts'
import { createMemoryBus } from '../bus/memory-bus.ts'
import { runMarketGroup } from '../roles/market-group.ts'
import { openRemoteMarkets } from '../roles/remote-market.ts'
import type { Vault } from '../vault/vault.ts'
import type { MarketThread } from '../venue/venue-thread.ts'
import { openWarmMarket } from './warm-market.ts'

/** Processes that run a market's instruments by group, beside a core that is tested. */
export type GroupsElsewhere = Readonly<{
  newThread: () => MarketThread
  /** A group gets another process, while the one before it is cut off. */
  replace: (group: number) => void
  stop: () => Promise<void>
}>

type Options = Readonly<{ groups: number; vault: Pick<Vault, 'seal' | 'open'>; bus?: Bus; openThread?: () => MarketThread }>

export function groupsElsewhere({
  groups,
  vault,
  bus = carryingLarge(createMemoryBus()),
  openThread = openWarmMarket,
}: Options): GroupsElsewhere {
  const epochs = Array.from({ length: groups }, () => 1n)
  const run = (group: number) =>
    runMarketGroup({ ...{ bus, vault, group, epoch: epochs[group] ?? 1n }, openThread, prepared: null, isSure: () => true })
  const stops = epochs.map((_, group) => run(group))
  return {
    newThread: openRemoteMarkets({
      ...{ bus, vault, groups, leadership: () => 1n, log: { warn: () => undefined } },
      epochOf: async (group) => epochs[group] ?? null,
    }),
    replace: (group) => {
      stops[group]?.()
      epochs[group] = (epochs[group] ?? 0n) + 1n
      stops[group] = run(group)
    },
    stop: async () => {
      for (const stop of stops) stop()
      await bus.close()
    },
  }
}
