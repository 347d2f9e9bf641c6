import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from '../db/folder-lock.ts'
import { endLeftOver } from '../db/launcher.ts'
import { StartRefused } from '../db/start-refused.ts'
import { isRoot } from '../db/system-user.ts'
import { whyNotIn } from './machine-errors.ts'

/** What a fresh disk or the lock of this command puts into an empty folder. */
const NO_DATA = new Set(['lost+found', 'server.lock'])
const DRAFT = 'restoring'

/** Returns where a folder's data lies until its restore is whole. */
const draftOf = (folder: string): string => join(folder, DRAFT)

/** A server must not open what a restore has not finished. */
export function expectNoUnfinishedRestore(folder: string): void {
  if (existsSync(draftOf(folder)))
    throw new StartRefused(
      `A restore into ${folder} was cut off before it was whole. Run the same npm run restore again, or remove the folder.`,
    )
}

/**
 * Lets `work` fill a folder inside the empty one, and moves what it made to its place when all of it is there. After a failure, and at the
 * next try after a crash, nothing of it is left. The folder itself is never renamed, because it may be a volume.
 */
export async function fillFolder<Value>(folder: string, work: (draft: string) => Promise<Value>): Promise<Value> {
  try {
    // Root lends PostgreSQL another account, which may pass through the folder to its own.
    mkdirSync(folder, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
    readdirSync(folder)
  } catch (error) {
    throw whyNotIn(folder, error)
  }
  const isLeftOver = existsSync(draftOf(folder))
  if (!isLeftOver) expectEmpty(folder)
  const lock = lockIn(folder)
  try {
    if (isLeftOver) await clear(folder)
    mkdirSync(draftOf(folder), { mode: isRoot() ? 0o711 : 0o700 })
    const value = await work(draftOf(folder))
    // While the draft's name is there no server starts, so the moves need not be one.
    for (const name of readdirSync(draftOf(folder))) renameSync(join(draftOf(folder), name), join(folder, name))
    rmSync(draftOf(folder), { recursive: true })
    return value
  } catch (error) {
    await clear(folder)
    throw whyNotIn(folder, error)
  } finally {
    lock.release()
  }
}

function lockIn(folder: string): ReturnType<typeof lockFolder> {
  try {
    return lockFolder(folder)
  } catch (error) {
    throw whyNotIn(folder, error)
  }
}

function expectEmpty(folder: string): void {
  const found = readdirSync(folder).find((name) => !NO_DATA.has(name))
  if (found !== undefined)
    throw new StartRefused(
      `${folder} holds data already (${found}), and a restore writes over nothing. Name a new folder: npm run restore -- <archive> --into <folder>`,
    )
}

/** Everything in the folder is of a restore: it was empty when that began, and no server has opened it since. */
async function clear(folder: string): Promise<void> {
  await endLeftOver(join(draftOf(folder), 'postgres', 'data'))
  for (const name of readdirSync(folder))
    if (!NO_DATA.has(name) && name !== DRAFT) rmSync(join(folder, name), { recursive: true, force: true })
  rmSync(draftOf(folder), { recursive: true, force: true })
}
