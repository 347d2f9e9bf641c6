import { statfsSync } from 'node:fs'
import { StartRefused } from './start-refused.ts'
import type { SystemUser } from './system-user.ts'

/** What a data folder that cannot be used is told by, as sentences for whoever starts the server. */
export const SET_URL = 'Set DATABASE_URL to a PostgreSQL of yours.'

export const unreachable = (folder: string, user: SystemUser | null): string =>
  user === null
    ? `The folder ${folder} cannot be written. Choose another DATA_DIR or set DATABASE_URL to a PostgreSQL of yours.`
    : `PostgreSQL does not run as root, and the user ${user.name} cannot reach ${folder}. Choose a DATA_DIR it can reach, such as /var/lib/rueda, or set DATABASE_URL.`

export const diskIsFull = (path: string): string =>
  `The disk of ${path} is full. Make room and start again: what was acknowledged is kept. Or choose a DATA_DIR on another disk.`

/** Whether PostgreSQL says that its disk is full. */
export const isFull = (said: string): boolean => /No space left on device|Check free disk space/u.test(said)

const FULL = new Set(['ENOSPC', 'EDQUOT'])
const CLOSED = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Does something in the data folder, and says in a sentence what the machine has against it. */
export function inSentences<Value>(dataFolder: string, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (FULL.has(code)) throw new StartRefused(diskIsFull(dataFolder))
    if (CLOSED.has(code)) throw new StartRefused(unreachable(dataFolder, null))
    throw error
  }
}

const MEBIBYTE = 1024 * 1024
/** What PostgreSQL's files and its log take of a fresh house, and as much again. */
const MIN_FIRST_ROOM_MB = 256

/** Refuses a first start on less room: such a house would be full within the minute. */
export function expectRoom(folder: string, { bavail, bsize }: Readonly<{ bavail: number; bsize: number }> = statfsSync(folder)): void {
  const free = Math.floor((bavail * bsize) / MEBIBYTE)
  if (free < MIN_FIRST_ROOM_MB)
    throw new StartRefused(
      `The first start needs ${MIN_FIRST_ROOM_MB} MB, and the disk of ${folder} has ${free} MB. Make room, or choose a DATA_DIR on another disk.`,
    )
}
