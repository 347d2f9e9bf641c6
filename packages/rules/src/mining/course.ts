import { isFinal } from '../machine.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../time.ts'
import { type Round, type RoundStatus, roundMachine } from './round.ts'

/** The course of a round (`docs/rules/mining.md` E.9), worked out from its facts alone. */
export const ROUND_MINUTES = 10
/** Progress is kept for so long after a round ran out of energy. */
export const KEPT_FOR_MS = 24 * HOUR_MS
export const MIN_SEARCH_MS = 30 * SECOND_MS
export const MAX_SEARCH_MS = 120 * SECOND_MS

type Phase = Readonly<{ status: RoundStatus; from: Instant }>
/** Every phase in order, as it comes if the customer does nothing more; and the beginnings of the minutes that take energy. */
type Course = Readonly<{ phases: readonly Phase[]; minutes: readonly Instant[] }>

/** Days of energy are those of UTC. */
export const dayOf = (at: Instant): number => Math.floor(at / DAY_MS)
export const startOfDay = (day: number): Instant => day * DAY_MS

const DIGITS_OF_DRAW = 8
const HEXADECIMAL = 16

/** The end of the search, drawn from the first four bytes of the challenge. */
export const searchEndOf = ({ challenge, startedAt }: Pick<Round, 'challenge' | 'startedAt'>): Instant => {
  const drawn = Number.parseInt(challenge.slice(0, DIGITS_OF_DRAW), HEXADECIMAL)
  return startedAt + MIN_SEARCH_MS + (drawn % (MAX_SEARCH_MS - MIN_SEARCH_MS + 1))
}

function courseOf(round: Round): Course {
  const course = untouched(round)
  const { stoppedAt } = round
  if (stoppedAt === null) return course
  return {
    phases: [...course.phases.filter(({ from }) => from <= stoppedAt), { status: 'stopped', from: stoppedAt }],
    minutes: course.minutes.filter((minute) => minute <= stoppedAt),
  }
}

/** As if it had not been stopped. Each minute takes its energy where it begins, from the day it begins on. */
function untouched(round: Round): Course {
  const phases: Phase[] = [{ status: 'searching', from: round.startedAt }]
  const minutes: Instant[] = []
  const resumptions = round.resumedAt.values()
  let at = searchEndOf(round)
  phases.push({ status: 'working', from: at })
  while (minutes.length < ROUND_MINUTES) {
    if (energyOn(round, minutes, dayOf(at)) > 0) {
      minutes.push(at)
      at += MINUTE_MS
      continue
    }
    phases.push({ status: 'noEnergy', from: at })
    const resumedAt = resumptions.next().value
    if (resumedAt === undefined) return { phases: [...phases, { status: 'lapsed', from: at + KEPT_FOR_MS }], minutes }
    at = resumedAt
    phases.push({ status: 'working', from: at })
  }
  return { phases: [...phases, { status: round.share === null ? 'failed' : 'success', from: at }], minutes }
}

/** The energy that is left of a day after these minutes of the round. */
function energyOn({ energyADay, spentBefore, startedAt }: Round, minutes: readonly Instant[], day: number): number {
  const own = minutes.filter((minute) => dayOf(minute) === day).length
  return energyADay - own - (dayOf(startedAt) === day ? spentBefore : 0)
}

export type RoundState = Readonly<{
  status: RoundStatus
  since: Instant
  /** When it changes by itself; null for the end of a round. */
  until: Instant | null
  /** Of the ten minutes. */
  minedMs: number
  /** A minute takes one when it begins. */
  energyUsed: number
}>

/** The state of a round at a moment from its start on. */
export function stateOf(round: Round, now: Instant): RoundState {
  const { phases, minutes } = courseOf(round)
  const at = Math.max(
    0,
    phases.findLastIndex(({ from }) => from <= now),
  )
  const { status, from } = phases[at] ?? { status: 'searching', from: round.startedAt }
  const begun = minutes.filter((minute) => minute <= now)
  const until = Math.min(now, round.stoppedAt ?? now)
  const minedMs = begun.reduce((sum, minute) => sum + Math.min(until - minute, MINUTE_MS), 0)
  return { status, since: from, until: phases[at + 1]?.from ?? null, minedMs, energyUsed: begun.length }
}

/** True until the round has come to an end. */
export const isUnderWay = (round: Round, now: Instant): boolean => !isFinal(roundMachine, stateOf(round, now).status)

/** The energy that an account's rounds have used on the day of this moment; `latest` is the last of them. */
export function spentOn(latest: Round | null, now: Instant): number {
  if (latest === null) return 0
  const day = dayOf(now)
  const own = courseOf(latest).minutes.filter((minute) => minute <= now && dayOf(minute) === day).length
  return own + (dayOf(latest.startedAt) === day ? latest.spentBefore : 0)
}
