import type { Fact } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import type { Translate } from '../text/text.ts'
import type { BuyingPower } from './buying-power.ts'
import { walletName } from './wallet-name.ts'

/** Under an amount: the one total and where it lies. */
export function powerText(common: Translate<'common'>, language: Language, power: BuyingPower): string {
  const { walletType, currency, available, elsewhere, total } = power
  const wallet = walletName(common, walletType)
  const money = (value: string | undefined): string => (value === undefined ? '—' : formatMoney(language, value, currency))
  return Number(elsewhere) === 0
    ? common('power.here', { wallet, amount: money(available) })
    : common('power.total', { total: money(total), wallet, amount: money(available), elsewhere: money(elsewhere) })
}

const NOTHING = '0.00'

/** What the amount leaves in its wallet, and what comes from others before it. */
export function powerRows(common: Translate<'common'>, { walletType, currency, available, after, bring, missing }: BuyingPower): Fact[] {
  const money = (value: string) => <Money value={value} currency={currency} own />
  const label = walletName(common, walletType)
  if (available === undefined || after === undefined) return [{ label, value: null }]
  if (missing !== null) return [{ label, value: money(available) }]
  if (bring.length === 0) return [{ label, before: money(available), value: money(after) }]
  return [
    // An empty wallet gives nothing and stays empty.
    { label, ...(available === NOTHING ? {} : { before: money(available) }), value: money(NOTHING) },
    ...bring.map((source) => ({
      label: common('bring.from', { wallet: walletName(common, source.walletType) }),
      value: money(source.amount),
      strong: true,
    })),
  ]
}
