import type { Position } from '@rueda/contract/positions.ts'
import { Change } from '@rueda/ui/Change.tsx'
import { Facts } from '@rueda/ui/Facts.tsx'
import { Money } from '@rueda/ui/Money.tsx'
import { PrivacyMask } from '@rueda/ui/PrivacyMask.tsx'
import { useUi } from '@rueda/ui/context.tsx'
import { formatPercent, formatPrice, formatQuantity } from '@rueda/ui/format.ts'
import { useText } from '../../app/text.ts'
import { TopUpState } from './TopUpState.tsx'

/** A position on margin in full: what keeps it open, where it would be liquidated, what it has made and cost. */
export function MarginDetail({ position }: { position: Position }) {
  const t = useText('positions')
  const { language } = useUi()
  const { currency, decimals } = position
  const own = (value: string | null) => <Money own value={value} currency={currency} />
  const change = (value: string | null, percent: string | null = null) => (
    <PrivacyMask>
      <Change absolute={value} percent={percent} currency={currency} />
    </PrivacyMask>
  )
  return (
    <Facts
      rows={[
        { label: t('detail.quantity'), value: formatQuantity(language, position.quantity) },
        { label: t('detail.average'), value: formatPrice(language, position.avgPrice, decimals) },
        { label: t('detail.value'), value: own(position.marketValue) },
        { label: t('margin.now'), value: own(position.margin), divided: true },
        { label: t('margin.maintenance'), value: own(position.maintMargin) },
        { label: t('margin.ratio'), value: position.marginRatio === null ? '—' : formatPercent(language, position.marginRatio, 'plain') },
        { label: t('margin.liquidation'), value: formatPrice(language, position.liquidationPrice, decimals), strong: true },
        position.status === 0 && { label: t('topUp.title'), value: <TopUpState position={position} /> },
        position.status === 0 && { label: t('detail.today'), value: change(position.todayProfit), divided: true },
        { label: t('floating'), value: change(position.profit, position.zdf), divided: position.status !== 0 },
        { label: t('detail.realised'), value: change(position.sellProfit) },
        { label: t('margin.swap'), value: change(position.swap) },
        { label: t('margin.charges'), value: own(position.handlingFee) },
      ]}
    />
  )
}
