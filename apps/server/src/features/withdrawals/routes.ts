import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { parseDecimal } from '@rueda/rules/decimal.ts'
import { minorDigits } from '@rueda/rules/money.ts'
import { codeOfWithdrawalStatus } from '@rueda/contract/codes.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { type RailId, currencyOfRail, rails } from '@rueda/rules/withdrawals/rails.ts'
import { withdrawalStatuses } from '@rueda/rules/withdrawals/withdrawal.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { applyForWithdrawal } from './apply.ts'
import { takeBackWithdrawal } from './cancel.ts'
import { withdrawalClock } from './clock.ts'
import { type Going, toAccount, toCard } from './destinations.ts'
import { presentQuote, presentWithdrawal } from './present.ts'
import { type WithdrawalDeps, quoteWithdrawal } from './quotes.ts'
import { ownWithdrawal, standingOf, stepsOf, withdrawalsOf } from './store.ts'
import { railsNow, usableNow } from './usable.ts'

/** Withdrawals: the usable amount, its cost, apply, follow, cancel. The rules decide on the write path. */
export const withdrawalRoutes = (app: WithdrawalDeps): Registered =>
  routes(withdrawals, {
    apply: async ({ input, caller, idempotency }) => {
      const going = await toCard(app, caller.accountId, input.cardId, input.type)
      if (!going.ok) return going
      if (rails[going.value.rail].wallet !== input.walletType) return refuse('parameter.invalid', { field: 'walletType' })
      return apply(app, { input, caller, idempotency }, going.value)
    },

    applyOther: async ({ input, caller, idempotency }) => {
      const going = await toAccount(app, caller.accountId, input)
      return going.ok ? apply(app, { input, caller, idempotency }, going.value) : going
    },

    usable: ({ input, caller }) => usableNow(app, { ...input, accountId: caller.accountId, rail: input.rail }),

    rails: () => ok(railsNow(app)),

    quote: async ({ input, caller }) => {
      const amount = readAmount(input.rail, input.amount)
      if (!amount.ok) return amount
      const quoted = await quoteWithdrawal(app, { accountId: caller.accountId, rail: input.rail, amount: amount.value })
      if (!quoted.ok) return quoted
      const { email } = await standingOf(app.pool, caller.accountId)
      return ok(presentQuote(quoted.value, email !== null))
    },

    detail: async ({ input, caller: { accountId } }) => {
      if (input.id !== undefined) return one(app, accountId, input.id)
      const { status } = input
      const statuses = status === undefined ? null : withdrawalStatuses.filter((each) => codeOfWithdrawalStatus[each] === status)
      const filter = { way: input.type ?? null, statuses, ...sliceOf(input) }
      return inSnapshot(app.pool, async (reader) => {
        const { list, total } = await withdrawalsOf(reader, accountId, filter)
        const steps = await stepsOf(
          reader,
          accountId,
          list.map(({ id }) => id),
        )
        const rows = list.map((each) => presentWithdrawal(app, each, steps.get(each.id) ?? []))
        return ok(pageOf(rows, total, input))
      })
    },

    cancel: ({ input, caller, idempotency }) => takeBackWithdrawal(app, { caller, idempotency, id: input.id }),

    clock: async () => ok(await withdrawalClock(app.pool, app.wallClock.now())),
  })

type Asked = Readonly<{
  input: Readonly<{ amount: string; quoteId?: string | undefined; termsId?: string | null | undefined; code?: string | undefined }>
  caller: Caller
  idempotency: Idempotency
}>

async function apply(app: WithdrawalDeps, { input, caller, idempotency }: Asked, going: Going) {
  const amount = readAmount(going.rail, input.amount)
  if (!amount.ok) return amount
  const { quoteId = null, code = null, termsId } = input
  return applyForWithdrawal(app, { caller, idempotency, amount: amount.value, quoteId, termsId, code, ...going })
}

async function one(app: WithdrawalDeps, accountId: string, id: string) {
  const withdrawal = await ownWithdrawal(app.pool, accountId, id)
  if (withdrawal === null) return refuse('object.not_found', { field: 'id' })
  const steps = await stepsOf(app.pool, accountId, [id])
  return ok(presentWithdrawal(app, withdrawal, steps.get(id) ?? []))
}

/** The amount in minor units of the wallet it leaves; a digit its currency does not have is refused. */
function readAmount(rail: RailId, text: string): Result<bigint> {
  const amount = parseDecimal(text, minorDigits[currencyOfRail(rails[rail])])
  return amount === null ? refuse('parameter.invalid', { field: 'amount' }) : ok(amount)
}
