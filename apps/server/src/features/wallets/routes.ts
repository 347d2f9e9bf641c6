import { wallets } from '@rueda/contract/wallets.ts'
import { addDays, addMonth } from '@rueda/rules/calendar-date.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import { availableOf, balanceOf, walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { explained } from '../../http/derivation.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { startOfDate } from '../../venue/day-bounds.ts'
import { statementPage } from '../ledger/statement.ts'
import { valueHoldings } from '../positions/valuation.ts'
import { displayIn } from './display.ts'
import { oldestRate, sumInDollars } from './dollar-value.ts'
import { explainOverview } from './explain-overview.ts'
import { explainWallet } from './explain-wallet.ts'
import { overviewFigures } from './overview-figures.ts'
import { overviewOf } from './overview.ts'
import { presentWallet } from './present.ts'
import { openWithdrawalsOf, walletsOf } from './store.ts'

/** Wallets: balances, the overview, and the bill. */
export const walletRoutes = (app: App): Registered =>
  routes(wallets, {
    all: async ({ caller }) => {
      const { list, assets, openWithdrawals } = await inSnapshot(app.pool, async (reader) => ({
        list: await walletsOf(reader, caller.accountId),
        openWithdrawals: await openWithdrawalsOf(reader, caller.accountId),
        assets: (await valueHoldings({ reader, venue: app.venue }, caller.accountId, null)).assets,
      }))
      const balances = list.map((wallet) => ({ minor: balanceOf(wallet), currency: wallet.currency }))
      const available = list.map((wallet) => ({ minor: availableOf(wallet), currency: wallet.currency }))
      return ok({
        totalAssets: formatMinor(sumInDollars(app.venue, balances) + assets, 'USD'),
        totalAvailable: formatMinor(sumInDollars(app.venue, available), 'USD'),
        ratesTimestamp: oldestRate(
          app.venue,
          balances.flatMap(({ minor, currency }) => (minor === 0n ? [] : [currency])),
        ),
        wallets: list.map((wallet) => presentWallet(app.venue, wallet)),
        openWithdrawals: openWithdrawals.map(({ wallet, state, minor }) => ({
          walletType: wallet,
          state,
          amount: formatMinor(minor, walletCurrencies[wallet]),
        })),
      })
    },

    one: async ({ input, caller }) => {
      const wallet = (await walletsOf(app.pool, caller.accountId)).find(({ type }) => type === input.walletType)
      return wallet === undefined ? refuse('wallet.unknown') : ok(presentWallet(app.venue, wallet))
    },

    overview: async ({ input, caller, now }) => {
      const display = displayIn(app.venue, input.displayCurrency)
      return display === null ? refuse('quote.stale') : ok(await overviewOf(app, { accountId: caller.accountId, display, now }))
    },

    explainOverview: async ({ input, caller, now }) =>
      explained(explainOverview(await overviewFigures(app, { accountId: caller.accountId, now }), input.figure), now),

    explain: async ({ input, caller, now }) => {
      const derivation = await explainWallet(app, caller.accountId, input)
      return derivation === null ? refuse('wallet.unknown') : explained(derivation, now)
    },

    bill: async ({ input, caller }) => {
      const page = await statementPage(app, caller.accountId, {
        walletType: input.walletType ?? null,
        kind: null,
        direction: input.type ?? null,
        from: input.month === undefined ? null : await startOfDate(app.venue, `${input.month}-01`),
        to: input.month === undefined ? null : await startOfDate(app.venue, addMonth(`${input.month}-01`)),
        ...sliceOf(input),
      })
      // Sums are of one currency: without a wallet they are of the dollar wallets.
      const currency = input.walletType === undefined ? 'USD' : walletCurrencies[input.walletType]
      return ok({
        ...pageOf(page.list, page.total, input),
        sumIn: formatMinor(page.sumIn, currency),
        sumOut: formatMinor(page.sumOut, currency),
      })
    },

    cashFlows: async ({ input, caller }) => {
      const page = await statementPage(app, caller.accountId, {
        walletType: input.walletType ?? null,
        kind: input.bizType ?? null,
        direction: null,
        from: input.startDate === undefined ? null : await startOfDate(app.venue, input.startDate),
        to: input.endDate === undefined ? null : await startOfDate(app.venue, addDays(input.endDate, 1)),
        ...sliceOf(input),
      })
      return ok(pageOf(page.list, page.total, input))
    },
  })
