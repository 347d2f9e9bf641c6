import type { Position } from '@rueda/contract/positions.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { isOnMargin } from '@rueda/rules/markets/markets.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { PrivacyMask } from '@rueda/ui/money/PrivacyMask.tsx'
import { StatGrid } from '@rueda/ui/lists/StatGrid.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { floatingOf } from '../../shared/positions/floating.ts'
import { marketOf, ticketHref } from '../../shared/quotes/instrument.ts'

/** The customer's holding of this instrument, at the price it has now. */
export function PositionCard({ position, quote }: Readonly<{ position: Position; quote: Quote }>) {
  const t = useText('quotes')
  const { language } = useUi()
  const { currency, decimals } = position
  const floating = floatingOf(position, quote.price_nominal)
  const own = (value: string | null) => <Money own value={value} currency={currency} />
  return (
    <Card
      title={t('position.held')}
      action={<Change own absolute={floating?.profit} percent={floating?.percent} currency={currency} className="text-label" />}
    >
      <StatGrid
        stats={[
          { label: t('position.quantity'), value: <PrivacyMask>{formatQuantity(language, position.quantity)}</PrivacyMask> },
          {
            label: t(isOnMargin(marketOf(position.market)) ? 'position.average' : 'position.averageCost'),
            value: formatPrice(language, position.avgPrice, decimals),
          },
          { label: t('position.value'), value: own(floating?.value ?? null) },
          { label: t('position.available'), value: <PrivacyMask>{formatQuantity(language, position.availableQuantity)}</PrivacyMask> },
          floating === null || floating.today === null
            ? null
            : {
                label: t('position.today'),
                value: <Change own absolute={floating.today} currency={currency} />,
              },
        ]}
      />
      <div className="mt-3 grid grid-cols-2 gap-2.5">
        <Button
          tone="secondary"
          href={hrefTo('pages/payment/close', { id: position.id, code: position.stockCode, market: position.market })}
        >
          {t('position.close')}
        </Button>
        <Button tone="secondary" href={ticketHref(quote, 'buy')}>
          {t('position.more')}
        </Button>
      </div>
    </Card>
  )
}
