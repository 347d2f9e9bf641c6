import type { Books } from '@rueda/rules/ledger/books.ts'
import type { MarginTerms } from '@rueda/rules/margin/accept.ts'
import { exposureLeft } from '@rueda/rules/margin/exposure.ts'
import type { Order } from '@rueda/rules/orders/order.ts'
import { balanceOf } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import { readBooks } from '../ledger/read-books.ts'
import type { Reads } from '../../write-path/command.ts'
import { openingAtWork } from '../orders/working.ts'
import { valueOfHoldings } from '../positions/valuation.ts'
import { sumInDollars } from './dollar-value.ts'

type Action = NonNullable<Order['margin']>['action']

/** What has to be read of a customer's books before an order can be told how much more may be opened; closing is not asked for it. */
export const exposureReads = (action: Action | undefined): Pick<Reads, 'everythingHeld'> =>
  action === 'open' ? { everythingHeld: true } : {}

/** By the books as they are when the order is decided, so that of two orders at one moment the second counts the first. */
export const exposureTerms = (app: Pick<App, 'venue'>, books: Books, action: Action | undefined): Pick<MarginTerms, 'exposureLeft'> =>
  action === 'open' ? { exposureLeft: exposureLeftIn(app, books) } : {}

/** How much more a customer may open on margin, in cents: by what they own, what they hold, and what is ordered already. */
function exposureLeftIn({ venue }: Pick<App, 'venue'>, { wallets, positions, marginPositions, orders }: Books): bigint {
  const holdings = valueOfHoldings(venue, positions.values(), marginPositions.values())
  const owned = cashIn({ venue }, wallets) + holdings.assets
  return exposureLeft(owned, holdings.gross + openingAtWork({ venue }, orders.values()))
}

const cashIn = ({ venue }: Pick<App, 'venue'>, wallets: Books['wallets']): bigint =>
  sumInDollars(
    venue,
    [...wallets.values()].map((wallet) => ({ minor: balanceOf(wallet), currency: wallet.currency })),
  )

/** What a customer owns by the ledger and the market's prices, in cents. */
export async function equityOf({ pool, venue }: Pick<App, 'pool' | 'venue'>, accountId: string): Promise<bigint> {
  const { wallets, positions, marginPositions } = await readBooks(pool, accountId, exposureReads('open'))
  return cashIn({ venue }, wallets) + valueOfHoldings(venue, positions.values(), marginPositions.values()).assets
}

/** For looking only; what decides is looked at under the locks of its write. */
export const exposureLeftOf = async (app: Pick<App, 'pool' | 'venue'>, accountId: string): Promise<bigint> =>
  exposureLeftIn(app, await readBooks(app.pool, accountId, exposureReads('open')))
