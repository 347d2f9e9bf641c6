import type { ExchangeOffer } from '@rueda/contract/bring.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import type { Blocker } from '@rueda/ui/actions/BlockerButton.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSettled } from '../forms/use-settled.ts'
import { hrefTo } from '../pages/go.ts'
import { query } from '../server/api.ts'
import { useText } from '../text/text.ts'
import type { BuyingPower } from './buying-power.ts'
import { useComing } from './use-coming.ts'

export type Shortage = Readonly<{ blocker: Blocker; offer: ExchangeOffer | null }>

/**
 * Where all wallets of a currency have too little: the exchange under way that brings it, the exchange that gives what is
 * left and leads back here, or else a deposit.
 */
export function useShortage({ walletType, currency, missing }: BuyingPower, here: string): Shortage {
  const common = useText('common')
  const { language } = useUi()
  const { left, blocker } = useComing(walletType, missing)
  const asked = useSettled(left)
  const read = useQuery(
    query(transfers.exchangeOffer, { walletType, amount: asked ?? '1' }, { enabled: asked !== null, placeholderData: keepPreviousData }),
  )
  if (blocker !== null) return { offer: null, blocker }
  const offer = left === null ? null : (read.data?.exchange ?? null)
  const told = { missing: formatMoney(language, left ?? '0', currency) }
  const exchanged = offer === null ? null : { to: walletType, from: offer.walletType, amount: offer.amount, return: here }
  return {
    offer,
    blocker:
      exchanged === null
        ? { when: left !== null, label: common('short.deposit', told), href: hrefTo('pages/deposit/index') }
        : { when: left !== null, label: common('short.exchange', told), href: hrefTo('pages/profile/transfer', exchanged) },
  }
}
