import { wallets } from '@rueda/contract/wallets.ts'
import { type Fact, Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { offeringMarkets } from '@rueda/rules/markets/markets.ts'
import { formatScaled, parseScaled } from '@rueda/rules/decimal.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'

const CENTS = 2
const WALLET = marketTermsOf(offeringMarkets[0])?.wallet ?? 'STOCK'

type Cost = Readonly<{ side: 'buy' | 'sell'; amount: string; fee: string; tax: string; total: string; currency: string }>

/** The money of a block: price times shares, each charge, the total, and what it leaves in the wallet. */
export function BlockCost({ cost, isLimit, above }: Readonly<{ cost: Cost; isLimit: boolean; above: readonly (Fact | null)[] }>) {
  const t = useText('blocks')
  const common = useText('common')
  const { side, amount, fee, tax, total, currency } = cost
  const available = useAvailable()
  const money = (value: string) => <Money value={value} currency={currency} own />
  const totalLabel = side === 'buy' ? t(isLimit ? 'r.payMost' : 'r.pay') : t(isLimit ? 'r.getLeast' : 'r.get')
  const after = available === undefined ? null : afterTrade(available, side, total)
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

export const useAvailable = (): string | undefined => useQuery(query(wallets.one, { walletType: WALLET })).data?.available

/** Null where the money is not enough. */
function afterTrade(available: string, side: Cost['side'], total: string): string | null {
  const change = parseScaled(total) ?? 0n
  const after = (parseScaled(available) ?? 0n) + (side === 'buy' ? -change : change)
  return after < 0n ? null : formatScaled(after, CENTS)
}

/** The money missing for a purchase; null where there is enough, and before the wallet is known. */
export function missingFor(available: string | undefined, { side, total }: Pick<Cost, 'side' | 'total'>): string | null {
  if (available === undefined || side === 'sell') return null
  const missing = (parseScaled(total) ?? 0n) - (parseScaled(available) ?? 0n)
  return missing > 0n ? formatScaled(missing, CENTS) : null
}

export { WALLET as BLOCK_WALLET }
