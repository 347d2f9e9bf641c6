import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import type { MarginTerms } from '@rueda/rules/margin/accept.ts'
import { exposureLeft } from '@rueda/rules/margin/exposure.ts'
import type { Order } from '@rueda/rules/orders/order.ts'
import { balanceOf } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import { readAccountState } from '../../write-path/read-account-state.ts'
import { openMarginPositionsOf } from '../positions/margin-records.ts'
import { openPositionsOf } from '../positions/records.ts'
import { openingsOf } from '../orders/records.ts'
import type { Reads } from '../../write-path/command.ts'
import { openingAtWork } from '../orders/working.ts'
import { valueOfHoldings } from '../positions/valuation.ts'
import { suitabilityAttemptsOf } from '../suitability/records.ts'
import { sumInDollars } from './dollar-value.ts'
import { orderKind } from '@rueda/rules/orders/records.ts'
import { positionKind } from '@rueda/rules/positions/records.ts'
import { marginPositionKind } from '@rueda/rules/margin/records.ts'

type Action = NonNullable<Order['margin']>['action']

/** Everything that a customer owns and has at stake. */
const EVERYTHING_HELD: Reads = { wallets: 'all', records: [openPositionsOf, openMarginPositionsOf, openingsOf] }

/** Adds what has to be read to know whether and how much more may be opened; an order that closes does not need it. */
export const withExposure = (reads: Reads, action: Action | undefined): Reads =>
  action === 'open'
    ? { ...EVERYTHING_HELD, records: [...(reads.records ?? []), ...(EVERYTHING_HELD.records ?? []), suitabilityAttemptsOf] }
    : reads

/** Uses the account state at the time of the decision, so that of two simultaneous orders the second counts the first. */
export const exposureTerms = (
  app: Pick<App, 'venue'>,
  state: AccountState,
  action: Action | undefined,
): Pick<MarginTerms, 'exposureLeft'> => (action === 'open' ? { exposureLeft: exposureLeftIn(app, state) } : {})

/** The amount a customer may still open on margin, in cents: by what they own, what they hold, and what is ordered already. */
function exposureLeftIn({ venue }: Pick<App, 'venue'>, state: AccountState): bigint {
  const holdings = holdingsIn({ venue }, state)
  const owned = cashIn({ venue }, state.wallets) + holdings.assets
  return exposureLeft(owned, holdings.gross + openingAtWork({ venue }, orderKind.of(state).values()))
}

const holdingsIn = ({ venue }: Pick<App, 'venue'>, state: AccountState): ReturnType<typeof valueOfHoldings> =>
  valueOfHoldings(venue, positionKind.of(state).values(), marginPositionKind.of(state).values())

const cashIn = ({ venue }: Pick<App, 'venue'>, wallets: AccountState['wallets']): bigint =>
  sumInDollars(
    venue,
    [...wallets.values()].map((wallet) => ({ minor: balanceOf(wallet), currency: wallet.currency })),
  )

/** Money in the wallets and what is held in the market, in cents: without funds, mandates, robots and debts (`worth.ts`). */
export async function equityOf({ pool, venue }: Pick<App, 'pool' | 'venue'>, accountId: string): Promise<bigint> {
  const state = await readAccountState(pool, accountId, EVERYTHING_HELD)
  return cashIn({ venue }, state.wallets) + holdingsIn({ venue }, state).assets
}

/** For display only; orders are decided under the locks of their write. */
export const exposureLeftOf = async (app: Pick<App, 'pool' | 'venue'>, accountId: string): Promise<bigint> =>
  exposureLeftIn(app, await readAccountState(app.pool, accountId, EVERYTHING_HELD))
