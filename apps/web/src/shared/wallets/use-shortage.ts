import type { ExchangeOffer } from '@rueda/contract/bring.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
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
 * left and leads back here, or else a deposit. Until it is known which, the blocker leads nowhere: an offer for another amount or
 * another wallet would exchange the wrong money.
 */
export function useShortage({ walletType, currency, missing }: BuyingPower, here: string): Shortage {
  const common = useText('common')
  const { language } = useUi()
  const { left, blocker } = useComing(walletType, missing)
  const wanted = left === null ? null : { walletType, amount: left }
  const asked = useSettled(wanted)
  const read = useQuery(query(transfers.exchangeOffer, asked ?? NOTHING, { enabled: asked !== null, placeholderData: keepPreviousData }))
  if (blocker !== null) return { offer: null, blocker }
  const isOfThis = asked?.walletType === walletType && asked.amount === left
  const isKnown = isOfThis && !read.isPlaceholderData && !read.isPending
  const exchange = left === null ? null : (read.data?.exchange ?? null)
  const label = common(exchange === null ? 'short.deposit' : 'short.exchange', { missing: formatMoney(language, left ?? '0', currency) })
  if (!isKnown) return { offer: null, blocker: { when: left !== null, label } }
  const href =
    exchange === null
      ? hrefTo('pages/deposit/index')
      : hrefTo('pages/profile/transfer', { to: walletType, from: exchange.walletType, amount: exchange.amount, return: here })
  return { offer: exchange, blocker: { when: left !== null, label, href } }
}

/** What a read that is not made would ask. */
const NOTHING: InputOf<typeof transfers.exchangeOffer> = { walletType: 'BALANCE', amount: '1' }
