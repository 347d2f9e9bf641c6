import { matchNames } from '@rueda/rules/cards/name-match.ts'
import { ok } from '@rueda/rules/result.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import { type Circumstances, reviewWithdrawal } from '@rueda/rules/withdrawals/review.ts'
import type { Withdrawal } from '@rueda/rules/withdrawals/withdrawal.ts'
import type { Deciding } from '../../app.ts'
import { commandKind } from '../../write-path/commands.ts'
import { arePayoutsHeld } from '../integrity/lights.ts'
import { openDetails } from '../cards/sealed.ts'
import { identifiedPerson } from '../kyc/person.ts'
import type { WithdrawalDeps } from './quotes.ts'
import { dueWithdrawals, standingOf } from './store.ts'
import { withdrawalsById, withdrawalsSince } from './records.ts'

const MAX_AT_ONCE = 100

/** Reviews every withdrawal whose time has come by the rules. May run twice; returns the number of withdrawals. */
export async function reviewWithdrawals(app: WithdrawalDeps, now: Instant): Promise<number> {
  const due = await dueWithdrawals(app.pool, now, MAX_AT_ONCE)
  if (due.length === 0) return 0
  const isPaused = await arePayoutsHeld(app.pool, now)
  for (const withdrawal of due) await reviewOne(app, withdrawal, { isPaused, now })
  return due.length
}

type Looking = Readonly<{ isPaused: boolean; now: Instant }>

async function reviewOne(app: WithdrawalDeps, withdrawal: Withdrawal, { isPaused, now }: Looking): Promise<void> {
  const { accountId, id: withdrawalId, startedAt } = withdrawal
  const about = await circumstancesOf(app, withdrawal, now)
  const seen = { withdrawalId, startedAt, about, isPaused, now }
  await app.commands.run(reviewingWithdrawal, { accountId, idempotency: null, arguments: seen })
}

type Seen = Looking & Readonly<{ withdrawalId: string; startedAt: Instant; about: Omit<Circumstances, 'isFrozen'> }>

export const reviewingWithdrawal = commandKind({
  name: 'withdrawals.review',
  reads: ({ withdrawalId, startedAt }: Seen) => ({ records: [withdrawalsById([withdrawalId]), withdrawalsSince(startedAt - DAY_MS)] }),
  decide: ({ terms }: Pick<Deciding, 'terms'>, { withdrawalId, startedAt, about, isPaused, now }, state) => {
    const limits = terms.limits(startedAt)
    const outcome = reviewWithdrawal(state, { withdrawalId, about: { ...about, isFrozen: state.frozen }, limits, isPaused, now })
    return ok({ outcome, data: true })
  },
})

/** Circumstances for the rules; a freeze of the account is read under the lock. */
async function circumstancesOf(
  app: WithdrawalDeps,
  { accountId, destination }: Withdrawal,
  now: Instant,
): Promise<Omit<Circumstances, 'isFrozen'>> {
  const { coolingUntil } = await standingOf(app.pool, accountId)
  const person = await identifiedPerson(app, app.pool, accountId)
  const details = openDetails(app.vault, accountId, Buffer.from(destination.sealed, 'hex'))
  return {
    isIdentityPassed: person !== null,
    isHolderCertain:
      details.type === 'vm' || (person !== null && matchNames(details.accountName, `${person.firstName} ${person.lastName}`) === 'same'),
    isCooling: coolingUntil !== null && coolingUntil > now,
  }
}
