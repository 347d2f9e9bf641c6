import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Binaries, findBinaries } from './binaries.ts'
import { SET_URL, diskIsFull, expectRoom, inSentences, isFull, unreachable } from './data-folder.ts'
import { lockFolder } from './folder-lock.ts'
import { type Durability, POSTGRES_PORT, serverSettings } from './postgres-settings.ts'
import { findProcess, waitForEnd } from './processes.ts'
import { StartRefused } from './start-refused.ts'
import { type SystemUser, canWriteIn, isRoot, runAs, userForPostgres } from './system-user.ts'

const SUPPORTED_VERSION = '18'
const DATABASE_USER = 'rueda'
const SOCKET_PATH_LIMIT = 107
const TEMPORARY_PREFIX = 'rueda-socket-'
const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 20_000
const START_ATTEMPTS = 20
const RETRY_MS = 250
const POLL_MS = 25
const LOG_TAIL_LINES = 8

export type LaunchOptions = Readonly<{ dataFolder: string; durability: Durability; connections?: number | undefined }>

/** A PostgreSQL of ours: where to reach it, how it ended, and how to end it. */
export type RunningPostgres = Readonly<{
  connection: Readonly<{ host: string; port: number; user: string }>
  ended: Promise<string>
  stop(): Promise<void>
}>

type Cluster = Readonly<{ folder: string; log: string; binaries: Binaries; user: SystemUser | null }> & Omit<LaunchOptions, 'dataFolder'>

/**
 * Starts the PostgreSQL that belongs to a data folder: makes it at the first start, clears what a killed server left
 * behind, and listens on a unix socket that only this account can reach. One server per data folder.
 */
export async function launchPostgres(options: LaunchOptions): Promise<RunningPostgres> {
  const dataFolder = resolve(options.dataFolder)
  makeDataFolder(dataFolder)
  const lock = inSentences(dataFolder, () => lockFolder(dataFolder))
  try {
    const cluster = inSentences(dataFolder, () => prepareCluster(dataFolder, options))
    await endLeftOver(cluster.folder)
    initialise(cluster)
    return await startWithPatience(cluster, dataFolder, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

// Root lends PostgreSQL another account, which may pass through the folder to its own and see nothing else there.
function makeDataFolder(dataFolder: string): void {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
  } catch (error) {
    throw new StartRefused(`${unreachable(dataFolder, null)} (${error instanceof Error ? error.message : String(error)})`)
  }
}

function prepareCluster(dataFolder: string, { durability, connections }: LaunchOptions): Cluster {
  const folder = join(dataFolder, 'postgres')
  const user = userForPostgres(join(folder, 'data'))
  if (user === undefined) throw new StartRefused(`PostgreSQL does not run as root and there is no user postgres or nobody here. ${SET_URL}`)
  const cluster = {
    folder: join(folder, 'data'),
    log: join(dataFolder, 'postgres.log'),
    binaries: findBinaries(dataFolder, user),
    user,
    durability,
    connections,
  }
  makeOwned(folder, user)
  if (!canWriteIn(folder, user)) throw new StartRefused(unreachable(folder, user))
  return cluster
}

/** A PostgreSQL that outlived its server is stopped: with it end its open transactions, and the folder is ours again. */
export async function endLeftOver(folder: string): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const [pidLine = '', , , , socketFolder = ''] = readFileSync(pidFile, 'utf8').split('\n')
  const pid = Number(pidLine)
  if (findProcess(pid)?.name.startsWith('postgres')) await end(pid)
  // The number names a dead process, a zombie, or another program that was given it.
  rmSync(pidFile, { force: true })
  if (socketFolder !== '') rmSync(socketFolder, { recursive: true, force: true })
}

async function end(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT')
  if (await waitForEnd(pid, STOP_TIMEOUT_MS)) return
  process.kill(pid, 'SIGQUIT')
  if (!(await waitForEnd(pid, STOP_TIMEOUT_MS)))
    throw new StartRefused(`The PostgreSQL left running as process ${pid} does not stop. Stop it by hand.`)
}

/** The first start makes the cluster under another name and renames it, so that a half-made one is never taken for whole. */
function initialise({ folder, binaries, user, durability }: Cluster): void {
  if (existsSync(folder)) return checkVersion(folder)
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  expectRoom(dirname(folder))
  const flags = [
    '--username',
    DATABASE_USER,
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--data-checksums',
    '--no-instructions',
  ]
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const sync = durability === 'none' ? ['--no-sync'] : []
  const made = spawnSync(binaries.initdb, ['-D', draft, ...flags, ...locale, ...sync], {
    ...runAs(user),
    ...surroundings,
    encoding: 'utf8',
  })
  if (made.status !== 0)
    throw new StartRefused(`PostgreSQL could not make its files in ${draft}. ${SET_URL}\n${made.stderr ?? made.error?.message ?? ''}`)
  renameSync(draft, folder)
}

function checkVersion(folder: string): void {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== SUPPORTED_VERSION)
    throw new StartRefused(`The data in ${folder} belongs to PostgreSQL ${version}; this server brings ${SUPPORTED_VERSION}.`)
}

/** Retries the start, because the helpers of a killed PostgreSQL hold its shared memory a moment longer than it lived. */
async function startWithPatience(cluster: Cluster, dataFolder: string, lock: { release(): void }): Promise<RunningPostgres> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startServer(cluster, dataFolder, lock)
    } catch (error) {
      if (attempt === START_ATTEMPTS || !tail(cluster.log).includes('shared memory block')) throw error
      await sleep(RETRY_MS)
    }
  }
}

async function startServer(cluster: Cluster, dataFolder: string, lock: { release(): void }): Promise<RunningPostgres> {
  const socketFolder = makeSocketFolder(dataFolder, cluster.user)
  const child = spawnServer(cluster, socketFolder)
  const ended = new Promise<string>((settle) => {
    child.once('error', (error) => settle(error.message))
    child.once('exit', (code, signal) => settle(signal ?? `exit code ${code}`))
  })
  const connection = { host: socketFolder, port: POSTGRES_PORT, user: DATABASE_USER }
  // However this process ends, PostgreSQL does not stay behind: on SIGINT it ends by itself.
  const leaveNothing = (): void => void child.kill('SIGINT')
  process.once('exit', leaveNothing)
  const halt = async () => {
    await stopChild(child, ended)
    process.off('exit', leaveNothing)
    rmSync(socketFolder, { recursive: true, force: true })
  }
  const stop = async () => {
    await halt()
    lock.release()
  }
  try {
    await untilReady(connection, child, cluster.log)
    return { connection, ended, stop }
  } catch (error) {
    await halt()
    throw error
  }
}

// A process group of its own: Ctrl-C in the terminal reaches the server alone, which stops PostgreSQL when it has finished.
function spawnServer({ folder, log, binaries, user, ...serving }: Cluster, socketFolder: string): ChildProcess {
  if (existsSync(log)) renameSync(log, `${log}.before`)
  const output = openSync(log, 'a', 0o600)
  try {
    const settings = serverSettings(serving, socketFolder).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    return spawn(binaries.postgres, ['-D', folder, ...settings], {
      ...runAs(user),
      ...surroundings,
      detached: true,
      stdio: ['ignore', output, output],
    })
  } finally {
    closeSync(output)
  }
}

async function stopChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
  const patience = new AbortController()
  child.kill('SIGINT')
  const impatient = sleep(STOP_TIMEOUT_MS, undefined, { signal: patience.signal }).then(
    () => child.kill('SIGQUIT'),
    () => undefined,
  )
  await ended
  patience.abort()
  await impatient
}

async function untilReady(connection: RunningPostgres['connection'], child: ChildProcess, log: string): Promise<void> {
  for (let waited = 0; waited < START_TIMEOUT_MS; waited += POLL_MS) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null)
      throw new StartRefused(`PostgreSQL did not start.${isFull(tail(log)) ? ` ${diskIsFull(log)}` : ''}\n${tail(log)}`)
    if (await accepts(connection)) return
    await sleep(POLL_MS)
  }
  throw new StartRefused(`PostgreSQL was not ready within ${START_TIMEOUT_MS / 1000} seconds.\n${tail(log)}`)
}

async function accepts(connection: RunningPostgres['connection']): Promise<boolean> {
  const client = new Client({ ...connection, database: 'postgres' })
  // A socket that breaks between two questions must not bring the process down.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

function makeSocketFolder(dataFolder: string, user: SystemUser | null): string {
  const beside = join(dataFolder, 'socket')
  const fits = Buffer.byteLength(join(beside, `.s.PGSQL.${POSTGRES_PORT}`)) <= SOCKET_PATH_LIMIT
  const folder = fits ? beside : mkdtempSync(join(tmpdir(), TEMPORARY_PREFIX))
  makeOwned(folder, user)
  return folder
}

function makeOwned(folder: string, user: SystemUser | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (user !== null) chownSync(folder, user.uid, user.gid)
}

const surroundings = { cwd: '/', env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }
const tail = (log: string): string => readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LOG_TAIL_LINES).join('\n')
