import type { ExchangeOffer } from '@rueda/contract/bring.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatNumber } from '@rueda/ui/formats/format.ts'
import { useText } from '../text/text.ts'
import { walletName } from './wallet-name.ts'

/** What another currency could give where all wallets of this one have too little, and at which rate. */
export function ExchangeNote({ offer }: Readonly<{ offer: ExchangeOffer | null }>) {
  const common = useText('common')
  const orders = useText('orders')
  const { language } = useUi()
  if (offer === null) return null
  const { walletType, amount, rate, baseCurrency: base, quoteCurrency: quote } = offer
  return (
    <InlineMessage tone="info">
      {orders('exchange.offer', {
        amount: formatMoney(language, amount, walletCurrencies[walletType]),
        wallet: walletName(common, walletType),
        rate: formatNumber(language, rate, RATE_DIGITS),
        base,
        quote,
      })}
    </InlineMessage>
  )
}
const RATE_DIGITS = { least: 2, most: 2 }
