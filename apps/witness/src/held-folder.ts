import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Stopped, whyNotInFolder } from './stopped.ts'

/** Only for who runs this. */
const OWN_FOLDER = 0o700
const BUSY = 5

/** A folder that no other process works in. */
export type HeldFolder = Readonly<{ path: string; release: () => void }>

/**
 * Makes the folder where it is missing, and holds it. The lock is one of the operating system on a file (SQLite's): it goes
 * with the process, however that ends, and holds between containers that share the folder too.
 */
export function holdFolder(path: string): HeldFolder {
  try {
    mkdirSync(path, { recursive: true, mode: OWN_FOLDER })
    const lock = new DatabaseSync(join(path, 'lock'))
    lock.exec('begin exclusive')
    return { path, release: () => lock.close() }
  } catch (error) {
    if (sqliteCode(error) === BUSY)
      throw new Stopped(`Another process already works in ${path}. Stop it first, or choose another --folder.`)
    // SQLite says in its own words that a file cannot be opened or written.
    if (sqliteCode(error) !== null) throw whyNotInFolder(Object.assign(new Error(), { code: 'EACCES' }), path)
    throw whyNotInFolder(error, path)
  }
}

const sqliteCode = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null
