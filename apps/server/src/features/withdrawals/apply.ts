import type { Withdrawal as WithdrawalRow } from '@rueda/contract/withdrawals.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { LIMIT_MONTH_MS, WITHOUT_CODE_UP_TO, valueInDollars } from '@rueda/rules/withdrawals/limits.ts'
import { type RailFee, type RailId, currencyOfRail, rails } from '@rueda/rules/withdrawals/rails.ts'
import { type Mids, startWithdrawal } from '@rueda/rules/withdrawals/start.ts'
import type { Destination } from '@rueda/rules/withdrawals/withdrawal.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { isMoneyOutPaused } from '../../ledger/integrity.ts'
import { reviewAt } from '../../reviews/review-time.ts'
import { isAnswered } from '../../write-path/answer-once.ts'
import { checkCode, useCode as spendCode } from '../accounts/codes.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { presentWithdrawal } from './present.ts'
import { type WithdrawalDeps, midsFor } from './quotes.ts'
import { standingOf } from './store.ts'

type Applying = Readonly<{
  caller: Caller
  idempotency: Idempotency
  rail: RailId
  amount: bigint
  destination: Destination
  cardVersion: number | null
  /** Money does not leave to it earlier; null for a destination that is known. */
  notBefore: Instant | null
  quoteId: string | null
  /** The version of the terms whose fee was shown; undefined where the caller was shown none. */
  termsId: string | null | undefined
  code: string | null
}>

/** Takes an application: what it costs and brings is fixed, and its money is on hold with the answer. */
export async function applyForWithdrawal(app: WithdrawalDeps, applying: Applying): Promise<Result<WithdrawalRow>> {
  const { caller, idempotency, rail: railId, amount, destination, cardVersion, notBefore } = applying
  const { accountId } = caller
  const mids = await midsFor(app, { accountId, rail: railId, amount }, applying.quoteId)
  if (!mids.ok) return mids
  const proof = await checkMailbox(app, applying, mids.value)
  if (!proof.ok) return proof
  const fee = feeOf(app, applying)
  if (fee === null) return refuse('exchange.quote_expired', { field: 'termsId' })
  const isPaused = await isMoneyOutPaused(app.pool)
  const id = app.ids.next()
  const askedAt = app.wallClock.now()
  const review = Math.max(reviewAt(app.settings, app.random, askedAt), notBefore ?? 0)
  return app.writePath.run({
    accountId,
    idempotency,
    reads: {
      wallets: [rails[railId].wallet],
      withdrawalsSince: askedAt - LIMIT_MONTH_MS,
      cards: destination.cardId === null ? [] : [destination.cardId],
    },
    decide: (books) => {
      const off = app.switches.refusal(`withdrawals.${railId}`)
      if (off !== null) return off
      const valueDate = app.venue.session('US').tradeDate
      const number = referenceNumber('W', valueDate, id)
      const asked = {
        id,
        number,
        rail: railId,
        fee,
        amount,
        destination,
        cardVersion,
        mids: mids.value,
        isPaused,
        reviewAt: review,
        askedAt,
        valueDate,
      }
      const started = startWithdrawal(books, asked)
      if (!started.ok) return started
      const { withdrawal, outcome } = started.value
      const steps = (outcome.withdrawalEvents ?? []).map(({ kind, by, at }) => ({ kind, by, at }))
      return ok({ outcome, data: presentWithdrawal(withdrawal, steps) })
    },
  })
}

/** What was shown is what is charged, or nothing is; who was shown nothing is charged what holds. */
function feeOf({ terms, wallClock }: WithdrawalDeps, { rail, termsId }: Applying): RailFee | null {
  const now = wallClock.now()
  return termsId === undefined ? terms.rail(rail, now).rail.fee : terms.feeSeen(rail, termsId, now)
}

/** Above a thousand dollars the mailbox has to be the customer's too. An account without one has no codes. */
async function checkMailbox(app: WithdrawalDeps, { caller, idempotency, rail, amount, code }: Applying, mids: Mids): Promise<Result<true>> {
  const { pool, wallClock } = app
  const value = valueInDollars(amount, currencyOfRail(rails[rail]), mids.dollar)
  if (value <= WITHOUT_CODE_UP_TO) return ok(true)
  const { email } = await standingOf(pool, caller.accountId)
  // A repetition is answered with what the first one was, whose code is used.
  if (email === null || (await isAnswered(pool, caller.accountId, idempotency))) return ok(true)
  if (code === null) return refuse('parameter.missing', { field: 'code' })
  const checked = await checkCode(pool, { email, purpose: 'withdraw' }, code, wallClock.now())
  if (!checked.ok) return checked
  return (await spendCode(pool, checked.value, wallClock.now())) ? ok(true) : refuse('code.wrong')
}
