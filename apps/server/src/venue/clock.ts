import type { Instant } from '@rueda/rules/time.ts'
import type { ClockSetting } from '../config.ts'
import { StartRefused } from '../db/start-refused.ts'
import type { Clock } from '../deps.ts'
import type { OpenSpan } from './messages.ts'

/**
 * The market's time, made from the machine's (`SIM_CLOCK`). A market's time never goes back: a scaled or replayed one
 * goes on after a restart where it was.
 */
export const MACHINE_CLOCK: Clock = { now: () => Date.now() }

type ClockParts = Readonly<{
  setting: ClockSetting
  machine: Clock
  /** Latest moment of this market's time when it last ran; null at the first start. */
  reached: Instant | null
  /** Of a replay: its recorded sessions, oldest first; null for the simulated market. */
  recordedSessions: readonly OpenSpan[] | null
}>

export function createMarketClock({ setting, machine, reached, recordedSessions }: ClockParts): Clock {
  if (setting.kind === 'fixed') return fixedClock(setting.at, reached)
  if (recordedSessions !== null) return replayClock({ setting, machine, reached, sessions: recordedSessions })
  if (setting.kind === 'real') return realClock(machine, reached)
  const from = Math.max(reached ?? setting.startsAt ?? machine.now(), setting.startsAt ?? Number.MIN_SAFE_INTEGER)
  const startedAt = machine.now()
  return { now: () => from + Math.floor((machine.now() - startedAt) * setting.factor) }
}

/** About when a market's time begins at this start, before its clock is made. */
export function startingMoment(setting: ClockSetting, machine: Clock, reached: Instant | null): Instant {
  const begins = setting.kind === 'fixed' ? setting.at : setting.kind === 'scaled' ? (setting.startsAt ?? machine.now()) : machine.now()
  return Math.max(begins, reached ?? Number.MIN_SAFE_INTEGER)
}

/** Only a clock that differs from the machine's has to be remembered. */
export const isRemembered = (setting: ClockSetting, replaying: boolean): boolean =>
  setting.kind === 'scaled' || (replaying && setting.kind === 'real')

const TOLERATED_LEAD_MS = 60_000

function realClock(machine: Clock, reached: Instant | null): Clock {
  refuseGoingBack(machine.now() + TOLERATED_LEAD_MS, reached)
  return machine
}

function fixedClock(at: Instant, reached: Instant | null): Clock {
  refuseGoingBack(at, reached)
  return { now: () => at }
}

function refuseGoingBack(start: Instant, reached: Instant | null): void {
  if (reached === null || start >= reached) return
  throw new StartRefused(
    `This market's time has already come to ${new Date(reached).toISOString()} and cannot go back. ` +
      'Start it with a scaled SIM_CLOCK as before, or with other data.',
  )
}

type ReplayParts = Readonly<{
  setting: Exclude<ClockSetting, { kind: 'fixed' }>
  machine: Clock
  reached: Instant | null
  sessions: readonly OpenSpan[]
}>

function replayClock({ setting, machine, reached, sessions }: ReplayParts): Clock {
  const first = sessions[0]
  if (first === undefined) throw new StartRefused('The replay folder holds no recorded session.')
  const factor = setting.kind === 'scaled' ? setting.factor : 1
  const asked = setting.kind === 'scaled' ? setting.startsAt : null
  const from = reached ?? asked ?? first.opensAt
  const startedAt = machine.now()
  return { now: () => playedFrom(from, Math.floor((machine.now() - startedAt) * factor), sessions) }
}

/**
 * Returns the moment on the tape after playing for a while: from a close it goes straight to the next recorded open. After
 * the last close time goes on, with the market closed.
 */
export function playedFrom(from: Instant, played: number, sessions: readonly OpenSpan[]): Instant {
  let at = from
  let left = played
  for (const { opensAt, closesAt } of sessions) {
    if (closesAt <= at) continue
    at = Math.max(at, opensAt)
    if (left < closesAt - at) return at + left
    left -= closesAt - at
    at = closesAt
  }
  return at + left
}
