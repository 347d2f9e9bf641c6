import { channelOf } from '@rueda/rules/deposits/channel.ts'
import { creditDeposit } from '@rueda/rules/deposits/credit.ts'
import type { Deposit } from '@rueda/rules/deposits/deposit.ts'
import { expireDeposit } from '@rueda/rules/deposits/end.ts'
import type { AccountState, Outcome } from '@rueda/rules/ledger/account-state.ts'
import { ok } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Deciding, FullApp } from '../../app.ts'
import { confirmationsOf, confirmedBlock } from '../../chain/blocks.ts'
import { houseDate } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
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
type Following = Pick<FullApp, 'pool' | 'clock' | 'wallClock' | 'ids' | 'venue' | 'commands' | 'vault' | 'settings' | 'random' | 'terms'>

const MAX_AT_ONCE = 256

/** Both sides of the outside world, the chain's and the bank's. */
export async function followDeposits(app: Following): Promise<void> {
  await followChain(app)
  await reviewDeposits(app, app.clock.now())
}

/** Credits what the chain has confirmed. */
export async function followChain(app: Following): Promise<void> {
  await each(app, crediting, await confirmedDeposits(app.pool, confirmedBlock(app.clock.now()), MAX_AT_ONCE))
}

/** The bank's side: announced transfers arrive, lines are matched by rule, and transfers that never came are given up. */
async function reviewDeposits(app: Following, now: Instant): Promise<void> {
  await each(app, expiring, await overdueDeposits(app.pool, now, MAX_AT_ONCE))
  await each(app, bringing, await dueTransfers(app.pool, now, MAX_AT_ONCE))
  await each(app, matching, await matchableDeposits(app.pool, now, MAX_AT_ONCE))
  await queueForStaff(app, await matchableDeposits(app.pool, now, MAX_AT_ONCE))
  await queueShortfalls(app)
  await closeLostCases(app)
}

type Step = (app: Deciding, state: AccountState, deposit: Deposit, now: Instant) => Outcome

/** A kind of command that takes a deposit one step on. */
const stepKind = (name: string, step: Step) =>
  commandKind({
    name,
    reads: ({ id, channel }: Deposit) => ({
      wallets: [channelOf(channel).wallet],
      records: [depositsById([id]), openDepositsOver([channel])],
    }),
    decide: (app: Deciding, deposit, state, now) => ok({ outcome: step(app, state, deposit, now), data: true }),
  })

const crediting = stepKind('deposits.credit', ({ venue, terms }, state, { id, arrival, channel, startedAt }, now) =>
  creditDeposit(
    state,
    {
      depositId: id,
      evidence: { by: 'chain', confirmations: arrival?.block === null || arrival === null ? 0 : confirmationsOf(arrival.block, now) },
      mid: coinMid(venue, channelOf(channel)),
      minimum: terms.minimum(channel, startedAt),
      valueDate: houseDate(venue),
    },
    now,
  ),
)

const expiring = stepKind('deposits.expire', (_, state, { id }, now) => expireDeposit(state, id, now))

/** The simulated bank brings the transfers that its customers announced, under the announcement's id: once. */
const bringing = stepKind('deposits.bring', (app, state, { id, channel, announced }, now) =>
  depositKind.of(state).get(id)?.status === 'announced'
    ? decideArrival(app, state, { id, channel, amount: announced ?? 0n }, now)
    : { entries: [] },
)

const matching = stepKind('deposits.match', ({ venue, terms }, state, { id, channel, arrival, startedAt }, now) =>
  creditDeposit(
    state,
    {
      depositId: id,
      evidence: { by: 'rule', dollars: inDollars(venue, { minor: arrival?.amount ?? 0n, currency: channelOf(channel).currency }) },
      mid: null,
      minimum: terms.minimum(channel, startedAt),
      automaticUpTo: terms.limits(startedAt).depositAutomatic,
      valueDate: houseDate(venue),
    },
    now,
  ),
)

export const depositSteps = [crediting, expiring, bringing, matching]

const each = ({ commands }: Following, kind: ReturnType<typeof stepKind>, due: readonly Deposit[]): Promise<unknown> =>
  Promise.all(due.map((deposit) => commands.run(kind, { accountId: deposit.accountId, idempotency: null, arguments: deposit })))
