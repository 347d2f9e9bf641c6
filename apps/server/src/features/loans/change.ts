import type { Loan as LoanRow, RepaymentAnswer } from '@rueda/contract/loans.ts'
import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import { applyForLoan, cancelApplication } from '@rueda/rules/loans/apply.ts'
import { loanDateAt } from '@rueda/rules/loans/accrue.ts'
import type { Item } from '@rueda/rules/loans/collateral.ts'
import type { Pledge } from '@rueda/rules/loans/loan.ts'
import type { LoanProductId } from '@rueda/rules/loans/product.ts'
import { pledgesOf, pledgeKind } from '@rueda/rules/loans/records.ts'
import { requestRepayment } from '@rueda/rules/loans/repay.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { App, Deciding } from '../../app.ts'
import type { Clock } from '../../deps.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { MONEY_MODE } from '../../money-mode.ts'
import { houseDate } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
import { reviewAt } from '../cases/review-time.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { type AskedSource, walletsAsked, withBrought } from '../transfers/bring.ts'
import { type Refs, priced, readsOf, refsOf, unsettledIn } from './collateral.ts'
import { presentLoan, presentRepaymentAnswer } from './present.ts'
import { pledgesIn } from './store.ts'

/** What a customer does with loans: ask for one, take that back, pay it back. */
type Requested = Readonly<{ caller: Caller; idempotency: Idempotency }>
/** Reviews go by the wall clock, and dates of interest by the market's. */
export type LoanDeps = App & Readonly<{ wallClock: Clock }>

type Asked = Readonly<{
  productId: LoanProductId
  amount: bigint
  purpose: string | null
  collateral: readonly Pick<Pledge, 'kind' | 'ref' | 'quantity'>[]
  /** Everything the customer could pledge when it was asked. */
  all: readonly Item[]
}>

/** Takes an application: its collateral is locked with the answer. */
export function apply(app: LoanDeps, { caller, idempotency, ...asked }: Requested & Asked): Promise<Result<LoanRow>> {
  const collateral = asked.collateral.map((item) => ({ ...item, id: app.ids.next() }))
  const given = { ...asked, collateral, id: app.ids.next(), reviewAt: reviewAt(app.settings, app.random, app.wallClock.now()) }
  return app.commands.run(applyingForLoan, { accountId: caller.accountId, idempotency, arguments: given })
}

type Applying = Omit<Asked, 'collateral'> &
  Readonly<{ id: string; reviewAt: Instant; collateral: readonly (Asked['collateral'][number] & Readonly<{ id: string }>)[] }>

export const applyingForLoan = commandKind({
  name: 'loans.apply',
  reads: ({ collateral }: Applying) => readsOf(refsOf(collateral)),
  decide: (app: Pick<Deciding, 'venue' | 'navs' | 'switches' | 'offerings'>, { collateral, ...given }, state, now) => {
    const off = app.switches.refusal('loans') ?? app.offerings.refusal('loan', given.productId)
    if (off !== null) return off
    const valueDate = houseDate(app.venue)
    const number = referenceNumber('L', loanDateAt(now), given.id)
    const items = collateral.map((item) => ({ ...priced(app, state, item), id: item.id }))
    const market = { unsettled: unsettledIn(app, state), moneyMode: MONEY_MODE }
    const applied = applyForLoan(state, { ...given, ...market, collateral: items, number, valueDate }, now)
    if (!applied.ok) return applied
    const { loan, outcome } = applied.value
    return ok({ outcome, data: presentLoan(app, loan, { pledges: pledgeKind.in(outcome), repayments: [] }, now) })
  },
})

/** Takes an application back. A switch that is off, a frozen account and real money stand in nobody's way here. */
export async function cancel(
  app: App,
  { caller, idempotency, loanId }: Requested & Readonly<{ loanId: string }>,
): Promise<Result<LoanRow>> {
  const { accountId } = caller
  const refs = refsOf(await pledgesIn(app.pool, accountId, [loanId]))
  return app.commands.run(cancellingLoan, { accountId, idempotency, arguments: { loanId, refs } })
}

export const cancellingLoan = commandKind({
  name: 'loans.cancel',
  reads: ({ refs }: Readonly<{ loanId: string; refs: Refs }>) => readsOf(refs),
  decide: (app: Pick<Deciding, 'venue' | 'navs'>, { loanId }, state, now) => {
    const pledges = pledgesOf(state, loanId).map((pledge) => ({ ...pledge, quantity: 0n }))
    const cancelled = cancelApplication(state, { loanId, valueDate: houseDate(app.venue) }, now)
    if (!cancelled.ok) return cancelled
    return ok({
      outcome: cancelled.value.outcome,
      data: presentLoan(app, cancelled.value.loan, { pledges, repayments: [] }, now),
    })
  },
})

type Repaying = Readonly<{ loanId: string; amount: bigint | null; wallet: WalletType; sources: readonly AskedSource[] }>

/** Asks to pay back a part or everything: the money is on hold with the answer. Nothing of an account's state stands in the way. */
export async function repay(app: LoanDeps, { caller, idempotency, ...asked }: Requested & Repaying): Promise<Result<RepaymentAnswer>> {
  const { accountId } = caller
  const refs = refsOf(await pledgesIn(app.pool, accountId, [asked.loanId]))
  const given = { ...asked, refs, id: app.ids.next(), reviewAt: reviewAt(app.settings, app.random, app.wallClock.now()) }
  return app.commands.run(repayingLoan, { accountId, idempotency, arguments: given })
}

export const repayingLoan = commandKind({
  name: 'loans.repay',
  reads: ({ refs, wallet, sources }: Repaying & Readonly<{ id: string; reviewAt: Instant; refs: Refs }>) =>
    readsOf(refs, ...walletsAsked(wallet, sources)),
  decide: (app: Pick<Deciding, 'venue' | 'switches'>, { refs: _refs, sources, ...given }, state, now) => {
    const request = { ...given, today: loanDateAt(now), valueDate: houseDate(app.venue) }
    const decide = (at: AccountState) => requestRepayment(at, request, now)
    const asked = withBrought(app, { wallet: given.wallet, sources }, { state, now, decide })
    return asked.ok ? ok({ outcome: asked.value.outcome, data: presentRepaymentAnswer(asked.value.repayment) }) : asked
  },
})
