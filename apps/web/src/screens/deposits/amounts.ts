import { deposits } from '@rueda/contract/deposits.ts'
import type { DepositChannel } from '@rueda/contract/deposits.ts'
import { messages } from '@rueda/contract/messages.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { type Currency, minorDigits } from '@rueda/rules/money.ts'

/** As many decimals as the channel's currency has. */
export const decimalsOfChannel = ({ currency }: Pick<DepositChannel, 'currency'>): number => minorDigits[currency as Currency] ?? 2

/** What says something else once a deposit has changed. */
export const outdatedByDeposits = [
  deposits.list,
  deposits.channels,
  messages.list,
  wallets.all,
  wallets.one,
  wallets.overview,
  wallets.cashFlows,
  wallets.bill,
]
