import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ending, type ServerProcess, newDataFolder, startRefused, startServerProcess } from '../server-process.ts'
import { type Customer, drawsOf, openAccounts, startLoad } from './customers.ts'
import { type FlightLog, openFlightLog } from './flight-log.ts'
import { reckon, verify } from './reckoning.ts'

/** Ways in which a cycle ends the server: both at once are the worst case of a machine that loses power. */
export type Blow = 'kill' | 'terminate' | 'kill-postgres'
export type Options = Readonly<{ blows: readonly Blow[]; customers: number; seed: number; say: (line: string) => void }>
export type Result = Readonly<{ cycles: number; sent: number; unknown: number; faults: readonly string[] }>

const MIN_LOAD_MS = 300
const MAX_LOAD_MS = 1_500
const MAX_STOP_MS = 10_000
/** Nothing can be finished without a database, so there is nothing to wait for. */
const MAX_STOP_WITHOUT_DATABASE_MS = 5_000

/** Runs one data folder through all blows, and checks everything the server has ever answered after each. */
export async function crash({ blows, customers: count, seed, say }: Options): Promise<Result> {
  const dataFolder = newDataFolder('rueda-crash-')
  const log = openFlightLog(join(dataFolder, 'flights.log'))
  const draw = drawsOf(seed)
  const faults: string[] = []
  let unknown = 0
  const forget = (): void => rmSync(dataFolder, { recursive: true, force: true })
  let server = await start(dataFolder, seed).catch((error: unknown) => {
    forget()
    throw error
  })
  try {
    const customers = await openAccounts(server.address, count, log)
    faults.push(...(await secondServer(dataFolder, server.address)))
    for (const [cycle, blow] of blows.entries()) {
      const before = new Set(log.promised().map(([{ key }]) => key))
      const strike = { blow, after: MIN_LOAD_MS + draw(MAX_LOAD_MS - MIN_LOAD_MS), dataFolder }
      const { answered, cut, said } = await underLoad(server, customers, log, { ...strike, cycle, seed })
      faults.push(...said)
      server = await start(dataFolder, seed)
      const found = await reckon(server.address, customers, log, before)
      const books = await verify(dataFolder)
      // A server that is stopped finishes the requests it has taken.
      const unsaid =
        blow === 'terminate' && found.silent > 0
          ? [`${found.silent} orders and transfers were taken by a server told to stop, and not answered`]
          : []
      unknown += found.resolved
      faults.push(...found.faults, ...books, ...unsaid)
      const verdict =
        found.faults.length + books.length + said.length + unsaid.length === 0 ? 'nothing lost, nothing doubled, books in order' : 'FAULTS'
      say(
        `${blow.padEnd(13)} after ${String(strike.after).padStart(4)} ms: ${answered} answered, ${cut} cut; ${found.resolved} unknown asked again, ${found.silent} of them had happened; ${verdict}`,
      )
    }
    return { cycles: blows.length, sent: log.promised().length, unknown, faults }
  } finally {
    await server.end('SIGTERM')
    log.close()
    forget()
  }
}

const start = (dataFolder: string, seed: number): Promise<ServerProcess> =>
  startServerProcess({ DATA_DIR: dataFolder, SIM_SEED: `crash ${seed}` })

type Strike = Readonly<{ blow: Blow; after: number; dataFolder: string; cycle: number; seed: number }>

async function underLoad(
  server: ServerProcess,
  customers: readonly Customer[],
  log: FlightLog,
  { blow, after, dataFolder, cycle, seed }: Strike,
) {
  const load = startLoad(server.address, customers, log, cycle, seed)
  await sleep(after)
  const ending = await strike(server, blow, dataFolder)
  await load.stop()
  return { answered: load.answered(), cut: load.cut(), said: endingFaults(blow, ending) }
}

async function strike(server: ServerProcess, blow: Blow, dataFolder: string): Promise<Ending> {
  if (blow === 'kill') return server.end('SIGKILL')
  if (blow === 'terminate') return server.end('SIGTERM')
  const struck = performance.now()
  process.kill(postgresOf(dataFolder), 'SIGKILL')
  return { ...(await server.ended), ms: performance.now() - struck }
}

const postgresOf = (dataFolder: string): number =>
  Number(readFileSync(join(dataFolder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Checks that a stopped server ends in time with its exit code, and that one that lost its database says why. */
function endingFaults(blow: Blow, { code, ms, said }: Ending): string[] {
  if (blow === 'kill') return []
  if (blow === 'terminate') {
    return [
      ...(code === 0 ? [] : [`a server told to stop ended with ${code}:\n${said}`]),
      ...(ms <= MAX_STOP_MS ? [] : [`it took ${Math.round(ms)} ms to stop`]),
    ]
  }
  return [
    ...(/PostgreSQL ended/.test(said) && !STACK_LINE.test(said) && code !== 0
      ? []
      : [`a server without its database ended with ${code} and said:\n${said}`]),
    ...(ms <= MAX_STOP_WITHOUT_DATABASE_MS ? [] : [`it took ${Math.round(ms)} ms to stop without its database`]),
  ]
}

const STACK_LINE = /\n\s+at /
const OWN_FOLDER_TAKEN = /already runs on the data folder/
const PORT_TAKEN = /Another program already listens on port/

/** Starts a second server on the same folder and one on the same port; both have to be refused in words. */
async function secondServer(dataFolder: string, address: string): Promise<string[]> {
  const elsewhere = newDataFolder('rueda-crash-second-')
  try {
    const faults = await Promise.all([
      refusalFaults({ DATA_DIR: dataFolder }, OWN_FOLDER_TAKEN),
      refusalFaults({ DATA_DIR: elsewhere, PORT: new URL(address).port }, PORT_TAKEN),
    ])
    // The years of history are not worked out for nothing.
    const isLate = existsSync(join(elsewhere, 'market'))
    return [...faults.flat(), ...(isLate ? ['a server whose port is taken worked out its market first'] : [])]
  } finally {
    rmSync(elsewhere, { recursive: true, force: true })
  }
}

async function refusalFaults(settings: Readonly<Record<string, string>>, sentence: RegExp): Promise<string[]> {
  const { code, said } = await startRefused(settings)
  const clear = code !== 0 && sentence.test(said) && !STACK_LINE.test(said)
  return clear ? [] : [`a server that may not start ended with ${code} and said:\n${said}`]
}
