/** Cannot go on for a reason that whoever runs this can mend. The message is a sentence for them; no stack is needed. */
export class Stopped extends Error {
  override name = 'Stopped'
}

/** What the machine calls an error: ENOENT, EACCES and the like. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

const FULL = new Set(['ENOSPC', 'EDQUOT'])
const CLOSED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'])

/** An error of a folder as a sentence, where there is something to do about it. */
export function whyNotInFolder(error: unknown, folder: string): unknown {
  if (FULL.has(codeOf(error))) return new Stopped(`The disk of ${folder} is full. Make room, and start again.`)
  if (CLOSED.has(codeOf(error)))
    return new Stopped(`The folder ${folder} cannot be written. Choose another one with --folder, or give it to this account.`)
  return error
}
