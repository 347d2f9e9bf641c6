import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { plans } from '@rueda/contract/plans.ts'
import { AMOUNT_COLLAR } from '@rueda/rules/fractions/by-amount.ts'
import { percentText } from '@rueda/rules/decimal.ts'
import { formatMoney, formatPercent, formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Fact } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useText } from '../../shared/text/text.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { restOf } from './plan-draft.ts'

export type Preview = DataOf<typeof plans.preview>
type Rows = readonly (Fact | null)[]

/** From this share of the amount on, a fee is worth a word. */
const HIGH_FEE_PERCENT = 1
/** How far above the price of its moment a purchase may go. */
const ABOVE_PERCENT = percentText(AMOUNT_COLLAR)

/** What a purchase would buy and cost now, from where it is paid, and what a year of them comes to: the same before and within the review. */
export function useCostFacts(preview: Preview): Readonly<{ purchase: Rows; wallet: Rows; year: Rows }> {
  const t = useText('plans')
  const common = useText('common')
  const { language } = useUi()
  const { quantity, price, fee, cost, feePercent, yearAmount, yearFee, currency, walletType, available } = preview
  const money = (value: string): string => formatMoney(language, value, currency)
  const share = feePercent === null ? null : t('r.feeShare', { percent: formatPercent(language, feePercent, 'plain') })
  const feeWithShare = (value: string) => (
    <>
      {money(value)}
      {share === null ? null : <span className="font-normal text-text3">{share}</span>}
    </>
  )
  return {
    purchase: [
      { label: t('r.buys'), value: quantity === null ? null : t('r.shares', { num: formatQuantity(language, quantity) }) },
      { label: t('r.price'), value: price === null ? null : money(price) },
      { label: t('r.fee'), value: fee === null ? null : feeWithShare(fee) },
      { label: t('r.cost'), value: cost === null ? null : money(cost) },
    ],
    wallet: [
      { label: t('r.wallet'), value: walletName(common, walletType) },
      { label: t('r.available'), value: <Money value={available} currency={currency} own /> },
    ],
    year: [
      { label: t('r.year'), value: money(yearAmount), strong: true, divided: true },
      yearFee === null ? null : { label: t('r.yearFee'), value: money(yearFee) },
    ],
  }
}

/** How far above the price of its moment a purchase may go, and where what it does not need stays; null where there is no price. */
export function useLimitText(preview: Preview, amount: string): string | null {
  const t = useText('plans')
  const { language } = useUi()
  const { worstPrice, cost, currency } = preview
  if (worstPrice === null || cost === null) return null
  const money = (value: string): string => formatMoney(language, value, currency)
  const percent = formatPercent(language, ABOVE_PERCENT, 'plain')
  return t('limit', { percent, worst: money(worstPrice), rest: money(restOf(amount, cost)) })
}

/** A sentence for a fee that takes much of the amount; null for one that does not. */
export function useHighFee(preview: Preview | undefined): string | null {
  const t = useText('plans')
  const { language } = useUi()
  const percent = preview?.feePercent ?? null
  return percent === null || Number(percent) < HIGH_FEE_PERCENT
    ? null
    : t('fee.high', { percent: formatPercent(language, percent, 'plain') })
}
