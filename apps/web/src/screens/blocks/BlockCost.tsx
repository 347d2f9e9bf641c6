import { type Fact, Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { offeringMarkets } from '@rueda/rules/markets/markets.ts'
import { formatScaled, parseScaled } from '@rueda/rules/decimal.ts'
import { useText } from '../../shared/text/text.ts'
import type { BuyingPower } from '../../shared/wallets/buying-power.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'

const CENTS = 2
export const WALLET = marketTermsOf(offeringMarkets[0])?.wallet ?? 'STOCK'

type Cost = Readonly<{ side: 'buy' | 'sell'; amount: string; fee: string; tax: string; total: string; currency: string }>

type BlockCostProps = Readonly<{ cost: Cost; power: BuyingPower; isLimit: boolean; above: readonly (Fact | null)[] }>

/** The money of a block: price times shares, each charge, the total, and what it leaves in the wallet. */
export function BlockCost({ cost, power, isLimit, above }: BlockCostProps) {
  const t = useText('blocks')
  const common = useText('common')
  const { side, amount, fee, tax, total, currency } = cost
  const { available } = power
  const money = (value: string) => <Money value={value} currency={currency} own />
  const totalLabel = side === 'buy' ? t(isLimit ? 'r.payMost' : 'r.pay') : t(isLimit ? 'r.getLeast' : 'r.get')
  const after = afterTrade(power, cost)
  return (
    <Facts
      rows={[
        ...above,
        { label: t('r.amount'), value: money(amount), divided: true },
        { label: t('r.fee'), value: money(fee) },
        Number(tax) === 0 ? null : { label: t('r.tax'), value: money(tax) },
        { label: totalLabel, value: <Money value={total} currency={currency} withCode own />, strong: true },
        available === undefined || after === null
          ? null
          : { label: walletName(common, WALLET), before: money(available), value: money(after), divided: true },
      ]}
    />
  )
}

/** Null where the money is not enough. */
function afterTrade({ available, lacks }: BuyingPower, { side, total }: Pick<Cost, 'side' | 'total'>): string | null {
  if (available === undefined || lacks !== null) return null
  const change = parseScaled(total) ?? 0n
  return formatScaled((parseScaled(available) ?? 0n) + (side === 'buy' ? -change : change), CENTS)
}
