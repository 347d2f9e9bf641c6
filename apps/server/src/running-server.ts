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
