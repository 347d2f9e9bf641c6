import { pino } from 'pino'
import type { FullApp } from '../app.ts'
import type { Bus } from '../bus/bus.ts'
import type { Database } from '../db/open.ts'
import type { Lease } from '../leadership/lease.ts'
import { accountRanges } from '../leadership/account-range.ts'
import { takeNumbered, settleNumbers } from '../leadership/numbered-lease.ts'
import { type AccountsElsewhere, accountsElsewhere } from '../serve-accounts.ts'
import { tellMarketOf } from '../serve-fronts.ts'
import { type RunningAccounts, assembleAccounts } from '../start-accounts.ts'
import { type Following, type MarketActs, followMarket } from '../roles/follow-market.ts'
import type { Keyring } from '../vault/keyring.ts'
import type { RunningVenue } from '../venue/start.ts'

/** Processes that write the accounts of a harness, each put together as it runs, in the test's own process and over the test's bus. */
type Parts = Readonly<{ bus: Bus; ranges: number; database: Database; venue: RunningVenue }>
export type Processes = Readonly<{
  elsewhere: AccountsElsewhere['parts']
  open: (app: FullApp, keyring: Keyring) => Promise<void>
  running: RunningAccounts[]
  /** Has another process take a range over, as when the one that held it has died or stands still. */
  replace: (range: number) => Promise<void>
  close: () => Promise<void>
}>

const CORE = 'core'
/** Of a database that nobody has led. */
const LEADERSHIP = 0n

export function accountsOf({ bus, ranges, database, venue }: Parts): Processes {
  let told = (): number => 0
  const closers: (() => unknown)[] = []
  const running: RunningAccounts[] = []
  const core = accountsElsewhere({
    ...{ bus, from: CORE, ranges, leadership: () => LEADERSHIP, isLeading: () => true },
    ...{ told: () => told(), restart: venue.restart },
  })
  let served: Readonly<{ app: FullApp; keyring: Keyring }> | null = null
  const leases: Lease[] = []
  const openOne = async (): Promise<void> => {
    if (served === null) throw new Error('the core does not run yet')
    const { app, keyring } = served
    const { settings, pool, clock, log, ids } = app
    const onStandby = async (): Promise<void> => undefined
    const own = await takeNumbered(accountRanges, { connection: database.connection, log: pino({ level: 'silent' }), onStandby })
    closers.push(() => own.lease.resign())
    leases[own.number] = own.lease
    const follow = async (acts: MarketActs): Promise<Following> => {
      const following = await followMarket({ bus, clock, machine: clock, log, acts })
      // Rates of currencies that nobody trades here are the test's.
      return { ...following, client: { ...following.client, fxMid: venue.client.fxMid } }
    }
    const process = await assembleAccounts({ settings, pool, clock, log, ids, keyring, bus, own, isSure: own.lease.isSure, follow })
    closers.push(() => process.stop())
    running[own.number] = process
    await process.begun()
    await Promise.all([process.app.navs.refresh(), process.app.agencies.refresh(), process.app.fees.refresh()])
  }
  return {
    elsewhere: core.parts,
    running,
    open: async (app, keyring) => {
      await settleNumbers(database.pool, accountRanges, ranges)
      const leading = () => ({ core: CORE, leadership: LEADERSHIP, ranges })
      const telling = tellMarketOf({ bus, leading, app, market: venue.market, isLeading: () => true })
      told = telling.number
      closers.push(telling.stop, core.serve(app))
      served = { app, keyring }
      for (let range = 0; range < ranges; range += 1) await openOne()
    },
    replace: async (range) => {
      await leases[range]?.resign()
      await openOne()
    },
    close: async () => {
      for (const close of closers.toReversed()) await close()
    },
  }
}
