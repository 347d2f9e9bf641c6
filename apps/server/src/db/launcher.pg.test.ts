import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { launchPostgres } from './launcher.ts'
import { type Database, openDatabase } from './open.ts'
import { findProcess, waitForEnd } from './processes.ts'

const END_TIMEOUT_MS = 10_000

let parent: string
let dataFolder: string
const opened: Database[] = []

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'rueda-launch-'))
  chmodSync(parent, 0o711)
  dataFolder = join(parent, 'data')
})
afterEach(async () => {
  for (const database of opened.splice(0)) await database.stop()
  rmSync(parent, { recursive: true, force: true })
})

async function open(folder = dataFolder): Promise<Database> {
  const database = await openDatabase({ dataFolder: folder, databaseUrl: null, durability: 'none' })
  opened.push(database)
  return database
}

async function close(database: Database): Promise<void> {
  opened.splice(opened.indexOf(database), 1)
  await database.stop()
}

const clusterFolder = (): string => join(dataFolder, 'postgres', 'data')
const postgresPid = (): number => Number(readFileSync(join(clusterFolder(), 'postmaster.pid'), 'utf8').split('\n')[0])
const setting = async (database: Database, name: string): Promise<string> =>
  (await database.pool.query('SELECT current_setting($1) AS value', [name])).rows[0].value

/** A server in a process of its own, killed without a chance to stop its PostgreSQL, or one that leaves in a hurry by itself. */
async function startAndKill(by: 'SIGKILL' | 'exit' = 'SIGKILL'): Promise<void> {
  const script = `
    const { openDatabase } = await import(${JSON.stringify(join(import.meta.dirname, 'open.ts'))})
    const database = await openDatabase({ dataFolder: process.argv[1], databaseUrl: null, durability: 'none' })
    await database.pool.query('CREATE TABLE kept (id bigint)')
    await database.pool.query('INSERT INTO kept VALUES (7)')
    process.stdin.once('data', () => process.exit(1))
    console.log('ready')`
  const server = spawn(process.execPath, ['--input-type=module', '-e', script, dataFolder], { stdio: ['pipe', 'pipe', 'inherit'] })
  await new Promise((resolve) => server.stdout.once('data', resolve))
  const gone = new Promise((resolve) => server.once('exit', resolve))
  if (by === 'exit') server.stdin.end('leave')
  else server.kill(by)
  await gone
}

test('the data survives a stop, is checked by checksums, and is reached by nobody else', async () => {
  const first = await open()
  await first.pool.query('CREATE TABLE kept (id bigint)')
  const pid = postgresPid()
  await close(first)
  expect(findProcess(pid)).toBeNull()
  expect(existsSync(join(clusterFolder(), 'postmaster.pid'))).toBe(false)

  const second = await open()
  expect((await second.pool.query('SELECT count(*) AS count FROM kept')).rows).toEqual([{ count: 0n }])
  expect(await setting(second, 'data_checksums')).toBe('on')
  expect(await setting(second, 'listen_addresses')).toBe('')
  expect(await setting(second, 'jit')).toBe('off')
  expect(statSync(join(dataFolder, 'socket')).mode & 0o777).toBe(0o700)
})

test('a real server writes through to the disk', async () => {
  const database = await openDatabase({ dataFolder, databaseUrl: null })
  opened.push(database)
  expect(await setting(database, 'fsync')).toBe('on')
  expect(await setting(database, 'synchronous_commit')).toBe('on')
  expect(await setting(database, 'full_page_writes')).toBe('on')
})

test('PostgreSQL leads a process group of its own', async () => {
  await open()
  const group = readFileSync(`/proc/${postgresPid()}/stat`, 'utf8').split(') ')[1]?.split(' ')[2]
  expect(Number(group)).toBe(postgresPid())
})

test('a second server on the same folder is refused with a sentence, and the first goes on', async () => {
  const first = await open()
  await expect(open()).rejects.toThrow(`A server already runs on the data folder ${dataFolder} (process ${process.pid}).`)
  expect((await first.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

test('a PostgreSQL that a killed server left running is taken over with its data', async () => {
  await startAndKill()
  const left = postgresPid()
  expect(findProcess(left)).not.toBeNull()
  const database = await open()
  expect((await database.pool.query('SELECT id FROM kept')).rows).toEqual([{ id: 7n }])
  expect(postgresPid()).not.toBe(left)
  expect(await waitForEnd(left, END_TIMEOUT_MS)).toBe(true)
})

test('a server that leaves in a hurry leaves no PostgreSQL behind', async () => {
  await startAndKill('exit')
  const postmaster = join(clusterFolder(), 'postmaster.pid')
  await expect.poll(() => existsSync(postmaster), { timeout: END_TIMEOUT_MS }).toBe(false)
})

test('a PostgreSQL that was killed with its server starts again from its log', async () => {
  await startAndKill()
  const left = postgresPid()
  process.kill(left, 'SIGKILL')
  await waitForEnd(left, END_TIMEOUT_MS)
  const database = await open()
  expect((await database.pool.query('SELECT id FROM kept')).rows).toEqual([{ id: 7n }])
})

test('a pid file whose number belongs to another program now is stale', async () => {
  await close(await open())
  const other = spawn('sleep', ['60'])
  writeFileSync(join(clusterFolder(), 'postmaster.pid'), `${other.pid}\n${clusterFolder()}\n1\n5432\n\n\n`)
  await open()
  expect(findProcess(other.pid ?? 0)).not.toBeNull()
  other.kill()
})

test('a pid file whose number belongs to a zombie is stale', async () => {
  await close(await open())
  // This shell starts a child and becomes a program that never reaps it.
  const keeper = spawn('sh', ['-c', 'sh -c "echo \\$\\$" & exec sleep 60'])
  const zombie = Number(await new Promise((resolve) => keeper.stdout.once('data', (data) => resolve(String(data)))))
  expect(await waitForEnd(zombie, END_TIMEOUT_MS)).toBe(true)
  expect(existsSync(`/proc/${zombie}`)).toBe(true)
  writeFileSync(join(clusterFolder(), 'postmaster.pid'), `${zombie}\n${clusterFolder()}\n1\n5432\n\n\n`)
  await open()
  keeper.kill()
})

test('the end of PostgreSQL is told with its reason', async () => {
  const database = await open()
  process.kill(postgresPid(), 'SIGKILL')
  expect(await database.lost).toBe('SIGKILL')
})

test('with a long data folder the socket moves to the system temp folder and leaves it at the stop', async () => {
  const folder = join(parent, 'x'.repeat(60), 'y'.repeat(60))
  mkdirSync(join(parent, 'x'.repeat(60)), { mode: 0o711 })
  const database = await open(folder)
  const socketFolder = String(database.connection.host)
  expect(socketFolder.startsWith(join(tmpdir(), 'rueda-socket-'))).toBe(true)
  expect(statSync(socketFolder).mode & 0o777).toBe(0o700)
  await close(database)
  expect(existsSync(socketFolder)).toBe(false)
})

test('a first start that was cut off half-way begins again', async () => {
  mkdirSync(join(dataFolder, 'postgres', 'data.new'), { recursive: true })
  chmodSync(dataFolder, 0o711)
  writeFileSync(join(dataFolder, 'postgres', 'data.new', 'PG_VERSION'), '18\n')
  const database = await open()
  expect(await setting(database, 'server_version')).toMatch(/^18\./)
})

test('data of another PostgreSQL version is refused with a sentence and the lock is given back', async () => {
  await close(await open())
  writeFileSync(join(clusterFolder(), 'PG_VERSION'), '17\n')
  await expect(open()).rejects.toThrow('belongs to PostgreSQL 17; this server brings 18')
  expect(existsSync(join(dataFolder, 'server.lock'))).toBe(false)
})

test('a folder that PostgreSQL cannot use is refused with a way out', async () => {
  // Root may write anywhere, but the account it lends may not pass; anybody else may not write.
  chmodSync(parent, process.getuid?.() === 0 ? 0o700 : 0o500)
  await expect(launchPostgres({ dataFolder, durability: 'none' })).rejects.toThrow(/cannot (reach|be written).*or set DATABASE_URL/)
  chmodSync(parent, 0o700)
})
