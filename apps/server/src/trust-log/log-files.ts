import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Files of the public log, which never change once a checkpoint names them. They are on the disk, whole, before `write` resolves; what a
 * crash or a full disk leaves of one was never named and is written again.
 */
export type LogFile = Readonly<{ path: string; bytes: Uint8Array | string }>
export type LogFiles = Readonly<{
  /** Null where there is none. */
  read: (path: string) => Promise<Uint8Array | null>
  write: (files: readonly LogFile[]) => Promise<void>
  /** Removes a folder of files that longer ones have replaced. */
  remove: (path: string) => Promise<void>
}>

const DRAFT = '.draft'

export function openLogFiles(folder: string): LogFiles {
  const write = async (files: readonly LogFile[]): Promise<void> => {
    const folders = new Set<string>()
    for (const { path, bytes } of files) {
      const place = join(folder, path)
      await mkdir(dirname(place), { recursive: true })
      await writeWhole(`${place}${DRAFT}`, bytes)
      await rename(`${place}${DRAFT}`, place)
      for (const each of foldersOf(path)) folders.add(join(folder, each))
    }
    for (const each of folders) await syncFolder(each)
  }
  return {
    read: (path) => readIfThere(join(folder, path)),
    write,
    remove: (path) => rm(join(folder, path), { recursive: true, force: true }),
  }
}

async function writeWhole(place: string, bytes: Uint8Array | string): Promise<void> {
  const file = await open(place, 'w', 0o644)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The folders that a path's names stand in, from its own up to the log's. */
function foldersOf(path: string): readonly string[] {
  const folders: string[] = []
  for (let each = dirname(path); ; each = dirname(each)) {
    folders.push(each)
    if (each === '.') return folders
  }
}

/** A name is as lost as a file's bytes until its folder is on the disk; systems that cannot do that for folders say so. */
async function syncFolder(place: string): Promise<void> {
  let folder: FileHandle | null = null
  try {
    folder = await open(place, 'r')
    await folder.sync()
  } catch (error) {
    if (!WITHOUT_FOLDERS.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await folder?.close()
  }
}
const WITHOUT_FOLDERS = new Set(['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP', 'EACCES'])

async function readIfThere(place: string): Promise<Uint8Array | null> {
  try {
    return await readFile(place)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null
    throw error
  }
}
