import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { plans } from '@rueda/contract/plans.ts'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatPercent, formatQuantity } from '@rueda/ui/formats/format.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useText } from '../../shared/text/text.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'

type Preview = DataOf<typeof plans.preview>
type PlanCostProps = Readonly<{
  read: Pick<UseQueryResult<Preview>, 'data' | 'isPlaceholderData'>
  isAsked: boolean
}>

/** From this share of the amount on, a fee is worth a word. */
const HIGH_FEE_PERCENT = 1

/** What a purchase would buy and cost now, when the next ones are, and what can happen. */
export function PlanCost({ read: { data, isPlaceholderData }, isAsked }: PlanCostProps) {
  const t = useText('plans')
  const { language } = useUi()
  if (!isAsked) return <Notes />
  if (data === undefined) return <SkeletonRows rows={4} height={30} />
  const percent = data.feePercent === null ? null : formatPercent(language, data.feePercent, 'plain')
  return (
    <>
      <div className={isPlaceholderData ? 'opacity-60' : undefined}>
        <PlanFacts preview={data} percent={percent} />
      </div>
      {percent !== null && Number(data.feePercent) >= HIGH_FEE_PERCENT ? (
        <InlineMessage tone="warn">{t('fee.high', { percent })}</InlineMessage>
      ) : null}
      <Notes />
    </>
  )
}

function PlanFacts({ preview, percent }: Readonly<{ preview: Preview; percent: string | null }>) {
  const t = useText('plans')
  const common = useText('common')
  const { language } = useUi()
  const { quantity, price, fee, yearAmount, yearFee, currency, walletType, available, nextDates } = preview
  const money = (value: string): string => formatMoney(language, value, currency)
  return (
    <Facts
      rows={[
        { label: t('r.buys'), value: quantity === null ? null : t('r.shares', { num: formatQuantity(language, quantity) }) },
        { label: t('r.price'), value: price === null ? null : money(price) },
        {
          label: t('r.fee'),
          value:
            fee === null ? null : (
              <>
                {money(fee)}
                {percent === null ? null : <span className="font-normal text-text3">{t('r.feeShare', { percent })}</span>}
              </>
            ),
        },
        {
          label: t('r.dates'),
          value: nextDates
            .slice(0, 2)
            .map((date) => formatDate(date))
            .join(' · '),
          divided: true,
        },
        { label: t('r.wallet'), value: walletName(common, walletType) },
        { label: t('r.available'), value: <Money value={available} currency={currency} own /> },
        { label: t('r.year'), value: money(yearAmount), strong: true, divided: true },
        yearFee === null ? null : { label: t('r.yearFee'), value: money(yearFee) },
      ]}
    />
  )
}

function Notes() {
  const t = useText('plans')
  return (
    <p className="text-meta text-text3">
      {t('risk')} {t('pauses')}
    </p>
  )
}
