import { type StatusOf, machine } from '../machine.ts'
import type { Instant } from '../time.ts'

/**
 * A round of mining (`docs/rules/mining.md` E.9): the customer's browser hashes the round's challenge for ten minutes, and a share that the
 * server verified makes it a success. Nothing is paid for it. A round is a few facts, each written once; how it stands follows from them and
 * the moment (`course.ts`), so nothing has to happen while it runs.
 */
export const roundMachine = machine({
  searching: { find: 'working', stop: 'stopped' },
  working: { exhaust: 'noEnergy', succeed: 'success', fail: 'failed', stop: 'stopped' },
  noEnergy: { resume: 'working', lapse: 'lapsed', stop: 'stopped' },
  success: {},
  failed: {},
  stopped: {},
  lapsed: {},
})
export type RoundStatus = StatusOf<typeof roundMachine>
export const roundStatuses = Object.keys(roundMachine) as RoundStatus[]

export type Share = Readonly<{ nonce: string; hash: string; at: Instant }>

export type Round = Readonly<{
  id: string
  accountId: string
  /** 32 random bytes in hexadecimal. */
  challenge: string
  /** A share's hash lies below it. */
  target: string
  /** Energy of a day, as it was when the round began: a change of the setting concerns later rounds only. */
  energyADay: number
  /** Energy that earlier rounds had used on the day on which this one began. */
  spentBefore: number
  startedAt: Instant
  /** When the customer went on after it had run out of energy. */
  resumedAt: readonly Instant[]
  /** When the customer stopped it; null for a round that takes or took its course. */
  stoppedAt: Instant | null
  share: Share | null
}>
