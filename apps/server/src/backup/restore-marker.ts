import { lstatSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'

/**
 * A restore marks the folder it works in. Only what the marker names is ever removed: an entry of somebody else that happens to have the
 * folder's name makes nothing beside it a restore's.
 */
const MARKER = 'rueda-restore.json'
const MARKER_DRAFT = `${MARKER}.partial`
const MADE_BY = 'rueda restore'

const PLAIN_NAME = z.string().refine((name) => name !== '' && name !== '.' && name !== '..' && basename(name) === name)
const CONTENT = z.object({ madeBy: z.literal(MADE_BY), brings: z.array(PLAIN_NAME) })

/** Names what the restore is about to move out of its folder. It is on the disk, whole, before this returns. */
export function writeMarker(draft: string, brings: readonly string[]): void {
  const content = { madeBy: MADE_BY, brings }
  writeFileSync(join(draft, MARKER_DRAFT), `${JSON.stringify(content)}\n`, { mode: 0o600, flush: true })
  renameSync(join(draft, MARKER_DRAFT), join(draft, MARKER))
}

/** What the restore that made this folder brings; null where none made it. */
export function readMarker(draft: string): readonly string[] | null {
  try {
    if (!lstatSync(draft).isDirectory() || !lstatSync(join(draft, MARKER)).isFile()) return null
    return CONTENT.parse(JSON.parse(readFileSync(join(draft, MARKER), 'utf8'))).brings
  } catch {
    return null
  }
}

export const removeMarker = (draft: string): void => rmSync(join(draft, MARKER), { force: true })

/** What lies in the folder beside its marker. */
export const namesIn = (draft: string): readonly string[] => readdirSync(draft).filter((name) => name !== MARKER)

/** A restore that was cut off before its first step, or behind its last, leaves its folder empty, or with a marker that was not yet one. */
export const isEmptyFolder = (path: string): boolean =>
  lstatSync(path).isDirectory() && readdirSync(path).every((name) => name === MARKER_DRAFT)
