import type { FileStore } from '../storage/store.ts'

/**
 * Files of the public log, which never change once a checkpoint names them. They are kept, whole, before `write` resolves; what a crash or a full disk
 * leaves of one was never named and is written again.
 */
export type LogFile = Readonly<{ path: string; bytes: Uint8Array | string }>
export type LogFiles = Readonly<{
  /** Null where there is none. */
  read: (path: string) => Promise<Uint8Array | null>
  /** Asks before it replaces what lies there already, where the store can tell. */
  write: (files: readonly LogFile[], mayReplace?: () => Promise<unknown>) => Promise<void>
  /** Puts a newer version in the place of a file: what the log says last. */
  replace: (file: LogFile) => Promise<void>
  /** Removes a folder of files that longer ones have replaced. */
  remove: (path: string) => Promise<void>
}>

/** The files below a folder of the store. */
export const openLogFiles = (store: FileStore, folder: string): LogFiles => ({
  read: (path) => store.get(`${folder}/${path}`),
  write: (files, mayReplace) =>
    store.put(
      files.map((file) => keptIn(folder, file)),
      mayReplace,
    ),
  replace: (file) => store.replace(keptIn(folder, file)),
  remove: (path) => store.removeFolder(`${folder}/${path}`),
})

const keptIn = (folder: string, { path, bytes }: LogFile) => ({ key: `${folder}/${path}`, bytes: Buffer.from(bytes) })
