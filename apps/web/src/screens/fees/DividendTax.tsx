import type { MarketFees } from '@rueda/contract/fees.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useText } from '../../shared/text/text.ts'
import { decimalText } from './fee-words.ts'

/** The tax withheld from the dividends of a market's companies. */
export function DividendTax({ market: { withholding } }: { market: MarketFees }) {
  const t = useText('fees')
  const { language } = useUi()
  if (withholding === null) return null
  const { usual, treaty } = withholding
  const percent = (rate: string) => t('rate.percent', { rate: decimalText(language, rate) })
  return (
    <Card title={t('dividends')}>
      <Facts
        rows={[
          { label: t('dividends.usual'), value: percent(usual) },
          treaty !== usual && { label: t('dividends.treaty'), value: percent(treaty) },
        ]}
      />
      <p className="pt-1.5 text-meta text-text3">{t('dividends.why')}</p>
    </Card>
  )
}
