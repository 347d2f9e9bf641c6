import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from '../db/folder-lock.ts'
import { endLeftOver } from '../db/launcher.ts'
import { StartRefused } from '../db/start-refused.ts'
import { isRoot } from '../db/system-user.ts'
import { whyNotIn } from './machine-errors.ts'
import { isEmptyFolder, namesIn, readMarker, removeMarker, writeMarker } from './restore-marker.ts'

/** What a fresh disk or the lock of this command puts into an empty folder. */
const NO_DATA = new Set(['lost+found', 'server.lock'])
const DRAFT = 'restoring'

/** Returns where a folder's data lies until its restore is whole. */
const draftOf = (folder: string): string => join(folder, DRAFT)

/** A server must not open what a restore has not finished. */
export function expectNoUnfinishedRestore(folder: string): void {
  const draft = draftOf(folder)
  if (!existsSync(draft) || isEmptyFolder(draft)) return
  throw new StartRefused(
    readMarker(draft) === null
      ? `${draft} is where a restore works, and no restore made it. Move it to another place.`
      : `A restore into ${folder} was cut off before it was whole. Run the same npm run restore again, or remove the folder.`,
  )
}

/**
 * Lets `work` fill a folder inside the empty one, and moves what it made to its place when all of it is there. After a failure, and at the
 * next try after a crash, nothing of it is left; what a restore did not bring is never touched. The folder itself is never renamed, because
 * it may be a volume.
 */
export async function fillFolder<Value>(folder: string, work: (draft: string) => Promise<Value>): Promise<Value> {
  try {
    // Root lends PostgreSQL another account, which may pass through the folder to its own.
    mkdirSync(folder, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
    readdirSync(folder)
  } catch (error) {
    throw whyNotIn(folder, error)
  }
  expectEmpty(folder)
  const lock = lockIn(folder)
  try {
    // Somebody may have come before the lock was ours.
    expectEmpty(folder)
    return await fillEmpty(folder, work)
  } catch (error) {
    throw whyNotIn(folder, error)
  } finally {
    lock.release()
  }
}

async function fillEmpty<Value>(folder: string, work: (draft: string) => Promise<Value>): Promise<Value> {
  const draft = draftOf(folder)
  if (existsSync(draft)) await clear(folder)
  mkdirSync(draft, { mode: isRoot() ? 0o711 : 0o700 })
  try {
    writeMarker(draft, [])
    const value = await work(draft)
    const brings = namesIn(draft)
    writeMarker(draft, brings)
    // While the draft's name is there no server starts, so the moves need not be one.
    for (const name of brings) moveTo(folder, name)
    removeDraft(draft)
    return value
  } catch (error) {
    await clear(folder)
    throw error
  }
}

/** Nothing that came meanwhile is written over. */
function moveTo(folder: string, name: string): void {
  const place = join(folder, name)
  if (existsSync(place)) throw holdsData(folder, name)
  renameSync(join(draftOf(folder), name), place)
}

function lockIn(folder: string): ReturnType<typeof lockFolder> {
  try {
    return lockFolder(folder)
  } catch (error) {
    throw whyNotIn(folder, error)
  }
}

/** Empty is also a folder that holds nothing but what a restore left when it was cut off. */
function expectEmpty(folder: string): void {
  const ours = new Set([...NO_DATA, ...leftIn(folder)])
  const found = readdirSync(folder).find((name) => !ours.has(name))
  if (found !== undefined) throw holdsData(folder, found)
}

const holdsData = (folder: string, found: string): StartRefused =>
  new StartRefused(
    `${folder} holds data already (${found}), and a restore writes over nothing. Name a new folder: npm run restore -- <archive> --into <folder>`,
  )

/** The names in a folder that a restore made: its draft, and what it had moved out of that. */
function leftIn(folder: string): readonly string[] {
  const draft = draftOf(folder)
  if (!existsSync(draft)) return []
  const brings = readMarker(draft)
  if (brings !== null) return [DRAFT, ...brings.filter((name) => !existsSync(join(draft, name)))]
  return isEmptyFolder(draft) ? [DRAFT] : []
}

/** Takes away what a restore made, and nothing else. */
async function clear(folder: string): Promise<void> {
  const draft = draftOf(folder)
  await endLeftOver(join(draft, 'postgres', 'data'))
  for (const name of leftIn(folder)) if (name !== DRAFT) rmSync(join(folder, name), { recursive: true, force: true })
  removeDraft(draft)
}

/** The marker goes last, so that what is left when this is cut off is still known as a restore's. */
function removeDraft(draft: string): void {
  for (const name of namesIn(draft)) rmSync(join(draft, name), { recursive: true, force: true })
  removeMarker(draft)
  rmdirSync(draft)
}
