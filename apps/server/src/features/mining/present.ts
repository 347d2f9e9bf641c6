import type { MiningRound, MiningState } from '@rueda/contract/mining.ts'
import { ROUND_MINUTES, stateOf } from '@rueda/rules/mining/course.ts'
import { type MiningTerms, energyOf, isOffered } from '@rueda/rules/mining/mine.ts'
import type { Round } from '@rueda/rules/mining/round.ts'
import { ORDINARY_RATE, triesOf } from '@rueda/rules/mining/share.ts'
import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { MONEY_MODE } from '../../money-mode.ts'

/** The only place where a round of mining becomes JSON. */
const ROUND_MS = ROUND_MINUTES * MINUTE_MS

export function presentRound(round: Round, now: Instant): MiningRound {
  const { status, since, until, minedMs, energyUsed } = stateOf(round, now)
  const isRevealed = energyUsed > 0
  return {
    id: round.id,
    status,
    challenge: isRevealed ? round.challenge : null,
    target: round.target,
    tries: String(triesOf(round.target)),
    startTimestamp: round.startedAt,
    statusTimestamp: since,
    nextTimestamp: until,
    minedMs,
    roundMs: ROUND_MS,
    energyUsed,
    share: round.share === null ? null : { nonce: round.share.nonce, hash: round.share.hash, timestamp: round.share.at },
  }
}

export function presentState(latest: Round | null, terms: MiningTerms, now: Instant): MiningState {
  const { left, aDay, needed, refillAt } = energyOf(latest, terms, now)
  return {
    offered: isOffered(MONEY_MODE) ? 1 : 0,
    round: latest === null ? null : presentRound(latest, now),
    energy: { left, aDay, needed, refillTimestamp: refillAt },
    target: terms.target,
    tries: String(triesOf(terms.target)),
    roundMs: ROUND_MS,
    ordinaryRate: ORDINARY_RATE,
    nowTimestamp: now,
  }
}
