import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber, formatPercent, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import type { QuoteDetail } from '../../shared/quotes/instrument.ts'

/** The size of a lot, the value of its pip, and the cost or credit of a night. */
export function PairTerms({ detail: { pair, minCount, currency } }: Readonly<{ detail: QuoteDetail }>) {
  const t = useText('quotes')
  const { language } = useUi()
  if (pair === null) return null
  const dollars = (amount: string | null) => <Money value={amount} currency="USD" withCode />
  const rates = [
    [pair.base, pair.baseRate],
    [currency, pair.quoteRate],
  ] as const
  return (
    <>
      <Card title={t('pair.lot')}>
        <Facts
          rows={[
            { label: t('pair.lotSize'), value: `${formatQuantity(language, pair.lotUnits)} ${pair.base}` },
            { label: t('pair.least'), value: t('pair.lots', { num: formatQuantity(language, minCount) }) },
            { label: t('pair.pip'), value: formatQuantity(language, pair.pip) },
            { label: t('pair.pipValue'), value: dollars(pair.pipValue) },
            pair.typicalSpread !== null && {
              label: t('pair.typicalSpread'),
              value: t('pair.spread', { num: formatNumber(language, pair.typicalSpread, { least: 1 }) }),
            },
            { label: t('pair.leverage'), value: `${pair.largestLeverage}x` },
          ]}
        />
      </Card>
      <Card title={t('pair.night')}>
        <Facts
          rows={[
            { label: t('pair.swapLong'), value: dollars(pair.swapLong) },
            { label: t('pair.swapShort'), value: dollars(pair.swapShort) },
            { label: t('pair.nights'), value: formatNumber(language, String(pair.nightsTonight)) },
            ...rates.map(([name, rate]) => ({ label: t('pair.rate', { currency: name }), value: formatPercent(language, rate, 'plain') })),
            { label: t('pair.markup'), value: formatPercent(language, pair.markup, 'plain') },
          ]}
        />
        <p className="pt-1 text-meta text-text3">{t('pair.nightWhy')}</p>
      </Card>
    </>
  )
}
