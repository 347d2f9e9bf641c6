import { openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartRefused } from '../db/start-refused.ts'
import { whyNotIn } from './machine-errors.ts'

const OWNER_ONLY = 0o600

/** A file that this command made itself and that goes away with it, also on a signal, until it is kept. */
export type OwnFile = Readonly<{ descriptor: number; keep: () => void; drop: () => void }>

/**
 * Makes a file for its owner alone. Whatever lies at the path already, a symbolic link too, is left as it is, and the command is refused with
 * the sentence: it belongs to somebody else, and so do its permissions.
 */
export function createOwnFile(path: string, whenThere: string): OwnFile {
  const descriptor = openNew(path, whenThere)
  const remove = (): void => rmSync(path, { force: true })
  const keep = (): void => void process.off('exit', remove)
  process.once('exit', remove)
  return {
    descriptor,
    keep,
    drop: () => {
      keep()
      remove()
    },
  }
}

function openNew(path: string, whenThere: string): number {
  try {
    return openSync(path, 'wx', OWNER_ONLY)
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    throw isThere ? new StartRefused(whenThere) : whyNotIn(dirname(path), error)
  }
}
