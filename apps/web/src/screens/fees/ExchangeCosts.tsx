import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useText } from '../../shared/text/text.ts'
import { decimalText } from './fee-words.ts'

type Spread = Readonly<{ currency: string; spread: string }>

/** The cost of exchanging one currency into another. */
export function ExchangeCosts({ exchange }: { exchange: readonly Spread[] }) {
  const t = useText('fees')
  const { language } = useUi()
  return (
    <Card title={t('exchange.title')}>
      <Facts
        rows={exchange.map(({ currency, spread }) => ({
          label: currency,
          value: t('rate.percent', { rate: decimalText(language, spread) }),
        }))}
      />
      <p className="pt-1.5 text-meta text-text3">{t('exchange.why')}</p>
    </Card>
  )
}
