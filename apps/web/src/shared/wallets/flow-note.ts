import type { CashFlow } from '@rueda/contract/wallets.ts'
import { channelIds, channelOf } from '@rueda/rules/deposits/channel.ts'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { type Translate, useText } from '../text/text.ts'
import { walletName } from './wallet-name.ts'

const betweenWallets: readonly string[] = ['TRANSFER', 'EXCHANGE', 'EXCHANGE_COST']

type Noted = Pick<CashFlow, 'bizType' | 'remark'>
type NoteWords = Readonly<{ common: Translate<'common'>; deposits: Translate<'deposits'> }>

/** The subject of a movement: the wallet at the other end of a transfer, the channel of a deposit, or an instrument's code. */
export function flowNote({ common, deposits }: NoteWords, { bizType, remark }: Noted): string {
  if (betweenWallets.includes(bizType)) return walletName(common, remark)
  const channelId = channelIds.find((id) => id === remark)
  if (channelId === undefined) return remark
  const { rail, currency } = channelOf(channelId)
  if (rail.kind === 'bank') return deposits('account.bank')
  return rail.network === currency ? currency : `${currency} · ${rail.network}`
}

/** What a movement traded, "10 CPPR"; null for one of money alone, whose note is a wallet or a channel. */
export function tradedNote(
  language: Language,
  { remark, quantity, orderId }: Pick<CashFlow, 'remark' | 'quantity' | 'orderId'>,
): string | null {
  if (orderId === null && quantity === null) return null
  return quantity === null ? remark : `${formatQuantity(language, quantity)} ${remark}`
}

/** The words that notes are written with. */
export function useNoteWords(): NoteWords {
  const common = useText('common')
  const deposits = useText('deposits')
  return { common, deposits }
}
