import type { MoneyMode } from '../money.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { Instant } from '../time.ts'
import { ROUND_MINUTES, dayOf, isUnderWay, spentOn, startOfDay, stateOf } from './course.ts'
import type { Round } from './round.ts'
import { hashOf, isShare } from './share.ts'

/** Decisions about rounds of mining (`docs/rules/mining.md` E.9, O.13). Each is given the account's latest round, and null where it has none. */

/** The operator's settings, shown before the start. */
export type MiningTerms = Readonly<{ target: string; energyADay: number }>

export type Energy = Readonly<{
  left: number
  aDay: number
  /** Energy that a start needs: of a round in progress that stopped, one. */
  needed: number
  refillAt: Instant
}>

/** Energy is free and comes back whole when the day turns; it cannot be bought. */
export function energyOf(latest: Round | null, { energyADay }: MiningTerms, now: Instant): Energy {
  const isOpen = latest !== null && isUnderWay(latest, now)
  const aDay = isOpen ? latest.energyADay : energyADay
  return {
    left: Math.max(0, aDay - spentOn(latest, now)),
    aDay,
    // Where the operator gives less a day than a round takes, the day's whole energy is enough to begin.
    needed: isOpen ? 1 : Math.min(ROUND_MINUTES, aDay),
    refillAt: startOfDay(dayOf(now) + 1),
  }
}

/** Nothing that looks like a game stands beside real money (`docs/rules/honesty.md` 0.1). */
export const isOffered = (moneyMode: MoneyMode): boolean => moneyMode === 'sim'

type Starting = Readonly<{
  id: string
  accountId: string
  challenge: string
  terms: MiningTerms
  latest: Round | null
  moneyMode: MoneyMode
}>

/** Begins a round, or goes on with the one that ran out of energy. */
export function startRound({ id, accountId, challenge, terms, latest, moneyMode }: Starting, now: Instant): Result<Round> {
  if (!isOffered(moneyMode)) return refuse('feature.disabled', { feature: 'mining' })
  const status = latest === null ? null : stateOf(latest, now).status
  if (status === 'searching' || status === 'working') return refuse('mining.running')
  const { left, needed, refillAt } = energyOf(latest, terms, now)
  if (left < needed) return refuse('energy.insufficient', { num: needed, left, refillTimestamp: refillAt })
  if (latest !== null && status === 'noEnergy') return ok({ ...latest, resumedAt: [...latest.resumedAt, now] })
  const { target, energyADay } = terms
  const spentBefore = spentOn(latest, now)
  return ok({ id, accountId, challenge, target, energyADay, spentBefore, startedAt: now, resumedAt: [], stoppedAt: null, share: null })
}

/** The round once its customer has stopped it; null where nothing is under way. Energy that was used stays used. */
export const stopRound = (latest: Round | null, now: Instant): Round | null =>
  latest === null || !isUnderWay(latest, now) ? null : { ...latest, stoppedAt: now }

/** The round with its share, if the nonce is one: found while it mines, the first of it, and under its target. */
export function takeShare(round: Round, nonce: string, now: Instant): Result<Round> {
  if (stateOf(round, now).status !== 'working') return refuse('mining.share_late')
  if (round.share !== null) return refuse('mining.share_repeated')
  const hash = hashOf(round.challenge, nonce)
  return isShare(hash, round.target) ? ok({ ...round, share: { nonce, hash, at: now } }) : refuse('mining.share_wrong', { hash })
}
