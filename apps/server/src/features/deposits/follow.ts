import { channelOf } from '@rueda/rules/deposits/channel.ts'
import { creditDeposit } from '@rueda/rules/deposits/credit.ts'
import type { Deposit } from '@rueda/rules/deposits/deposit.ts'
import { expireDeposit } from '@rueda/rules/deposits/end.ts'
import type { AccountState, Outcome } from '@rueda/rules/ledger/account-state.ts'
import { ok } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { confirmationsOf, confirmedBlock } from '../../chain/blocks.ts'
import { houseDate } from '../../venue/value-date.ts'
import { inDollars } from '../wallets/dollar-value.ts'
import { decideArrival } from './arrive.ts'
import { closeLostCases, queueForStaff, queueShortfalls } from './cases.ts'
import { coinMid } from './coin-mid.ts'
import { confirmedDeposits, dueTransfers, matchableDeposits, overdueDeposits } from './store.ts'
import { depositsById, openDepositsOver } from './records.ts'
import { depositKind } from '@rueda/rules/deposits/records.ts'

/**
 * Processes deposits. Due ones are in the database and each step is decided under the lock of the account, so that all of this may run
 * twice, on two servers, or late after downtime.
 */
type Following = Pick<FullApp, 'pool' | 'clock' | 'wallClock' | 'ids' | 'venue' | 'writePath' | 'vault' | 'settings' | 'random' | 'terms'>

const MAX_AT_ONCE = 256

/** Both sides of the outside world, the chain's and the bank's. */
export async function followDeposits(app: Following): Promise<void> {
  await followChain(app)
  await reviewDeposits(app, app.clock.now())
}

/** Credits what the chain has confirmed. */
export async function followChain(app: Following): Promise<void> {
  const due = await confirmedDeposits(app.pool, confirmedBlock(app.clock.now()), MAX_AT_ONCE)
  await each(app, due, (state, { id, arrival, channel, startedAt }, now) =>
    creditDeposit(
      state,
      {
        depositId: id,
        evidence: { by: 'chain', confirmations: arrival?.block === null || arrival === null ? 0 : confirmationsOf(arrival.block, now) },
        mid: coinMid(app.venue, channelOf(channel)),
        minimum: app.terms.minimum(channel, startedAt),
        valueDate: houseDate(app.venue),
      },
      now,
    ),
  )
}

/** The bank's side: announced transfers arrive, lines are matched by rule, and transfers that never came are given up. */
async function reviewDeposits(app: Following, now: Instant): Promise<void> {
  await each(app, await overdueDeposits(app.pool, now, MAX_AT_ONCE), (state, { id }, at) => expireDeposit(state, id, at))
  // The simulated bank brings the transfers that its customers announced, under the announcement's id: once.
  await each(app, await dueTransfers(app.pool, now, MAX_AT_ONCE), (state, { id, channel, announced }, at) =>
    depositKind.of(state).get(id)?.status === 'announced'
      ? decideArrival(app, state, { id, channel, amount: announced ?? 0n }, at)
      : { entries: [] },
  )
  const lines = await matchableDeposits(app.pool, now, MAX_AT_ONCE)
  await each(app, lines, (state, { id, channel, arrival, startedAt }, at) =>
    creditDeposit(
      state,
      {
        depositId: id,
        evidence: { by: 'rule', dollars: inDollars(app.venue, { minor: arrival?.amount ?? 0n, currency: channelOf(channel).currency }) },
        mid: null,
        minimum: app.terms.minimum(channel, startedAt),
        automaticUpTo: app.terms.limits(startedAt).depositAutomatic,
        valueDate: houseDate(app.venue),
      },
      at,
    ),
  )
  await queueForStaff(app, await matchableDeposits(app.pool, now, MAX_AT_ONCE))
  await queueShortfalls(app)
  await closeLostCases(app)
}

type Step = (state: AccountState, deposit: Deposit, now: Instant) => Outcome

const each = ({ writePath }: Following, due: readonly Deposit[], step: Step): Promise<unknown> =>
  Promise.all(
    due.map((deposit) =>
      writePath.run({
        accountId: deposit.accountId,
        idempotency: null,
        reads: { wallets: [channelOf(deposit.channel).wallet], records: [depositsById([deposit.id]), openDepositsOver([deposit.channel])] },
        decide: (state, now) => ok({ outcome: step(state, deposit, now), data: true }),
      }),
    ),
  )
