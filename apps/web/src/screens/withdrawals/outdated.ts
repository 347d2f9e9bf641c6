import { wallets } from '@rueda/contract/wallets.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'

/** What is out of date once money was asked to leave, or was taken back. */
export const outdated = [
  wallets.all,
  wallets.one,
  wallets.overview,
  wallets.cashFlows,
  wallets.bill,
  withdrawals.detail,
  withdrawals.usable,
]
