import { codeOfLoan } from '@rueda/contract/codes.ts'
import { loans as endpoints } from '@rueda/contract/loans.ts'
import { parseDecimal, parseScaled } from '@rueda/rules/decimal.ts'
import type { FundId } from '@rueda/rules/funds/fund.ts'
import { fundOrderKind } from '@rueda/rules/funds/records.ts'
import { creditLimitOn, isOffered, retryAt } from '@rueda/rules/loans/apply.ts'
import type { Item } from '@rueda/rules/loans/collateral.ts'
import { type Loan, isOpenLoan, loanStatuses } from '@rueda/rules/loans/loan.ts'
import { LOAN_CURRENCY, LOAN_WALLET, MAX_LOAN, loanProductList } from '@rueda/rules/loans/product.ts'
import { loanKind, pledgeKind } from '@rueda/rules/loans/records.ts'
import { formatMinor, minorDigits } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { isSuitable } from '@rueda/rules/suitability/standing.ts'
import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import type { App } from '../../app.ts'
import { type Reader, inSnapshot } from '../../db/snapshot.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { MONEY_MODE } from '../../money-mode.ts'
import { readAccountState } from '../../write-path/read-account-state.ts'
import { openFundOrdersOf } from '../funds/open-orders.ts'
import { fundOrdersById } from '../funds/records.ts'
import { openPositionsOf } from '../positions/records.ts'
import { suitabilityAttemptsOf } from '../suitability/records.ts'
import { readSources } from '../transfers/bring.ts'
import { type LoanDeps, apply, cancel, repay } from './change.ts'
import { pledgeable, priced } from './collateral.ts'
import { presentCollateral, presentLoan, presentProduct } from './present.ts'
import { allLoans } from './records.ts'
import { besideLoans, loansOf } from './store.ts'

/** Loans: what they cost, what covers one, asking, following, paying back. The rules decide on the write path. */
export const loanRoutes = (app: LoanDeps): Registered =>
  routes(endpoints, {
    rates: () => ok(isOffered(MONEY_MODE) ? loanProductList.map((product) => presentProduct(product)) : []),

    state: async ({ caller: { accountId }, now }) => {
      const state = await everythingOf(app, accountId)
      const all = [...loanKind.of(state).values()]
      const open = all.filter(isOpenLoan)
      const shown = await presented(app, accountId, open, now)
      const limit = creditLimitOn([...pledgeable(app, state), ...pledged(app, state)])
      const used = open.reduce((sum, loan) => sum + (loan.status === 'pending' ? loan.amount : loan.principal), 0n)
      const sum = (of: (loan: (typeof shown)[number]) => string): string =>
        text(shown.reduce((total, loan) => total + (parseDecimal(of(loan), minorDigits[LOAN_CURRENCY]) ?? 0n), 0n))
      return ok({
        creditLimit: text(limit),
        usedLimit: text(used),
        // One loan at a time.
        available: text(open.length > 0 ? 0n : limit),
        totalDebt: sum(({ totalDebt }) => totalDebt),
        totalInterest: sum(({ totalInterest }) => totalInterest),
        penaltyAmount: sum(({ penaltyAmount }) => penaltyAmount),
        currency: LOAN_CURRENCY,
        retryTimestamp: retryAt(state, now),
        isSuitable: isSuitable(state, now) ? 1 : 0,
        loans: shown,
      })
    },

    collateral: async ({ caller: { accountId } }) => {
      const state = await everythingOf(app, accountId)
      const fundOf = (orderId: string): FundId | null => fundOrderKind.of(state).get(orderId)?.fundId ?? null
      return ok(pledgeable(app, state).map((item) => presentCollateral(app, item, { fundOf })))
    },

    apply: async ({ input, caller, idempotency }) => {
      const amount = parseDecimal(input.amount, minorDigits[LOAN_CURRENCY])
      if (amount === null) return refuse('parameter.invalid', { field: 'amount' })
      const collateral = readCollateral(input.collateral)
      if (!collateral.ok) return collateral
      const all = pledgeable(app, await everythingOf(app, caller.accountId))
      const { productId, purpose = null } = input
      return apply(app, { caller, idempotency, productId, amount, purpose, collateral: collateral.value, all })
    },

    cancel: ({ input, caller, idempotency }) => cancel(app, { caller, idempotency, loanId: input.id }),

    list: async ({ input, caller: { accountId }, now }) => {
      const { id = null, status } = input
      const statuses = loanStatuses.filter((each) => status === undefined || codeOfLoan[each] === status)
      const { list, total } = await inSnapshot(app.pool, (reader) => loansOf(reader, accountId, { id, statuses, ...sliceOf(input) }))
      return ok(pageOf(await presented(app, accountId, list, now), total, input))
    },

    repay: async ({ input, caller, idempotency }) => {
      const { id: loanId, amount: typed, all, walletType = LOAN_WALLET } = input
      if (all !== 1 && typed === undefined) return refuse('parameter.missing', { field: 'amount' })
      const amount = all === 1 || typed === undefined ? null : parseDecimal(typed, minorDigits[LOAN_CURRENCY])
      if (all !== 1 && amount === null) return refuse('parameter.invalid', { field: 'amount' })
      const sources = readSources(app, input.bring)
      return sources.ok ? repay(app, { caller, idempotency, loanId, amount, wallet: walletType, sources: sources.value }) : sources
    },
  })

const text = (minor: bigint): string => formatMinor(minor, LOAN_CURRENCY)

async function everythingOf({ pool }: Pick<App, 'pool'>, accountId: string): Promise<AccountState> {
  const orders = await openFundOrdersOf(pool, accountId)
  const records = [...allLoans, openPositionsOf, suitabilityAttemptsOf, fundOrdersById(orders.map(({ id }) => id))]
  return readAccountState(pool, accountId, { wallets: 'all', records })
}

/** What is pledged already, beside what is free. */
const pledged = (app: App, state: AccountState): readonly Item[] =>
  [...pledgeKind.of(state).values()].filter(({ quantity }) => quantity > 0n).map((pledge) => priced(app, state, pledge))

/** Loans with their repayments and their collateral. */
export async function presented(app: Pick<App, 'pool' | 'venue' | 'navs'>, accountId: string, list: readonly Loan[], now: number) {
  const ids = list.map(({ id }) => id)
  const { beside, funds } = await inSnapshot(app.pool, async (reader) => {
    const found = await besideLoans(reader, accountId, ids)
    return {
      beside: found,
      funds: await fundsOf(
        reader,
        accountId,
        found.pledges.flatMap(({ kind, ref }) => (kind === 'fund' ? [ref] : [])),
      ),
    }
  })
  return list.map((loan) => presentLoan(app, loan, beside, now, { fundOf: (orderId) => funds.get(orderId) ?? null }))
}

async function fundsOf(reader: Reader, accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, FundId>> {
  if (ids.length === 0) return new Map()
  const { rows } = await reader.query<{ id: string; fund_id: FundId }>(
    'select id, fund_id from fund_orders where account_id = $1 and id = any($2::uuid[])',
    [accountId, ids],
  )
  return new Map(rows.map(({ id, fund_id: fundId }) => [id, fundId]))
}

type Asked = HandlerRequest<typeof endpoints.apply>['input']['collateral']

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u

function readCollateral(asked: Asked): Result<readonly Pick<Item, 'kind' | 'ref' | 'quantity'>[]> {
  const read = asked.flatMap(({ type: kind, ref, quantity: typed }) => {
    const quantity = kind === 'cash' ? parseDecimal(typed, minorDigits[LOAN_CURRENCY]) : parseScaled(typed)
    return quantity === null || quantity > MAX_QUANTITY || (kind === 'fund' && !UUID.test(ref)) ? [] : [{ kind, ref, quantity }]
  })
  return read.length === asked.length ? ok(read) : refuse('parameter.invalid', { field: 'collateral' })
}
/** More of anything than there is; it keeps sums within what the database counts. */
const MAX_QUANTITY = MAX_LOAN * 10n ** 9n
