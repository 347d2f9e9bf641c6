import { type DepositChannel, channelOf, creditOf, creditRate } from '@rueda/rules/deposits/channel.ts'
import type { Deposit } from '@rueda/rules/deposits/deposit.ts'
import { riskFlagsOfDeposit } from '@rueda/rules/deposits/risk-flags.ts'
import { type Money, money } from '@rueda/rules/money.ts'
import { HOUR_MS } from '@rueda/rules/time.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { FullApp } from '../../app.ts'
import { fileIdOf } from '../../storage/files.ts'
import { type CaseFacts, closeCase, openCase } from '../cases/cases.ts'
import type { Reader } from '../../db/snapshot.ts'
import { lastCoinMid } from './coin-mid.ts'
import { inDollars } from '../wallets/dollar-value.ts'
import { isSeenBefore, shortDeposits } from './store.ts'

type Queueing = Pick<FullApp, 'pool' | 'ids' | 'wallClock' | 'venue' | 'terms'>

const STAFF_HAVE_MS = 24 * HOUR_MS

/** Opens cases for deposits that the rules have not credited; a deposit that waits already keeps its case. */
export async function queueForStaff(app: Queueing, deposits: readonly Deposit[]): Promise<void> {
  const now = app.wallClock.now()
  for (const deposit of deposits) {
    const { accountId, id: subjectId } = deposit
    await openCase(app, app.pool, {
      kind: 'deposit',
      accountId,
      subjectId,
      now,
      dueAt: now + STAFF_HAVE_MS,
      ...(await factsOf(app, deposit)),
    })
  }
}

/** Gathers the facts of the bank's line, and the risk flags for a person to look at first. */
async function factsOf({ pool, venue, terms }: Queueing, deposit: Deposit): Promise<CaseFacts> {
  const { accountId, arrival, channel, proof } = deposit
  const { currency } = channelOf(channel)
  const arrived = arrival === null ? null : money(arrival.amount, currency)
  const fileId = proof === null ? null : fileIdOf(proof)
  const isProofSeenBefore = fileId !== null && (await isSeenBefore(pool, accountId, fileId))
  const worth = arrival === null ? null : creditedMoney(venue, channelOf(channel), arrival.amount)
  const dollars = worth === null ? null : inDollars(venue, worth)
  const automaticUpTo = terms.limits(deposit.startedAt).depositAutomatic
  return { amount: arrived, worth: dollars, riskFlags: riskFlagsOfDeposit(deposit, { dollars, automaticUpTo, isProofSeenBefore }) }
}

/** The amount that arrived, in the currency it is credited in: a coin has no other price. Null while the market has none for it. */
function creditedMoney(venue: FullApp['venue'], channel: DepositChannel, amount: bigint): Money | null {
  const rate = creditRate(channel, lastCoinMid(venue, channel))
  return rate === null ? null : money(creditOf(channel, amount, rate), walletCurrencies[channel.wallet])
}

/**
 * Opens a case, once, for each deposit taken back after its money was spent, which has frozen the account (`docs/rules/deposits.md` E.11).
 */
export async function queueShortfalls(app: Queueing): Promise<void> {
  await queueForStaff(app, await shortDeposits(app.pool, SETTLED))
}

/** Outcome that ends such a case for good. */
export const SETTLED = 'settled'

/** Closes the cases of deposits that the bank took back while they waited. */
export async function closeLostCases({ pool, wallClock }: Queueing): Promise<void> {
  for (const subjectId of await lostCases(pool))
    await closeCase(pool, { kind: 'deposit', subjectId, outcome: 'recalled', now: wallClock.now() })
}

async function lostCases(reader: Reader): Promise<readonly string[]> {
  const { rows } = await reader.query<{ subject_id: string }>(
    `select c.subject_id from review_cases c join deposits d on d.account_id = c.account_id and d.id::text = c.subject_id
     where c.kind = 'deposit' and c.closed_at is null and d.status <> 'arrived' and d.shortfall = 0`,
  )
  return rows.map(({ subject_id }) => subject_id)
}
