import { walletTypes } from '@rueda/rules/wallets/wallet.ts'
import { z } from 'zod'
import { decimal, positiveDecimal, walletType } from './fields.ts'

/** One buying power (`docs/rules/transfers.md` P.18): what a wallet lacks comes from others with the command that needs it. */
const AMOUNT_DECIMALS = 2

export const bringInput = {
  /** Other wallets of the currency that may give what is missing, and the most each may give. */
  bring: z
    .array(z.object({ walletType, amount: positiveDecimal(AMOUNT_DECIMALS) }))
    .min(1)
    .max(walletTypes.length)
    .optional(),
}

/** What can be exchanged where all wallets of the currency together have too little; null where nothing can. */
export const exchangeOffer = z
  .object({
    /** The wallet, and the amount of it whose exchange gives what is missing, with something over because the rate moves. */
    walletType,
    amount: decimal,
    /** The rate of now, as a quote would name it. */
    rate: decimal,
    baseCurrency: z.string(),
    quoteCurrency: z.string(),
  })
  .nullable()
export type ExchangeOffer = NonNullable<z.output<typeof exchangeOffer>>
