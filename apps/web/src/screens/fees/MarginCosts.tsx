import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { MarketFees, fees } from '@rueda/contract/fees.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPrice } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { decimalText } from './fee-words.ts'

/** All rates of the list have the same number of decimals. */
const RATE_DECIMALS = 2

/** The costs of positions on margin besides their commission: overnight rates and liquidation. */
export function OvernightRates({ overnight: { markup, rates } }: Readonly<{ overnight: DataOf<typeof fees.all>['overnight'] }>) {
  const t = useText('fees')
  const { language } = useUi()
  const percent = (rate: string) => t('rate.percent', { rate: formatPrice(language, rate, RATE_DECIMALS) })
  return (
    <Card title={t('overnight')}>
      <Facts
        rows={[
          ...rates.map(({ currency, rate }) => ({ label: currency, value: percent(rate) })),
          { label: t('overnight.markup'), value: percent(markup), divided: true, strong: true },
        ]}
      />
      <p className="pt-1.5 text-meta text-text3">{t('overnight.why')}</p>
    </Card>
  )
}

export function LiquidationFee({ market: { liquidationFee: fee } }: { market: MarketFees }) {
  const t = useText('fees')
  const { language } = useUi()
  if (fee === null) return null
  const text =
    fee.kind === 'share'
      ? t('liquidation.share', { rate: decimalText(language, fee.value) })
      : t('liquidation.commissions', { num: fee.value })
  return (
    <Card title={t('liquidation')}>
      <p className="text-label">{text}</p>
      <p className="pt-1.5 text-meta text-text3">{t('liquidation.why')}</p>
    </Card>
  )
}
