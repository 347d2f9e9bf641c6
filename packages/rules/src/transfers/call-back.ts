import { least } from '../decimal.ts'
import { walletCurrencies } from '../wallets/wallet.ts'
import { priceExchange } from './exchange.ts'
import type { Transfer } from './transfer.ts'

/** The return and the cost of calling an exchange back, in minor units of the wallet it left, and the rate it is converted back at. */
export type CallBack = Readonly<{ returned: bigint; cost: bigint; rate: bigint }>

/**
 * Converts the promised amount back at the mid of this moment, less the spread, and never to more than was sent
 * (`docs/rules/transfers.md` P.3): cancelling a settling exchange for free would be an option on the rate. Without any rate the quoted one
 * is used. Null between wallets of one currency.
 */
export function priceCallBack(
  { from, to, amount, received, exchange }: Pick<Transfer, 'from' | 'to' | 'amount' | 'received' | 'exchange'>,
  mid: bigint | null,
): CallBack | null {
  if (exchange === null) return null
  const currencies = { from: walletCurrencies[to], to: walletCurrencies[from] }
  const back = priceExchange({ ...currencies, amount: received, mid: mid ?? exchange.mid })
  const returned = least(amount, back.received)
  return { returned, cost: amount - returned, rate: back.rate }
}
