import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Logger } from 'pino'
import type { Settings } from './config.ts'

/** The reason why a server cannot go on, for the log and as a sentence for the operator, and how long its close may take. */
export type Loss = Readonly<{ reason: string; says: string; shutdownMs: number }>

/** A whole running server, whatever its part; `lost` settles when it cannot go on. */
export type Server = Readonly<{
  address: string
  /** The one-time link that makes the first staff account; null once somebody has one. */
  setup: string | null
  lost: Promise<Loss>
  close: () => Promise<void>
}>

export type Start = Readonly<{
  settings: Settings
  log: Logger
  /** Called when another server leads, with the address at which this one says so. */
  onStandby: (address: string) => void
  /** Ends a start that is under way: what it has opened is closed before it fails. */
  signal?: AbortSignal
}>

/** A close that takes longer than this is given up on, so that a stop always ends (`docs/rules/operations.md` O-05). */
export const MAX_SHUTDOWN_MS = 10 * SECOND_MS

export const busLost = (reason: string): Loss => ({
  reason: `the bus ended: ${reason}`,
  says: `The connection to NATS has ended for good (${reason}), so this server stops too. What was answered is kept. Start it again.`,
  shutdownMs: MAX_SHUTDOWN_MS,
})
