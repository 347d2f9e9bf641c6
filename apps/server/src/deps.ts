import type { Instant } from '@rueda/rules/time.ts'

/** The outside world as types: product code asks these, never the machine. */
export type Clock = Readonly<{ now: () => Instant }>

export type Ids = Readonly<{
  /** A new id: sorts by time, cannot be guessed (UUID version 7). */
  next: () => string
}>

export type Random = Readonly<{
  bytes: (count: number) => Uint8Array
  /** A whole number from 0 to below `limit`, without bias. */
  below: (limit: number) => number
}>
