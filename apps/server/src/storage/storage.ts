import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Instant } from '@rueda/rules/time.ts'

/** Sealed files in the data folder, under names that say nothing. A file is there whole or not at all. */
const OWNER_ONLY = 0o600
const FOLDER_FOR_OWNER = 0o700

const folderOf = (dataFolder: string): string => join(dataFolder, 'files')
// A folder with a million names is slow to work with; the last characters of an id are random.
export const pathOf = (dataFolder: string, fileId: string): string => join(folderOf(dataFolder), fileId.slice(-2), fileId)

export async function writeSealed(dataFolder: string, fileId: string, sealed: Uint8Array): Promise<void> {
  const path = pathOf(dataFolder, fileId)
  const draft = `${path}.part`
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_FOR_OWNER })
  try {
    const file = await open(draft, 'wx', OWNER_ONLY)
    try {
      await file.writeFile(sealed)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Replaces a file by its newly sealed version; a reader meanwhile gets the one or the other, whole. */
export async function replaceSealed(dataFolder: string, fileId: string, sealed: Uint8Array): Promise<void> {
  const path = pathOf(dataFolder, fileId)
  const draft = `${path}.again`
  await writeFile(draft, sealed, { mode: OWNER_ONLY, flush: true })
  await rename(draft, path)
}

/** The first bytes of a file; null when there is none. */
export async function readHead(dataFolder: string, fileId: string, bytes: number): Promise<Buffer | null> {
  try {
    const file = await open(pathOf(dataFolder, fileId))
    try {
      const { buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
      return buffer
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Null when there is no such file. */
export async function readSealed(dataFolder: string, fileId: string): Promise<Buffer | null> {
  try {
    return await readFile(pathOf(dataFolder, fileId))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export const removeSealed = (dataFolder: string, fileId: string): Promise<void> => rm(pathOf(dataFolder, fileId), { force: true })

type Stored = Readonly<{ name: string; path: string; writtenAt: Instant }>

/** Every file that lies there, drafts of a write that was cut off among them. */
export async function storedFiles(dataFolder: string): Promise<Stored[]> {
  const folders = await names(folderOf(dataFolder))
  const paths = await Promise.all(
    folders.map(async (folder) =>
      (await names(join(folderOf(dataFolder), folder))).map((name) => ({ name, path: join(folderOf(dataFolder), folder, name) })),
    ),
  )
  return Promise.all(paths.flat().map(async ({ name, path }) => ({ name, path, writtenAt: Math.floor((await stat(path)).mtimeMs) })))
}

async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
