import { exposureLeft } from '@rueda/rules/margin/exposure.ts'
import { balanceOf } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { openingAtWork } from '../orders/working.ts'
import { valueHoldings } from '../positions/valuation.ts'
import { sumInDollars } from './dollar-value.ts'
import { walletsOf } from './store.ts'

/** How much more a customer may open on margin, in cents: by what they own, what they hold, and what is ordered already. */
export async function exposureLeftOf({ pool, venue }: Pick<App, 'pool' | 'venue'>, accountId: string): Promise<bigint> {
  const { wallets, holdings, ordered } = await inSnapshot(pool, async (reader) => ({
    wallets: await walletsOf(reader, accountId),
    holdings: await valueHoldings({ reader, venue }, accountId, null),
    ordered: await openingAtWork({ reader, venue }, accountId),
  }))
  const cash = sumInDollars(
    venue,
    wallets.map((wallet) => ({ minor: balanceOf(wallet), currency: wallet.currency })),
  )
  return exposureLeft(cash + holdings.assets, holdings.gross + ordered)
}
