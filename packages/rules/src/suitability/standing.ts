import type { AccountState } from '../ledger/account-state.ts'
import type { Instant } from '../time.ts'
import { PAUSE_MS, RENEWED_FROM_MS, type SuitabilityAttempt, TRIES_A_DAY, TRIES_WITHIN_MS } from './attempt.ts'
import { suitabilityKind } from './records.ts'

/** An account's standing with the questions at a moment, worked out from its attempts. */
export type SuitabilityStanding = Readonly<{
  /** The attempt that has begun and was not handed in; null without one. */
  open: SuitabilityAttempt | null
  /** The newest attempt that was handed in; null before the first. */
  last: SuitabilityAttempt | null
  /** Set while a result allows leveraged orders: the first moment at which it does not any more. */
  validUntil: Instant | null
  /** Set while a passed result is too new to be renewed. */
  renewableFrom: Instant | null
  /** Set during the pause after the day's tries have failed. */
  pausedUntil: Instant | null
  triesLeft: number
}>

/** The standing of these attempts at a moment (`docs/rules/suitability.md` P.8). */
export function suitabilityStanding(attempts: Iterable<SuitabilityAttempt>, now: Instant): SuitabilityStanding {
  const all = [...attempts]
  const handedIn = all.filter(({ handedInAt }) => handedInAt !== null).toSorted((a, b) => (b.handedInAt ?? 0) - (a.handedInAt ?? 0))
  const validUntil = latest(handedIn.filter((attempt) => isValidAt(attempt, now)).map(({ validUntil: until }) => until ?? 0))
  const renewableFrom = validUntil === null ? null : validUntil - RENEWED_FROM_MS
  return {
    open: all.find(({ status }) => status === 'open') ?? null,
    last: handedIn[0] ?? null,
    validUntil,
    renewableFrom: renewableFrom !== null && renewableFrom > now ? renewableFrom : null,
    ...triesOf(handedIn, now),
  }
}

/** Only what failed since the last pass counts. Attempts come newest first. */
function triesOf(handedIn: readonly SuitabilityAttempt[], now: Instant): Pick<SuitabilityStanding, 'pausedUntil' | 'triesLeft'> {
  const passed = handedIn.findIndex(({ status }) => status === 'passed')
  const failedAt = handedIn.slice(0, passed < 0 ? undefined : passed).map(({ handedInAt }) => handedInAt ?? 0)
  const [newest, first] = [failedAt[0], failedAt[TRIES_A_DAY - 1]]
  const isUsedUp = newest !== undefined && first !== undefined && newest - first < TRIES_WITHIN_MS
  if (isUsedUp && now < newest + PAUSE_MS) return { pausedUntil: newest + PAUSE_MS, triesLeft: 0 }
  const failed = failedAt.filter((at) => now - at < TRIES_WITHIN_MS).length
  return { pausedUntil: null, triesLeft: Math.max(1, TRIES_A_DAY - failed) }
}

const latest = (moments: readonly Instant[]): Instant | null => (moments.length === 0 ? null : Math.max(...moments))

/** True while a passed result allows this account to open positions on margin; its attempts have to be read. */
export const isSuitable = (state: AccountState, now: Instant): boolean =>
  [...suitabilityKind.of(state).values()].some((attempt) => isValidAt(attempt, now))

const isValidAt = ({ handedInAt, validUntil }: SuitabilityAttempt, now: Instant): boolean =>
  handedInAt !== null && validUntil !== null && handedInAt <= now && now < validUntil
