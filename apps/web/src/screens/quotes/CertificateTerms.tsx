import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPrice } from '@rueda/ui/formats/format.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import type { QuoteDetail } from '../../shared/quotes/instrument.ts'

/** The share behind a CEDEAR, its ratio, and the distance of its price from parity. */
export function CertificateTerms({ detail: { certificate, currency, decimals } }: Readonly<{ detail: QuoteDetail }>) {
  const t = useText('quotes')
  const { language } = useUi()
  if (certificate === null) return null
  const { ratio, underlying, underlyingPrice, rate, parity, premium } = certificate
  const share = hrefTo('pages/quote/stock', { code: underlying, market: 'US', source: 0 })
  return (
    <Card title={t('certificate.title')} action={<TextLink href={share}>{t('certificate.share', { code: underlying })}</TextLink>}>
      <Facts
        rows={[
          { label: t('certificate.ratio'), value: t('certificate.ratioValue', { num: String(ratio) }) },
          { label: t('certificate.price'), value: <Money value={underlyingPrice} currency="USD" withCode /> },
          { label: t('certificate.rate'), value: <Money value={rate} currency={currency} /> },
          { label: t('certificate.parity'), value: formatPrice(language, parity, decimals) },
          { label: t('certificate.premium'), value: <Change percent={premium} /> },
        ]}
      />
    </Card>
  )
}
