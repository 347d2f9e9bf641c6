import { type FileHandle, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Instant } from '@rueda/rules/time.ts'
import { isPublic } from './keys.ts'
import { type Kept, type Listed, type OpenFile, type FileStore, StoreUnavailable } from './store.ts'

/** Keeps files in the data folder. They are on the disk, with their names, before a write resolves. */
export function openFolderStore(folder: string): FileStore {
  const pathOf = (key: string): string => join(folder, key)

  const put = async (files: readonly Kept[]): Promise<void> => {
    const folders = new Set<string>()
    for (const { key, bytes } of files) {
      await writeWhole(pathOf(key), isPublic(key), (file) => tried(() => file.writeFile(bytes)))
      for (const each of foldersOf(key)) folders.add(pathOf(each))
    }
    for (const each of folders) await tried(() => syncFolder(each))
  }

  /** Of many files only the wanted ones are looked at. */
  async function* walk(from: string, isWanted: (key: string) => boolean): AsyncGenerator<readonly Listed[]> {
    const entries = await tried(() => orNothing([], () => readdir(pathOf(from), { withFileTypes: true })))
    const files = entries
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => `${from}/${name}`)
      .filter(isWanted)
    const listed = await Promise.all(files.map(async (key) => ({ key, writtenAt: await tried(() => writtenAt(pathOf(key))) })))
    const found = listed.flatMap(({ key, writtenAt: at }) => (at === null ? [] : [{ key, writtenAt: at }]))
    if (found.length > 0) yield found
    for (const { name } of entries.filter((entry) => entry.isDirectory())) yield* walk(`${from}/${name}`, isWanted)
  }

  return {
    place: { kind: 'folder', folder },
    put,
    replace: (file) => put([file]),
    putStream: async (key, fill) => {
      const value = await writeWhole(pathOf(key), isPublic(key), (file) => fill((chunk) => tried(() => file.appendFile(chunk))))
      for (const each of foldersOf(key)) await tried(() => syncFolder(pathOf(each)))
      return value
    },
    get: (key) => tried(() => orNothing(null, () => readFile(pathOf(key)))),
    head: async (key, bytes) => {
      const file = await openFile(pathOf(key))
      if (file === null) return null
      try {
        return await file.read(0, bytes)
      } finally {
        await file.close()
      }
    },
    open: (key) => openFile(pathOf(key)),
    remove: (key) => tried(() => rm(pathOf(key), { force: true })),
    removeFolder: (from) => tried(() => rm(pathOf(from), { recursive: true, force: true })),
    list: (from) => walk(from, (key) => !isDraft(key)),
    folders: async (from) => {
      const entries = await tried(() => orNothing([], () => readdir(pathOf(from), { withFileTypes: true })))
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    },
    dropDrafts: async (from, before) => {
      for await (const page of walk(from, isDraft))
        for (const { key, writtenAt: at } of page) if (at < before) await tried(() => rm(pathOf(key), { force: true }))
    },
  }
}

/** Two processes that write the same file, as a change of keys may, have a draft each. */
export const draftOf = (path: string): string => `${path}.${process.pid}.draft`
const isDraft = (path: string): boolean => /\.\d+\.draft$/u.test(path)

/** The public log may be read by whoever mirrors it from the disk. */
const modesOf = (isForAll: boolean): Readonly<{ file: number; folder: number }> =>
  isForAll ? { file: 0o644, folder: 0o755 } : { file: 0o600, folder: 0o700 }

/** Writes a draft that takes its name once it is on the disk whole; nothing is left of one that failed. */
async function writeWhole<Value>(path: string, isForAll: boolean, fill: (file: FileHandle) => Promise<Value>): Promise<Value> {
  const draft = draftOf(path)
  const modes = modesOf(isForAll)
  try {
    const file = await tried(async () => {
      await mkdir(dirname(path), { recursive: true, mode: modes.folder })
      return open(draft, 'w', modes.file)
    })
    let value: Value
    try {
      value = await fill(file)
      await tried(() => file.sync())
    } finally {
      await file.close()
    }
    await tried(() => rename(draft, path))
    return value
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
}

async function openFile(path: string): Promise<OpenFile | null> {
  const file = await tried(() => orNothing(null, () => open(path)))
  if (file === null) return null
  return {
    read: (offset, length) =>
      tried(async () => {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset)
        return buffer.subarray(0, bytesRead)
      }),
    close: () => file.close(),
  }
}

/** The folders that a key's names stand in, from its own up to the store's. */
function foldersOf(key: string): readonly string[] {
  const folders: string[] = []
  for (let each = dirname(key); ; each = dirname(each)) {
    folders.push(each)
    if (each === '.') return folders
  }
}

/** A name is as lost as a file's bytes until its folder is on the disk; systems that cannot do that for folders say so. */
async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle | null = null
  try {
    folder = await open(path, 'r')
    await folder.sync()
  } catch (error) {
    if (!WITHOUT_FOLDERS.has(codeOf(error))) throw error
  } finally {
    await folder?.close()
  }
}
const WITHOUT_FOLDERS = new Set(['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP', 'EACCES'])

const writtenAt = (path: string): Promise<Instant | null> => orNothing(null, async () => Math.floor((await stat(path)).mtimeMs))

/** Nothing is there under a name that is missing, or that is a folder's. */
async function orNothing<Value, Nothing>(nothing: Nothing, work: () => Promise<Value>): Promise<Value | Nothing> {
  try {
    return await work()
  } catch (error) {
    if (NOTHING_THERE.has(codeOf(error))) return nothing
    throw error
  }
}
const NOTHING_THERE = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

async function tried<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw new StoreUnavailable(`The data folder does not keep or give its files: ${(error as Error).message}`, { cause: error })
  }
}
