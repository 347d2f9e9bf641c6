import type { Transfer } from '@rueda/contract/transfers.ts'
import type { WalletType } from './draft.ts'

/** A transfer as it is reviewed and sent. */
export type Proposal = Readonly<{
  from: WalletType
  to: WalletType
  amount: string
  fromCurrency: string
  toCurrency: string
  isExchange: boolean
}>

/** The result of sending it. `unknown`: nobody answered, it may have arrived. */
export type Outcome =
  | Readonly<{ kind: 'accepted'; transfer: Transfer }>
  | Readonly<{ kind: 'refused'; message: string }>
  | Readonly<{ kind: 'unknown' }>
