import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { hrefTo } from '../pages/go.ts'
import { useText } from '../text/text.ts'
import type { BuyingPower } from './buying-power.ts'
import { type Shortage, useShortage } from './use-shortage.ts'

/**
 * What is in the way where a request takes the money of its own wallet alone: a transfer from the wallet that is asked first, or
 * what ends a shortage of all of them.
 */
export function useTransferFirst(power: BuyingPower, here: string): Shortage {
  const common = useText('common')
  const { language } = useUi()
  const shortage = useShortage(power, here)
  const { walletType, currency, lacks, bring } = power
  const [first] = bring
  if (lacks === null || first === undefined) return shortage
  return {
    offer: null,
    blocker: {
      when: true,
      label: common('short.transfer', { missing: formatMoney(language, lacks, currency) }),
      href: hrefTo('pages/profile/transfer', { to: walletType, from: first.walletType, amount: first.amount, return: here }),
    },
  }
}
