import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { type Database, openDatabase } from '../../apps/server/src/db/open.ts'
import { root } from '../root.ts'
import { checkOut } from './checkout.ts'
import { type ServerProcess, newDataFolder, startServerProcess, startStandbyProcess } from '../server-process.ts'

/** The machines of a cluster, each a process on this one: PostgreSQL, a NATS server, cores and fronts. */
export type Bus = Readonly<{ url: string; end: () => Promise<void>; start: () => Promise<void> }>
export type Machines = Readonly<{
  database: Database
  /** Where the first core keeps its files; the others have copies of its keys. */
  folder: string
  bus: Bus
  startCore: () => Promise<ServerProcess>
  startStandby: () => Promise<ServerProcess>
  /** Writes a range of accounts, once there is one that nobody has. */
  startAccounts: () => Promise<ServerProcess>
  startAccountsStandby: () => Promise<ServerProcess>
  /** Runs a group of the market's instruments, once the first core has made the keys. */
  startMarket: () => Promise<ServerProcess>
  startMarketStandby: () => Promise<ServerProcess>
  startFront: (port: number) => Promise<ServerProcess>
  end: () => Promise<void>
}>

const NATS = 'nats-server'
/** Cores, processes of accounts and fronts, each up to forty-five, some of them dead and not yet found so. */
const CONNECTIONS = 500
const USER = 'cluster'
const PASSWORD = 'between us: 7%'
const LISTENS_WITHIN_MS = 5_000
const LOOK_EVERY_MS = 50

type Wanted = Readonly<{
  seed: number
  ranges: number
  groups: number
  /** The revision that all but the cores run; null: this one. */
  beside: string | null
}>

/** Whether this machine has a NATS server. */
export const hasNats = (): boolean => spawnSync(NATS, ['--version']).status === 0

export async function openMachines({ seed, ranges, groups, beside }: Wanted): Promise<Machines> {
  const folder = newDataFolder('rueda-cluster-')
  const code = beside === null ? root : join(folder, 'revision')
  if (beside !== null) checkOut(beside, code)
  const database = await openDatabase({ dataFolder: join(folder, 'database'), databaseUrl: null, connections: CONNECTIONS })
  const bus = await startNats()
  const shared = { DATABASE_URL: database.connectionString, NATS_URL: bus.url, SIM_SEED: `cluster ${seed}` }
  const core = { ...shared, ROLE: 'core', DATA_DIR: join(folder, 'core'), ACCOUNT_RANGES: String(ranges), MARKET_GROUPS: String(groups) }
  /** The folder of a process that opens what customers sealed with the same keys, and has nothing else of the core's. */
  const folderOf = (name: string): string => {
    const own = join(folder, name)
    if (!existsSync(own)) cpSync(join(core.DATA_DIR, 'vault'), join(own, 'vault'), { recursive: true })
    return own
  }
  /** The keys are there soon after a core has begun, which then waits for whoever runs its market. */
  const keysAreThere = async (): Promise<void> => {
    while (!existsSync(join(core.DATA_DIR, 'vault', 'keys.json'))) await sleep(LOOK_EVERY_MS)
  }
  let markets = 0
  /** Each with a folder of its own, in which it keeps finished days. */
  const market = async () => {
    await keysAreThere()
    markets += 1
    return { ...shared, ROLE: 'market', DATA_DIR: folderOf(`market-${markets}`) }
  }
  const accounts = () => ({ ...shared, ROLE: 'accounts', DATA_DIR: folderOf('accounts') })
  return {
    database,
    folder: core.DATA_DIR,
    bus,
    startCore: () => startServerProcess(core),
    startStandby: () => startStandbyProcess(core),
    startAccounts: () => startServerProcess(accounts(), code),
    startAccountsStandby: () => startStandbyProcess(accounts(), code),
    startMarket: async () => startServerProcess(await market(), code),
    startMarketStandby: async () => startStandbyProcess(await market(), code),
    startFront: (port) => startServerProcess({ ...shared, ROLE: 'front', DATA_DIR: folderOf(`front-${port}`), PORT: String(port) }, code),
    end: async () => {
      await bus.end()
      await database.stop()
    },
  }
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function startNats(): Promise<Bus> {
  const port = await freePort()
  let child: ChildProcess
  const start = async (): Promise<void> => {
    let said = ''
    child = spawn(NATS, ['--addr', '127.0.0.1', '--port', String(port), '--user', USER, '--pass', PASSWORD], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr?.on('data', (chunk: Buffer) => void (said += chunk.toString()))
    const until = performance.now() + LISTENS_WITHIN_MS
    while (!said.includes('Server is ready')) {
      if (performance.now() > until) throw new Error(`the NATS server does not start:\n${said}`)
      await sleep(LOOK_EVERY_MS)
    }
  }
  const end = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return { url: `nats://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`, start, end }
}
