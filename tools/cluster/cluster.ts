import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { rangeOfAccount } from '@rueda/rules/accounts/range.ts'
import { ask, drawsOf, openAccounts, startLoad } from '../crash/customers.ts'
import { openFlightLog } from '../crash/flight-log.ts'
import { reckon } from '../crash/reckoning.ts'
import { root } from '../root.ts'
import { run } from '../run.ts'
import type { ServerProcess } from '../server-process.ts'
import { type Machines, freePort, openMachines } from './machines.ts'

/** What can befall a cluster: a process dies, or stands still and comes back; the bus is away for a while. */
export const blows = ['kill-core', 'kill-accounts', 'stop-core', 'kill-front', 'stop-accounts', 'cut-bus'] as const
export type Blow = (typeof blows)[number]
export type Options = Readonly<{
  blows: readonly Blow[]
  customers: number
  fronts: number
  /** Processes that write accounts, each a range of them; none, and the core writes them all. */
  ranges: number
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
  fronts: { port: number; process: ServerProcess }[]
}

/** Customers trade through fronts while what the cluster is made of fails; then every promise is there once and the books are in order. */
export async function cluster({ blows: struck, customers: count, fronts, ranges, seed, say }: Options): Promise<Result> {
  const machines = await openMachines(seed, ranges)
  const log = openFlightLog(join(machines.folder, '..', 'flights.log'))
  const faults: string[] = []
  const times: number[] = []
  let slowest = 0
  const fleet = await openFleet(machines, { fronts, ranges })
  try {
    const [door] = fleet.fronts
    if (door === undefined) throw new Error('a cluster has a front')
    const customers = await openAccounts(door.process.address, count, log)
    const prober = await newProber(door.process.address, ranges)
    for (const [cycle, blow] of struck.entries()) {
      const before = new Set(log.promised().map(([{ key }]) => key))
      const loads = fleet.fronts.map(({ process }, index) => {
        const own = customers.filter(({ number }) => number % fronts === index)
        return startLoad(process.address, own, log, cycle, seed, (ms) => void times.push(ms))
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

async function openFleet(machines: Machines, { fronts, ranges }: Pick<Options, 'fronts' | 'ranges'>): Promise<Fleet> {
  const core = await machines.startCore()
  const standby = await machines.startStandby()
  const accounts: ServerProcess[] = []
  for (let range = 0; range < ranges; range += 1) accounts.push(await machines.startAccounts())
  const accountsStandby = ranges === 0 ? null : await machines.startAccountsStandby()
  const opened: Fleet['fronts'] = []
  for (let index = 0; index < fronts; index += 1) {
    const port = await freePort()
    opened.push({ port, process: await machines.startFront(port) })
  }
  return { core, standby, accounts, accountsStandby, fronts: opened }
}

async function endFleet({ core, standby, accounts, accountsStandby, fronts }: Fleet): Promise<void> {
  await Promise.all(fronts.map(({ process }) => process.end('SIGTERM')))
  await Promise.all([standby.end('SIGKILL'), accountsStandby?.end('SIGKILL')])
  await Promise.all(accounts.map((process) => process.end('SIGTERM')))
  await core.end('SIGTERM')
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
  const isOfAccounts = blow === 'kill-accounts' || blow === 'stop-accounts'
  const at = isOfAccounts ? drawsOf(seed + cycle)(fleet.accounts.length) : 0
  const fallen = isOfAccounts ? fleet.accounts[at] : fleet.core
  if (fallen === undefined) throw new Error('there is nothing to strike')
  const stands = blow === 'stop-core' || blow === 'stop-accounts'
  if (stands) process.kill(fallen.pid, 'SIGSTOP')
  else await fallen.end('SIGKILL')
  const away = await prober.untilAnswered(address, struck)
  if (stands) {
    await sleep(Math.max(0, STANDS_STILL_MS - (performance.now() - struck)))
    process.kill(fallen.pid, 'SIGCONT')
    // It finds that another one has taken over, and ends by itself.
    await fallen.ended
  }
  await replace(machines, fleet, isOfAccounts ? at : null)
  return away
}

/** The standby is what has fallen now; another one stands by. */
async function replace(machines: Machines, fleet: Fleet, at: number | null): Promise<void> {
  if (at === null) {
    fleet.core = fleet.standby
    fleet.standby = await machines.startStandby()
  } else if (fleet.accountsStandby !== null) {
    fleet.accounts[at] = fleet.accountsStandby
    fleet.accountsStandby = await machines.startAccountsStandby()
  }
}

type Prober = Readonly<{ untilAnswered: (address: string, since: number) => Promise<number> }>

/** Asks for a small transfer of an account in each range again and again until it is answered. */
async function newProber(address: string, ranges: number): Promise<Prober> {
  const tokens = new Map<number, string>()
  while (tokens.size < Math.max(1, ranges)) {
    const { token, user } = (await ask(address, null, accounts.practise.path, {})).data as DataOf<typeof accounts.practise>
    tokens.set(rangeOfAccount(user.id, Math.max(1, ranges)), token)
  }
  let asked = 0
  const untilAnswered = async (token: string, at: string, since: number): Promise<number> => {
    for (;;) {
      asked += 1
      const body = { fromWalletType: 'US_WALLET', toWalletType: 'STOCK', amount: `0.${10 + (asked % 90)}` }
      const answered = await ask(at, token, transfers.create.path, body, `probe-${asked}`).then(
        () => true,
        () => false,
      )
      const away = performance.now() - since
      if (answered || away > GIVE_UP_MS) return Math.max(0, away)
      await sleep(PROBE_EVERY_MS)
    }
  }
  return {
    untilAnswered: async (at, since) =>
      Math.max(...(await Promise.all([...tokens.values()].map((token) => untilAnswered(token, at, since))))),
  }
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
