import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProcess } from './processes.ts'
import { StartRefused } from './start-refused.ts'

const LOCK_FILE = 'server.lock'
const ATTEMPTS = 20

/**
 * One server per data folder. The lock names a process by its number and by when it began, so that a number which was
 * given to somebody else since, or which belongs to a zombie, does not keep the folder closed after a crash.
 */
export function lockFolder(folder: string): { release(): void } {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, LOCK_FILE)
  const mine = `${process.pid} ${findProcess(process.pid)?.began ?? ''}\n`
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (takeLock(path, mine)) return { release: () => releaseLock(path, mine) }
    const holder = readLock(path)
    if (holder === null) continue
    if (isHeld(holder)) throw new StartRefused(alreadyRunning(folder, holder))
    clearStale(path, holder)
  }
  throw new StartRefused(`The lock ${path} could not be taken. Remove it when no server runs on ${folder}.`)
}

/** Returns true while a live server holds the folder. */
export function isFolderLocked(folder: string): boolean {
  const holder = readLock(join(folder, LOCK_FILE))
  return holder !== null && isHeld(holder)
}

/** Refuses at once, before anything is started, when a live server holds the folder. */
export function expectFolderFree(folder: string): void {
  const holder = readLock(join(folder, LOCK_FILE))
  if (holder !== null && isHeld(holder)) throw new StartRefused(alreadyRunning(folder, holder))
}

// The file appears whole or not at all: a link of a finished file fails when the name is taken.
function takeLock(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, content)
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function readLock(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function isHeld(holder: string): boolean {
  const [pid = '', began = ''] = holder.trim().split(' ')
  return findProcess(Number(pid))?.began === began
}

// Two servers may find the same stale lock. Moving it aside and looking again shows whether the other was faster.
function clearStale(path: string, stale: string): void {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readLock(aside) !== stale) renameSync(aside, path)
  rmSync(aside, { force: true })
}

function releaseLock(path: string, mine: string): void {
  if (readLock(path) === mine) rmSync(path, { force: true })
}

const alreadyRunning = (folder: string, holder: string): string =>
  `A server already runs on the data folder ${folder} (process ${holder.split(' ')[0]}). Stop it first, or choose another DATA_DIR.`
