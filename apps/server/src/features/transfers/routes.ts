import { transferStatusOfCode } from '@rueda/contract/codes.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { parseDecimal } from '@rueda/rules/decimal.ts'
import { minorDigits } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { type WalletType, walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { readAccountState } from '../../write-path/read-account-state.ts'
import { offeredExchange } from './bring.ts'
import { moveMoney } from './move.ts'
import { presentQuote, presentTransfer } from './present.ts'
import { quoteExchange } from './quote.ts'
import { callBack, quoteCallBack } from './call-back.ts'
import { transfersOf } from './store.ts'

/** Transfers: quote, move, call back, list. The rules decide on the write path; these routes only translate. */
export const transferRoutes = (app: App): Registered =>
  routes(transfers, {
    create: async ({ input, caller, idempotency }) => {
      const amount = readAmount(input.fromWalletType, input.amount)
      if (!amount.ok) return amount
      const asked = { from: input.fromWalletType, to: input.toWalletType, amount: amount.value, quoteId: input.quoteId ?? null }
      return moveMoney(app, { caller, idempotency, asked })
    },

    quote: async ({ input, caller, now }) => {
      const amount = readAmount(input.from, input.amount)
      if (!amount.ok) return amount
      const quoted = await quoteExchange(app, { accountId: caller.accountId, from: input.from, to: input.to, amount: amount.value }, now)
      return quoted.ok ? ok(presentQuote(quoted.value, app.venue.label)) : quoted
    },

    exchangeOffer: async ({ input: { walletType: wallet, amount: typed }, caller }) => {
      const missing = readAmount(wallet, typed)
      if (!missing.ok) return missing
      const state = await readAccountState(app.pool, caller.accountId, { wallets: 'all', records: [] })
      return ok({ exchange: offeredExchange(app, state, { wallet, missing: missing.value }) })
    },

    cancel: async ({ input, caller, idempotency }) => callBack(app, { caller, idempotency, ...input }),

    cancelQuote: ({ input, caller }) => quoteCallBack(app, caller.accountId, input.transferId),

    list: async ({ input, caller }) => {
      const status = input.status === undefined ? null : transferStatusOfCode[input.status]
      const filter = { id: input.transferId ?? null, status, ...sliceOf(input) }
      const { list, total } = await inSnapshot(app.pool, (reader) => transfersOf(reader, caller.accountId, filter))
      return ok(pageOf(list.map(presentTransfer), total, input))
    },
  })

/** The amount in minor units of the wallet it leaves; a digit its currency does not have is refused. */
function readAmount(wallet: WalletType, text: string): Result<bigint> {
  const amount = parseDecimal(text, minorDigits[walletCurrencies[wallet]])
  return amount === null ? refuse('parameter.invalid', { field: 'amount' }) : ok(amount)
}
