import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { RangeBar } from '@rueda/ui/quotes/RangeBar.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { useText } from '../../shared/text/text.ts'
import { limitReached } from './day-limits.ts'
import { type QuoteDetail, marketOf } from '../../shared/quotes/instrument.ts'

/** A share's price limits of today, its range so far, and the size of its lots. For markets that trade in lots. */
export function DayLimits({ detail }: Readonly<{ detail: QuoteDetail }>) {
  const t = useText('quotes')
  const { language } = useUi()
  const terms = marketTermsOf(marketOf(detail.market))
  if (detail.bands === null || terms === null || terms.lots.odd === null) return null
  const { bands, lotSize, decimals } = detail
  const { up, down } = bands
  if (up === null || down === null) return null
  const reached = limitReached(detail)
  const limit = (end: 'up' | 'down') => (
    <>
      {reached === end ? <AtLimit end={end} /> : null}
      {formatPrice(language, bands[end], decimals)}
    </>
  )
  const odd = formatScaled(terms.lots.round.at(0)?.lot ?? 0n)
  return (
    <Card title={t('limits.title')}>
      <Facts
        rows={[
          { label: t('limits.up'), value: limit('up') },
          { label: t('limits.down'), value: limit('down') },
          { label: t('limits.lot'), value: t('limits.shares', { num: formatQuantity(language, lotSize) }) },
          { label: t('limits.oddLot'), value: t('limits.oddShares', { num: formatQuantity(language, String(Number(odd) - 1)) }) },
        ]}
      />
      <RangeBar label={t('limits.day')} low={detail.low} high={detail.high} value={detail.price_nominal} decimals={decimals} />
    </Card>
  )
}

/** Beside a price that may go no further today. */
export function AtLimit({ end }: Readonly<{ end: 'up' | 'down' }>) {
  const t = useText('quotes')
  return <Pill tone={end}>{t(`limits.at.${end}`)}</Pill>
}
