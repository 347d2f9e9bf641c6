import { Card } from '@rueda/ui/Card.tsx'
import { Money } from '@rueda/ui/Money.tsx'
import { StatGrid } from '@rueda/ui/StatGrid.tsx'
import { useUi } from '@rueda/ui/context.tsx'
import { formatQuantity } from '@rueda/ui/format.ts'
import { useText } from '../../app/text.ts'
import type { QuoteDetail } from './instrument.ts'

/** What one lot is, what a pip of it is worth, and what a night costs or brings. */
export function PairTerms({ detail: { pair, minCount } }: Readonly<{ detail: QuoteDetail }>) {
  const t = useText('quotes')
  const { language } = useUi()
  if (pair === null) return null
  const dollars = (amount: string | null) => <Money value={amount} currency="USD" />
  return (
    <Card title={t('pair.lot')}>
      <StatGrid
        stats={[
          { label: t('pair.lotSize'), value: `${formatQuantity(language, pair.lotUnits)} ${pair.base}` },
          { label: t('pair.pipValue'), value: dollars(pair.pipValue) },
          { label: t('pair.leverage'), value: `${pair.largestLeverage}x` },
          { label: t('pair.least'), value: formatQuantity(language, minCount) },
          { label: t('pair.swapLong'), value: dollars(pair.swapLong) },
          { label: t('pair.swapShort'), value: dollars(pair.swapShort) },
        ]}
      />
    </Card>
  )
}
