import { StartRefused } from '../db/start-refused.ts'

/** PostgreSQL's code for a disk that takes nothing more. */
export const DATABASE_IS_FULL = '53100'
/** The codes for it of the machine, where a share of the disk may be meant, and of PostgreSQL. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', DATABASE_IS_FULL])
const CLOSED = new Set(['EACCES', 'EPERM', 'EROFS'])

/** Turns what the machine says of a folder into a sentence for whoever runs the command; other errors stay as they are. */
export function whyNotIn(folder: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (FULL.has(code)) return diskIsFull(folder)
  if (CLOSED.has(code))
    return new StartRefused(
      `${folder} cannot be written by this account. Name a folder that it may write in, or run this as the folder's owner.`,
    )
  if (code === 'ENOTDIR' || code === 'EEXIST') return new StartRefused(`${folder} is no folder. Name another one.`)
  return error instanceof Error ? error : new Error(String(error))
}

export const diskIsFull = (folder: string): StartRefused =>
  new StartRefused(`The disk of ${folder} is full, so nothing of this was kept. Make room, or name a folder on another disk.`)
