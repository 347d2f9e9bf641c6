import type { Instant } from '@rueda/rules/time.ts'
import type { S3Address } from './store-url.ts'

/**
 * Where files lie that are no rows of the database: what customers handed in and their exports, sealed, and the files of the public log. A key is a
 * path with slashes (`files/ab/<id>`, `trust/1/checkpoint`). A file is there whole or not at all, and stays once its `put` has resolved. What the
 * store cannot do at the moment is a `StoreUnavailable`.
 */
export type FileStore = Readonly<{
  /** From which another thread or process opens the same store. */
  place: StorePlace
  /**
   * Keeps files that were never there under these keys. What an attempt that was given up has left there is replaced; a bucket asks before it does that, since it
   * may be somebody else's who came later, and what is asked throws where it is not ours to replace.
   */
  put: (files: readonly Kept[], mayReplace?: () => Promise<unknown>) => Promise<void>
  /** Puts a newer version in the place of a file; a reader meanwhile gets the one or the other, whole. */
  replace: (file: Kept) => Promise<void>
  /** Keeps a file of which nobody knows the length yet, without ever having it in memory whole. */
  putStream: <Value>(key: string, fill: (write: Write) => Promise<Value>) => Promise<Value>
  /** Null where there is none. */
  get: (key: string) => Promise<Buffer | null>
  /** The first bytes of a file, fewer where it has fewer; null where there is none. */
  head: (key: string, bytes: number) => Promise<Buffer | null>
  /** For reading piece by piece; null where there is none. */
  open: (key: string) => Promise<OpenFile | null>
  remove: (key: string) => Promise<void>
  /** Removes everything below a folder. */
  removeFolder: (folder: string) => Promise<void>
  /** Every file below a folder, in pages. */
  list: (folder: string) => AsyncIterable<readonly Listed[]>
  /** The names of the folders in a folder. */
  folders: (folder: string) => Promise<readonly string[]>
  /** Removes what writes that were cut off before a moment have left below a folder. No reader ever sees it. */
  dropDrafts: (folder: string, before: Instant) => Promise<void>
}>

export type Kept = Readonly<{ key: string; bytes: Uint8Array }>
export type Listed = Readonly<{ key: string; writtenAt: Instant }>
export type Write = (chunk: Uint8Array) => Promise<void>
export type OpenFile = Readonly<{
  /** Fewer bytes than asked for where the file ends. */
  read: (offset: number, length: number) => Promise<Buffer>
  close: () => Promise<void>
}>

export type StorePlace = Readonly<{ kind: 'folder'; folder: string } | { kind: 's3'; address: S3Address }>

/** The store cannot be reached, refuses, or does not answer as one. The message is a sentence for the operator. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}
