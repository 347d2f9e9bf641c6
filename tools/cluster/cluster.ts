import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accounts } from '@rueda/contract/accounts.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { ask, drawsOf, openAccounts, startLoad } from '../crash/customers.ts'
import { openFlightLog } from '../crash/flight-log.ts'
import { reckon } from '../crash/reckoning.ts'
import { root } from '../root.ts'
import { run } from '../run.ts'
import type { ServerProcess } from '../server-process.ts'
import { type Machines, freePort, openMachines } from './machines.ts'

/** What can befall a cluster: a core or a front dies, a core stands still and comes back, the bus is away for a while. */
export const blows = ['kill-core', 'stop-core', 'kill-front', 'cut-bus'] as const
export type Blow = (typeof blows)[number]
export type Options = Readonly<{ blows: readonly Blow[]; customers: number; fronts: number; seed: number; say: (line: string) => void }>
export type Result = Readonly<{ promises: number; faults: readonly string[]; slowest: number; orderP99: number }>

const CALM_MS = 2_000
const AFTER_MS = 2_000
const STANDS_STILL_MS = 8_000
const BUS_AWAY_MS = 1_500
const PROBE_EVERY_MS = 100
/** A takeover that takes longer than this is a fault (`docs/scale.md`). */
const MAX_TAKEOVER_MS = 5_000
const GIVE_UP_MS = 60_000

type Fleet = { core: ServerProcess; standby: ServerProcess; fronts: { port: number; process: ServerProcess }[] }

/** Customers trade through fronts while what the cluster is made of fails; then every promise is there once and the books are in order. */
export async function cluster({ blows: struck, customers: count, fronts, seed, say }: Options): Promise<Result> {
  const machines = await openMachines(seed)
  const log = openFlightLog(join(machines.folder, '..', 'flights.log'))
  const faults: string[] = []
  const times: number[] = []
  let slowest = 0
  const fleet = await openFleet(machines, fronts)
  try {
    const [door] = fleet.fronts
    if (door === undefined) throw new Error('a cluster has a front')
    const customers = await openAccounts(door.process.address, count, log)
    const prober = await newProber(door.process.address)
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
      say(`${blow.padEnd(10)} ${answered} answered; away for ${Math.round(outage)} ms; ${found.resolved} asked again; ${verdict}`)
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

async function openFleet(machines: Machines, fronts: number): Promise<Fleet> {
  const core = await machines.startCore()
  const standby = await machines.startStandby()
  const opened: Fleet['fronts'] = []
  for (let index = 0; index < fronts; index += 1) {
    const port = await freePort()
    opened.push({ port, process: await machines.startFront(port) })
  }
  return { core, standby, fronts: opened }
}

async function endFleet({ core, standby, fronts }: Fleet): Promise<void> {
  await Promise.all(fronts.map(({ process }) => process.end('SIGTERM')))
  await standby.end('SIGKILL')
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
  const fallen = fleet.core
  if (blow === 'kill-core') await fallen.end('SIGKILL')
  else process.kill(fallen.pid, 'SIGSTOP')
  const away = await prober.untilAnswered(address, struck)
  if (blow === 'stop-core') {
    await sleep(Math.max(0, STANDS_STILL_MS - (performance.now() - struck)))
    process.kill(fallen.pid, 'SIGCONT')
    // It finds that another one leads, and ends by itself.
    await fallen.ended
  }
  fleet.core = fleet.standby
  fleet.standby = await machines.startStandby()
  return away
}

type Prober = Readonly<{ untilAnswered: (address: string, since: number) => Promise<number> }>

/** Asks for a small transfer again and again until one is answered. */
async function newProber(address: string): Promise<Prober> {
  const { token } = (await ask(address, null, accounts.practise.path, {})).data as { token: string }
  let asked = 0
  return {
    async untilAnswered(at, since) {
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
    },
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
