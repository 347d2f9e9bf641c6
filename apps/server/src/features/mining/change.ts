import type { MiningState } from '@rueda/contract/mining.ts'
import { type MiningTerms, startRound, stopRound, takeShare } from '@rueda/rules/mining/mine.ts'
import type { Round } from '@rueda/rules/mining/round.ts'
import { CHALLENGE_BYTES, targetOf } from '@rueda/rules/mining/share.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Clock } from '../../deps.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { MONEY_MODE } from '../../money-mode.ts'
import { answerOnce } from '../../write-path/answer-once.ts'
import { presentState } from './present.ts'
import * as store from './store.ts'

/** Hashing takes real time, so rounds go by the clock on the wall, and not by that of a simulated market. */
export type MiningDeps = Pick<App, 'pool' | 'ids' | 'random' | 'settings' | 'switches' | 'hub'> & Readonly<{ wallClock: Clock }>
type Asked = Readonly<{ caller: Caller; idempotency: Idempotency }>

export const termsOf = ({ MINING_TRIES, MINING_ENERGY }: MiningDeps['settings']): MiningTerms => ({
  target: targetOf(BigInt(MINING_TRIES)),
  energyADay: MINING_ENERGY,
})

/** Begins a round, or goes on with one that ran out of energy. */
export function start(app: MiningDeps, { caller, idempotency }: Asked): Promise<Result<MiningState>> {
  const { accountId, frozen } = caller
  return change(app, { accountId, idempotency }, async (_, latest, now) => {
    if (frozen) return refuse('account.frozen')
    const off = app.switches.refusal('mining')
    if (off !== null) return off
    const challenge = Buffer.from(app.random.bytes(CHALLENGE_BYTES)).toString('hex')
    return startRound({ id: app.ids.next(), accountId, challenge, terms: termsOf(app.settings), latest, moneyMode: MONEY_MODE }, now)
  })
}

/** Stops the round for good; a second time changes nothing. A switch that is off and a frozen account stand in nobody's way here. */
export const stop = (app: MiningDeps, accountId: string): Promise<Result<MiningState>> =>
  change(app, { accountId, idempotency: null }, async (_, latest, now) => ok(stopRound(latest, now)))

/** Takes the share of a round, if the nonce is one. A round of somebody else is none. */
export const share = (
  app: MiningDeps,
  { caller: { accountId }, idempotency, roundId, nonce }: Asked & Readonly<{ roundId: string; nonce: string }>,
): Promise<Result<MiningState>> =>
  change(app, { accountId, idempotency }, async (client, _, now) => {
    const round = await store.byId(client, accountId, roundId)
    return round === null ? refuse('object.not_found') : takeShare(round, nonce, now)
  })

type Changing = Readonly<{ accountId: string; idempotency: Idempotency | null }>
/** The round as it is written; null where nothing changes. */
type Decide = (client: PoolClient, latest: Round | null, now: Instant) => Promise<Result<Round | null>>

/** Decides under a lock of the customer's account, writes the round, and tells the customer's other screens after the commit. */
async function change(app: MiningDeps, { accountId, idempotency }: Changing, decide: Decide): Promise<Result<MiningState>> {
  let isChanged = false
  const answer = await inTransaction(app.pool, async (client) => {
    const latest = await store.lockLatest(client, accountId)
    // Read under the lock: whoever waited for it acts after whoever had it.
    const now = app.wallClock.now()
    const work = async (): Promise<Result<MiningState>> => {
      const decided = await decide(client, latest, now)
      if (!decided.ok) return decided
      if (decided.value !== null) await store.save(client, decided.value)
      isChanged = decided.value !== null
      return ok(presentState(decided.value ?? latest, termsOf(app.settings), now))
    }
    return idempotency === null ? work() : answerOnce(client, { accountId, idempotency, now }, work)
  })
  if (answer.ok && isChanged) app.hub.publish(accountId, 'mining', answer.value)
  return answer
}
