import type { CashFlow } from '@rueda/contract/wallets.ts'
import { channelIds, channelOf } from '@rueda/rules/deposits/channel.ts'
import { useText } from '../text/text.ts'
import { walletName } from './wallet-name.ts'

const betweenWallets: readonly string[] = ['TRANSFER', 'EXCHANGE', 'EXCHANGE_COST']

/** The subject of a movement: the wallet at the other end of a transfer, the channel of a deposit, or an instrument's code. */
export function useFlowNote({ bizType, remark }: Pick<CashFlow, 'bizType' | 'remark'>): string {
  const common = useText('common')
  const deposits = useText('deposits')
  if (betweenWallets.includes(bizType)) return walletName(common, remark)
  const channelId = channelIds.find((id) => id === remark)
  if (channelId === undefined) return remark
  const { rail, currency } = channelOf(channelId)
  if (rail.kind === 'bank') return deposits('account.bank')
  return rail.network === currency ? currency : `${currency} · ${rail.network}`
}
