import type { CashFlow } from '@rueda/contract/wallets.ts'
import type { Translate } from '../../app/text.ts'
import { walletName } from './wallet-name.ts'

const betweenWallets: readonly string[] = ['TRANSFER', 'EXCHANGE']

/** What a movement was about: the wallet at the other end of a transfer, or an instrument's code. */
export const flowNote = (t: Translate<'common'>, { bizType, remark }: Pick<CashFlow, 'bizType' | 'remark'>): string =>
  betweenWallets.includes(bizType) ? walletName(t, remark) : remark
