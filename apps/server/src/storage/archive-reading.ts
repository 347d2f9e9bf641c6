import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'

/** Moments that a read is about: from one on, and up to another, or all before or after. */
export type Window = Readonly<{ from?: Instant | null; until?: Instant | null }>
/** Everything there ever was of an account. */
export const EVER: Window = {}

export type ArchiveReading = Readonly<{
  /**
   * Reads of one account as if nothing of it had ever left the tables: where something of these moments has, its months are read from the archive and
   * `read` is given a pool that has them. Throws `ArchiveUnreadable` where one cannot be read. `read` is called again where it turns out that something
   * had left; one that costs much, or has effects, `checksFirst`.
   */
  over: <Value>(
    accountId: string,
    window: Window,
    read: (pool: Pool) => Promise<Value>,
    options?: Readonly<{ checksFirst?: boolean }>,
  ) => Promise<Value>
}>
