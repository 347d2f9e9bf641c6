import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { orders } from '@rueda/contract/orders.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { idOfFirstCode } from '@rueda/rules/instruments/codes.ts'
import { groupOfInstrument } from '@rueda/rules/instruments/group.ts'
import { rangeOfAccount } from '@rueda/rules/accounts/range.ts'
import { STOCKS, ask, drawsOf, openAccounts, startLoad } from '../crash/customers.ts'
import { openFlightLog } from '../crash/flight-log.ts'
import { reckon } from '../crash/reckoning.ts'
import { root } from '../root.ts'
import { run } from '../run.ts'
import type { ServerProcess } from '../server-process.ts'
import { type Machines, freePort, openMachines } from './machines.ts'

/** What can befall a cluster: a process dies, or stands still and comes back; the bus is away for a while. */
export const blows = [
  ...(['kill-core', 'kill-accounts', 'kill-market', 'stop-core', 'kill-front', 'stop-accounts', 'stop-market', 'cut-bus'] as const),
]
export type Blow = (typeof blows)[number]
export type Options = Readonly<{
  blows: readonly Blow[]
  customers: number
  /** How long a customer pauses between two requests on average; 0: as fast as they are answered. */
  pauseMs: number
  fronts: number
  /** Processes that write accounts, each a range of them; none, and the core writes them all. */
  ranges: number
  /** Processes that run the market, each a group of its instruments; none, and the core runs them all. */
  groups: number
  /** The revision that all but the cores run; null: this one. */
  beside: string | null
  seed: number
  say: (line: string) => void
}>
export type Result = Readonly<{ promises: number; faults: readonly string[]; slowest: number; orderP99: number }>

const CALM_MS = 2_000
const AFTER_MS = 2_000
const STANDS_STILL_MS = 8_000
const BUS_AWAY_MS = 1_500
const PROBE_EVERY_MS = 100
/** A takeover that takes longer than this is a fault (`docs/scale.md`). */
const MAX_TAKEOVER_MS = 5_000
const GIVE_UP_MS = 60_000

type Fleet = {
  core: ServerProcess
  standby: ServerProcess
  accounts: ServerProcess[]
  accountsStandby: ServerProcess | null
  markets: ServerProcess[]
  marketStandby: ServerProcess | null
  fronts: { port: number; process: ServerProcess }[]
}

/** Customers trade through fronts while what the cluster is made of fails; then every promise is there once and the books are in order. */
export async function cluster({
  blows: struck,
  customers: count,
  pauseMs,
  fronts,
  ranges,
  groups,
  beside,
  seed,
  say,
}: Options): Promise<Result> {
  const machines = await openMachines({ seed, ranges, groups, beside })
  const log = openFlightLog(join(machines.folder, '..', 'flights.log'))
  const faults: string[] = []
  const times: number[] = []
  let slowest = 0
  const fleet = await openFleet(machines, { fronts, ranges, groups })
  try {
    const [door] = fleet.fronts
    if (door === undefined) throw new Error('a cluster has a front')
    const customers = await openAccounts(door.process.address, count, log)
    const prober = await newProber(door.process.address, { ranges, groups })
    for (const [cycle, blow] of struck.entries()) {
      const before = new Set(log.promised().map(([{ key }]) => key))
      const loads = fleet.fronts.map(({ process }, index) => {
        const own = customers.filter(({ number }) => number % fronts === index)
        return startLoad(process.address, own, log, cycle, seed, (ms) => void times.push(ms), pauseMs)
      })
      await sleep(CALM_MS)
      // Cut off, customers stop and ask again afterwards; until the blow they have no reason to.
      const calm = [...times]
      const outage = await strike(machines, fleet, { blow, seed, cycle }, prober)
      await sleep(AFTER_MS)
      await Promise.all(loads.map((load) => load.stop()))
      times.splice(0, times.length, ...calm)
      slowest = Math.max(slowest, outage)
      const asked = fleet.fronts[cycle % fronts]?.process.address ?? door.process.address
      const found = await reckon(asked, customers, log, before)
      const late = outage > MAX_TAKEOVER_MS ? [`${blow}: nothing was answered for ${Math.round(outage)} ms`] : []
      const own = loads.flatMap((load) => load.ownFaults())
      faults.push(...found.faults, ...late, ...own)
      const verdict = found.faults.length + late.length + own.length === 0 ? 'every promise kept once' : 'FAULTS'
      const answered = loads.reduce((sum, load) => sum + load.answered(), 0)
      say(`${blow.padEnd(13)} ${answered} answered; away for ${Math.round(outage)} ms; ${found.resolved} asked again; ${verdict}`)
    }
    faults.push(...(await verifyBooks(machines)))
    return { promises: log.promised().length, faults, slowest, orderP99: percentile(times, 0.99) }
  } finally {
    await endFleet(fleet)
    await machines.end()
    log.close()
    rmSync(join(machines.folder, '..'), { recursive: true, force: true })
  }
}

async function openFleet(machines: Machines, { fronts, ranges, groups }: Pick<Options, 'fronts' | 'ranges' | 'groups'>): Promise<Fleet> {
  // A core is open once its market runs.
  const opening = machines.startCore()
  const markets = await Promise.all(Array.from({ length: groups }, () => machines.startMarket()))
  const core = await opening
  const marketStandby = groups === 0 ? null : await machines.startMarketStandby()
  const standby = await machines.startStandby()
  const accounts: ServerProcess[] = []
  for (let range = 0; range < ranges; range += 1) accounts.push(await machines.startAccounts())
  const accountsStandby = ranges === 0 ? null : await machines.startAccountsStandby()
  const opened: Fleet['fronts'] = []
  for (let index = 0; index < fronts; index += 1) {
    const port = await freePort()
    opened.push({ port, process: await machines.startFront(port) })
  }
  return { core, standby, accounts, accountsStandby, markets, marketStandby, fronts: opened }
}

async function endFleet({ core, standby, accounts, accountsStandby, markets, marketStandby, fronts }: Fleet): Promise<void> {
  await Promise.all(fronts.map(({ process }) => process.end('SIGTERM')))
  await Promise.all([standby.end('SIGKILL'), accountsStandby?.end('SIGKILL'), marketStandby?.end('SIGKILL')])
  await Promise.all(accounts.map((process) => process.end('SIGTERM')))
  await core.end('SIGTERM')
  await Promise.all(markets.map((process) => process.end('SIGTERM')))
}

type Strike = Readonly<{ blow: Blow; seed: number; cycle: number }>

/** Strikes, and returns for how many milliseconds no command was answered at any front that stands. */
async function strike(machines: Machines, fleet: Fleet, { blow, seed, cycle }: Strike, prober: Prober): Promise<number> {
  const struck = performance.now()
  if (blow === 'kill-front') {
    const at = drawsOf(seed + cycle)(fleet.fronts.length)
    const front = fleet.fronts[at]
    if (front === undefined) throw new Error('there is no front to strike')
    await front.process.end('SIGKILL')
    front.process = await machines.startFront(front.port)
    return prober.untilAnswered(front.process.address, performance.now())
  }
  const [door] = fleet.fronts
  const address = door?.process.address ?? ''
  if (blow === 'cut-bus') {
    await machines.bus.end()
    await sleep(BUS_AWAY_MS)
    await machines.bus.start()
    return prober.untilAnswered(address, struck + BUS_AWAY_MS)
  }
  const [what, whom] = blow.split('-') as ['kill' | 'stop', 'core' | 'accounts' | 'market']
  const crew = { core: [fleet.core], accounts: fleet.accounts, market: fleet.markets }[whom]
  const at = drawsOf(seed + cycle)(crew.length)
  const fallen = crew[at]
  if (fallen === undefined) throw new Error('there is nothing to strike')
  if (what === 'stop') process.kill(fallen.pid, 'SIGSTOP')
  else await fallen.end('SIGKILL')
  const away = await (whom === 'market' ? prober.untilExecuted : prober.untilAnswered)(address, struck)
  if (what === 'stop') {
    await sleep(Math.max(0, STANDS_STILL_MS - (performance.now() - struck)))
    process.kill(fallen.pid, 'SIGCONT')
    // It finds that another one has taken over, and ends by itself.
    await fallen.ended
  }
  await replace(machines, fleet, whom, at)
  return away
}

/** The standby is what has fallen now; another one stands by. */
async function replace(machines: Machines, fleet: Fleet, whom: 'core' | 'accounts' | 'market', at: number): Promise<void> {
  if (whom === 'core') {
    fleet.core = fleet.standby
    fleet.standby = await machines.startStandby()
  } else if (whom === 'accounts' && fleet.accountsStandby !== null) {
    fleet.accounts[at] = fleet.accountsStandby
    fleet.accountsStandby = await machines.startAccountsStandby()
  } else if (whom === 'market' && fleet.marketStandby !== null) {
    fleet.markets[at] = fleet.marketStandby
    fleet.marketStandby = await machines.startMarketStandby()
  }
}

type Until = (address: string, since: number) => Promise<number>
type Prober = Readonly<{
  untilAnswered: Until
  /** The same for an order at the market of each group of instruments, until it is executed. */
  untilExecuted: Until
}>

/** Asks for a small transfer of an account in each range again and again until it is answered. */
async function newProber(address: string, { ranges, groups }: Pick<Options, 'ranges' | 'groups'>): Promise<Prober> {
  const tokens = new Map<number, string>()
  while (tokens.size < Math.max(1, ranges)) {
    const { token, user } = (await ask(address, null, accounts.practise.path, {})).data as DataOf<typeof accounts.practise>
    tokens.set(rangeOfAccount(user.id, Math.max(1, ranges)), token)
  }
  const [trader = ''] = tokens.values()
  let asked = 0
  const until = async (act: () => Promise<boolean>, since: number): Promise<number> => {
    for (;;) {
      const isDone = await act().catch(() => false)
      const away = performance.now() - since
      if (isDone || away > GIVE_UP_MS) return Math.max(0, away)
      await sleep(PROBE_EVERY_MS)
    }
  }
  const transfer = async (token: string, at: string): Promise<boolean> => {
    asked += 1
    const body = { fromWalletType: 'US_WALLET', toWalletType: 'STOCK', amount: `0.${10 + (asked % 90)}` }
    await ask(at, token, transfers.create.path, body, `probe-${asked}`)
    return true
  }
  const untilExecuted = async (stockCode: string, at: string, since: number): Promise<number> => {
    asked += 1
    const key = `order-${asked}`
    const body = { stockCode, market: 'US', direction: 0, orderType: 0, quantity: '1' }
    return until(async () => {
      const { data } = await ask(at, trader, orders.create.path, body, key)
      const { orderId } = data as DataOf<typeof orders.create>
      const { list } = (await ask(at, trader, orders.list.path, { orderId })).data as DataOf<typeof orders.list>
      return list[0]?.fills?.length === 1
    }, since)
  }
  const longest = async (each: readonly Promise<number>[]): Promise<number> => Math.max(...(await Promise.all(each)))
  return {
    untilAnswered: (at, since) => longest([...tokens.values()].map((token) => until(() => transfer(token, at), since))),
    untilExecuted: (at, since) => longest(stockInEachGroup(groups).map((code) => untilExecuted(code, at, since))),
  }
}

/** A share in each group, of those that customers trade. */
const stockInEachGroup = (groups: number): readonly string[] => {
  const byGroup = new Map(STOCKS.map((code) => [groupOfInstrument(idOfFirstCode('US', code), Math.max(1, groups)), code]))
  return [...byGroup.values()]
}

async function verifyBooks({ folder, database }: Machines): Promise<string[]> {
  const { code, output } = await run(process.execPath, [join(root, 'apps', 'server', 'src', 'verify.ts')], {
    env: { DATA_DIR: folder, DATABASE_URL: database.connectionString },
  })
  return code === 0 ? [] : [`the books are not in order:\n${output}`]
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
