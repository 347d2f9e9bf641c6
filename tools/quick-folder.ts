import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProcess } from '../apps/server/src/db/processes.ts'

const PREFIX = 'rueda-run-'
/** A file system in memory, where Linux has one. */
const IN_MEMORY = '/dev/shm'
const MIN_FREE_BYTES = 1024 ** 3

/**
 * Makes the temporary folder of one run of the tests and makes it that of this process and of those it starts. It lies in memory where
 * there is room: a run makes a thousand databases of a thousand files each, for which many a disk takes longer than the tests do.
 * Runs within a run share its folder. It goes when the run ends; one that was killed is cleared by the next.
 */
export function workInQuickFolder(): void {
  if (process.env['RUEDA_RUN_FOLDER'] !== undefined) return
  const parent = hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir()
  clearKilledRuns(parent)
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`))
  // Root lends PostgreSQL another account, which has to pass through this folder to its own.
  chmodSync(folder, 0o711)
  process.env['RUEDA_RUN_FOLDER'] = folder
  process.env['TMPDIR'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= MIN_FREE_BYTES
  } catch {
    return false
  }
}

/** The folder's name says whose it was. */
function clearKilledRuns(parent: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(PREFIX))) {
    const owner = Number(name.slice(PREFIX.length).split('-')[0])
    if (findProcess(owner) === null) clear(join(parent, name))
  }
}

function clear(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // It belongs to another account of this machine, which clears it itself.
  }
}
