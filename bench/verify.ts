import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVerifierProcess } from '../apps/server/src/features/integrity/verify/verifier.ts'
import type { Scope } from '../apps/server/src/features/integrity/verify/verify.ts'
import { openKeyring } from '../apps/server/src/vault/keyring.ts'
import { openBenchDatabase } from './support/database.ts'
import { loadChains } from './support/chains.ts'
import { report } from './support/median.ts'

/**
 * P18: the memory and time of a verification of the ledger, in the process that the server starts for it: first from
 * nothing, then from the checkpoint, then over everything again. `BENCH_ENTRIES` sets the number of entries, a hundred in
 * each chain.
 */
const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 200_000)
const EACH = 100
const MEGABYTES_ALLOWED = 300
const SNAPSHOT_SECONDS_ALLOWED = 60
const LOOK_EVERY_MS = 100

const dataFolder = mkdtempSync(join(tmpdir(), 'rueda-bench-verify-'))
const database = await openBenchDatabase()
// Only the owner sees how old the snapshots of others are.
const watcher = await database.pool.connect()
await watcher.query('reset role')
try {
  const loading = performance.now()
  const entries = await loadChains(database.pool, ENTRIES, EACH)
  const loaded = secondsSince(loading)
  await openKeyring(dataFolder, database.pool)
  const verifier = createVerifierProcess({
    connection: { ...database.connection, database: 'postgres' },
    dataFolder,
    filesIn: { kind: 'folder', folder: dataFolder },
  })
  const first = await measure('incremental')
  const again = await measure('incremental')
  const full = await measure('full')
  const runs = [first, again, full]
  const megabytes = Math.max(...runs.map((run) => run.megabytes))
  const snapshot = Math.max(...runs.map((run) => run.snapshotSeconds))
  const times = `first ${first.seconds.toFixed(1)} s, from the checkpoint ${again.seconds.toFixed(1)} s, over everything ${full.seconds.toFixed(1)} s`
  report(
    'verify',
    megabytes.toFixed(0),
    'MB at most',
    megabytes / MEGABYTES_ALLOWED,
    `${MEGABYTES_ALLOWED} MB allowed`,
    `; ${entries.toLocaleString('en-US')} entries (loaded in ${loaded.toFixed(0)} s); ${times}; longest snapshot ${snapshot.toFixed(1)} s`,
  )
  if (megabytes > MEGABYTES_ALLOWED || snapshot > SNAPSHOT_SECONDS_ALLOWED) process.exitCode = 1

  async function measure(scope: Scope): Promise<Readonly<{ seconds: number; megabytes: number; snapshotSeconds: number }>> {
    const began = performance.now()
    const peak = { megabytes: 0, snapshotSeconds: 0 }
    const look = async (): Promise<void> => {
      peak.megabytes = Math.max(peak.megabytes, peakOfVerifier())
      peak.snapshotSeconds = Math.max(peak.snapshotSeconds, await oldestSnapshot())
    }
    let looking: Promise<void> = Promise.resolve()
    const timer = setInterval(() => {
      looking = looking.then(look)
    }, LOOK_EVERY_MS)
    const { clean, checks } = await verifier.verify(scope)
    clearInterval(timer)
    await looking
    if (!clean) throw new Error(JSON.stringify(checks.filter(({ offending }) => offending.length > 0)))
    return { seconds: secondsSince(began), ...peak }
  }
} finally {
  watcher.release(true)
  await database.stop()
  rmSync(dataFolder, { recursive: true, force: true })
}

function secondsSince(began: number): number {
  return (performance.now() - began) / 1_000
}

/** The most memory that the verifying process has had so far; it is this process's child. */
function peakOfVerifier(): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/u.test(name))) {
    const status = `/proc/${pid}/status`
    if (!existsSync(status)) continue
    const text = readOrNothing(status)
    if (!text.includes(`PPid:\t${process.pid}\n`) || !readOrNothing(`/proc/${pid}/cmdline`).includes('verify/process.ts')) continue
    return Number(/VmHWM:\s+(\d+) kB/u.exec(text)?.[1] ?? 0) / 1_024
  }
  return 0
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

async function oldestSnapshot(): Promise<number> {
  const { rows } = await watcher.query<{ seconds: string | null }>(
    `select max(extract(epoch from clock_timestamp() - xact_start))::text as seconds from pg_stat_activity
     where backend_xmin is not null and pid <> pg_backend_pid() and application_name = 'rueda'`,
  )
  return Number(rows[0]?.seconds ?? 0)
}
