import { MIN_SEARCH_MS, ROUND_MINUTES } from '@rueda/rules/mining/course.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { Invariant } from './invariants.ts'

/**
 * Invariants of mining. The state of a round is not stored: it follows from these facts, and so a success is as true as its share. A share
 * is hashed again by the database, which does it in its own way.
 */
const MIN_ROUND_MS = MIN_SEARCH_MS + ROUND_MINUTES * MINUTE_MS

export const miningInvariants: readonly Invariant[] = [
  {
    id: 'MINING-1',
    scope: 'account',
    repeats: ['mining_share_is_whole', 'mining_share_is_true'],
    says: 'every share of mining is under its target when it is hashed again, and was found while its round mined',
    sql: `select account_id, id, share_at from mining_rounds
          where num_nonnulls(share_nonce, share_hash, share_at) not in (0, 3) or share_hash <> sha256(challenge || share_nonce)
             or share_hash >= target or share_at < started_at + ${MIN_SEARCH_MS} or share_at > stopped_at`,
  },
  {
    id: 'MINING-2',
    scope: 'account',
    says: 'one round of mining runs at a time, and no day gives more than its energy',
    sql: `select account_id, id, started_at, before from (
            select account_id, id, started_at, energy_a_day, spent_before,
                   lag(coalesce(stopped_at, greatest(started_at + ${MIN_ROUND_MS}, (select max(moment) from unnest(resumed_at) as moment)))) over w as before
            from mining_rounds window w as (partition by account_id order by started_at, id)) round
          where started_at < before or spent_before >= energy_a_day`,
  },
]
