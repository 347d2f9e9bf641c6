import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServerProcess, newDataFolder, startServerProcess } from '../tools/server-process.ts'
import { median, report } from './support/median.ts'
import { coreSeconds, coreSecondsOfChildren, residentMegabytes } from './support/process-cost.ts'
import { RUNS } from './support/settings.ts'

/**
 * P12 and P14: the time until a server with existing data is ready, the memory it holds without PostgreSQL, and its cost
 * while its market runs and nobody is connected.
 */
const ALLOWED_START_SECONDS = 5
const ALLOWED_MEGABYTES = 350
const ALLOWED_IDLE_PERCENT = 8
/** In its first minute a server works out the facts of all its listings, a few in each cycle; it is idle when it has. */
const FIRST_SECONDS = Number(process.env['BENCH_FIRST_SECONDS'] ?? 75)
const IDLE_SECONDS = Number(process.env['BENCH_IDLE_SECONDS'] ?? 20)
const MS = 1_000

const dataFolder = newDataFolder('rueda-bench-start-')
let server: ServerProcess | null = null
try {
  server = await start()
  const seconds: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    await server.end('SIGTERM')
    const began = performance.now()
    server = await start()
    seconds.push((performance.now() - began) / MS)
  }
  const { pid } = server
  const first = await costOver(pid, FIRST_SECONDS)
  const rest = await costOver(pid, IDLE_SECONDS)
  const idle =
    `idle ${rest.server.toFixed(1)} % of a core (at most ${ALLOWED_IDLE_PERCENT} %), PostgreSQL ${rest.postgres.toFixed(1)} %; ` +
    `in the first ${FIRST_SECONDS} s ${first.server.toFixed(1)} %`
  const memory = `memory ${residentMegabytes(pid).toFixed(0)} MB (at most ${ALLOWED_MEGABYTES} MB)`
  const middle = median(seconds)
  report(
    'start',
    middle.toFixed(2),
    's until ready',
    middle / ALLOWED_START_SECONDS,
    `${ALLOWED_START_SECONDS} s allowed`,
    `; ${memory}; ${idle}`,
  )
} finally {
  await server?.end('SIGTERM')
  rmSync(dataFolder, { recursive: true, force: true })
}

/** Percent of a core that the server and its PostgreSQL take over so many seconds. */
async function costOver(pid: number, seconds: number): Promise<Readonly<{ server: number; postgres: number }>> {
  const [own, postgres] = [coreSeconds(pid), coreSecondsOfChildren(pid)]
  const began = performance.now()
  await sleep(seconds * MS)
  const elapsed = (performance.now() - began) / MS
  return { server: (100 * (coreSeconds(pid) - own)) / elapsed, postgres: (100 * (coreSecondsOfChildren(pid) - postgres)) / elapsed }
}

async function start(): Promise<ServerProcess> {
  const started = await startServerProcess({ DATA_DIR: dataFolder, SIM_SEED: 'bench' })
  const { status } = await fetch(`${started.address}/readyz`)
  if (status !== 200) throw new Error(`the server is open and answers ${status}`)
  return started
}
