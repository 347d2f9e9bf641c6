import type { Withdrawal as WithdrawalRow } from '@rueda/contract/withdrawals.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { LIMIT_MONTH_MS, valueInDollars } from '@rueda/rules/withdrawals/limits.ts'
import { type RailFee, type RailId, currencyOfRail, rails } from '@rueda/rules/withdrawals/rails.ts'
import { type Mids, type WithdrawalRequest, startWithdrawal } from '@rueda/rules/withdrawals/start.ts'
import type { Destination } from '@rueda/rules/withdrawals/withdrawal.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import type { Deciding } from '../../app.ts'
import { NoAnswer, OutcomeUnknown } from '../../bus/bus.ts'
import { isAnswered } from '../../write-path/answer-once.ts'
import { commandKind } from '../../write-path/commands.ts'
import { arePayoutsHeld } from '../integrity/lights.ts'
import { reviewAt } from '../cases/review-time.ts'
import { houseDate } from '../../venue/value-date.ts'
import { giveCodeBack, useCode as spendCode } from '../accounts/codes.ts'
import { checkMailbox } from '../accounts/mailbox.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { presentWithdrawal } from './present.ts'
import { type WithdrawalDeps, asksForCode, midsFor } from './quotes.ts'
import { standingOf } from './store.ts'
import { cardsById } from '../cards/records.ts'
import { withdrawalsSince } from './records.ts'
import { withdrawalEventKind } from '@rueda/rules/withdrawals/records.ts'

type Applying = Readonly<{
  caller: Caller
  idempotency: Idempotency
  rail: RailId
  amount: bigint
  destination: Destination
  cardVersion: number | null
  /** Earliest time for money to leave to it; null for a destination that is known. */
  notBefore: Instant | null
  quoteId: string | null
  /** The version of the terms whose fee was shown; undefined when the caller was shown none. */
  termsId: string | null | undefined
  code: string | null
}>

/** Takes an application: its cost and its proceeds are fixed, and its money is on hold with the answer. */
export async function applyForWithdrawal(app: WithdrawalDeps, applying: Applying): Promise<Result<WithdrawalRow>> {
  const { caller, idempotency, rail: railId, amount, destination, cardVersion, notBefore } = applying
  const { accountId } = caller
  // One that is sent again gets its first answer, also when what it was shown has expired meanwhile.
  const isRepeated = await isAnswered(app.pool, accountId, idempotency)
  const mids = await midsFor(app, { accountId, rail: railId, amount }, isRepeated ? null : applying.quoteId)
  if (!mids.ok) return mids
  const proof = await proveMailbox(app, applying, mids.value)
  if (!proof.ok) return proof
  const fee = feeOf(app, isRepeated ? { ...applying, termsId: undefined } : applying)
  if (fee === null) return refuse('exchange.quote_expired', { field: 'termsId' })
  const askedAt = app.wallClock.now()
  const isPaused = await arePayoutsHeld(app.pool, askedAt)
  const id = app.ids.next()
  const review = Math.max(reviewAt(app.settings, app.random, askedAt), notBefore ?? 0)
  const asked = {
    id,
    rail: railId,
    fee,
    amount,
    destination,
    cardVersion,
    mids: mids.value,
    isMailboxProven: proof.value.isProven,
    isPaused,
    reviewAt: review,
    askedAt,
  }
  // A refused application, and one that nobody heard, use nothing up: the same code may be sent again, or with a smaller amount.
  const { codeId } = proof.value
  const giveBack = async (): Promise<void> => (codeId === null ? undefined : giveCodeBack(app.pool, codeId))
  try {
    const applied = await app.commands.run(applyingForWithdrawal, { accountId, idempotency, arguments: asked })
    if (!applied.ok) await giveBack()
    return applied
  } catch (error) {
    if (error instanceof NoAnswer && !(error instanceof OutcomeUnknown)) await giveBack()
    throw error
  }
}

type Asked = Omit<WithdrawalRequest, 'number' | 'limits' | 'valueDate'>

export const applyingForWithdrawal = commandKind({
  name: 'withdrawals.apply',
  reads: ({ rail, askedAt, destination: { cardId } }: Asked) => ({
    wallets: [rails[rail].wallet],
    records: [withdrawalsSince(askedAt - LIMIT_MONTH_MS), cardsById(cardId === null ? [] : [cardId])],
  }),
  decide: (app: Pick<Deciding, 'switches' | 'venue' | 'terms'>, asked, state) => {
    const off = app.switches.refusal(`withdrawals.${asked.rail}`)
    if (off !== null) return off
    const valueDate = houseDate(app.venue)
    const number = referenceNumber('W', valueDate, asked.id)
    const started = startWithdrawal(state, { ...asked, number, limits: app.terms.limits(asked.askedAt), valueDate })
    if (!started.ok) return started
    const { withdrawal, outcome } = started.value
    const steps = withdrawalEventKind.in(outcome).map(({ kind, by, at }) => ({ kind, by, at }))
    return ok({ outcome, data: presentWithdrawal(app, withdrawal, steps) })
  },
})

/** Returns the fee that was shown, or null if it no longer holds; a caller who was shown none pays the present one. */
function feeOf({ terms, wallClock }: WithdrawalDeps, { rail, termsId }: Applying): RailFee | null {
  const now = wallClock.now()
  return termsId === undefined ? terms.rail(rail, now).rail.fee : terms.feeSeen(rail, termsId, now)
}

type MailProof = Readonly<{ isProven: boolean; codeId: string | null }>

/**
 * Above a limit, which the day's withdrawals reach together, a mailed code is required too, and used up from then on. If another withdrawal
 * comes in between, the decision under the lock of the account asks for the code that this did not.
 */
async function proveMailbox(
  app: WithdrawalDeps,
  { caller, idempotency, rail, amount, code }: Applying,
  mids: Mids,
): Promise<Result<MailProof>> {
  const value = valueInDollars(amount, currencyOfRail(rails[rail]), mids.dollar)
  const { accountId } = caller
  const now = app.wallClock.now()
  if (!(await asksForCode(app, accountId, value, now))) return ok({ isProven: false, codeId: null })
  const { email } = await standingOf(app.pool, accountId)
  const checked = await checkMailbox(app, { accountId, email, purpose: 'withdraw', code, idempotency })
  if (!checked.ok) return checked
  const codeId = checked.value
  if (codeId !== null && !(await spendCode(app.pool, codeId, now))) return refuse('code.wrong')
  return ok({ isProven: true, codeId })
}
