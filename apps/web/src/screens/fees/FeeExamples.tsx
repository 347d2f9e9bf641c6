import type { FeeExample, MarketFees } from '@rueda/contract/fees.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { sizeText } from '../../shared/orders/size-text.ts'
import { useText } from '../../shared/text/text.ts'
import { decimalText, kindKey } from './fee-words.ts'

/** The fees of a market on whole trades, worked out by the rules that charge real orders. */
export function FeeExamples({ market: { market, examples, currency } }: { market: MarketFees }) {
  return examples.map((example) => (
    <Example key={`${example.direction} ${example.sameDay} ${example.price}`} example={example} market={market} currency={currency} />
  ))
}

function Example({ example, market, currency }: { example: FeeExample; market: MarketFees['market']; currency: string }) {
  const t = useText('fees')
  const orders = useText('orders')
  const { language } = useUi()
  const money = (value: string) => <Money value={value} currency={currency} />
  const buys = example.direction === 0
  const figures = { size: sizeText(orders, language, market, example.quantity), price: decimalText(language, example.price) }
  const what = example.sameDay === 1 ? t('example.sameDay') : t(buys ? 'example.buy' : 'example.sell', figures)
  return (
    <Card title={what} action={<span className="text-text3">{t('example')}</span>}>
      <Facts
        rows={[
          { label: t('example.amount'), value: money(example.amount) },
          ...example.charges.map(({ kind, amount }) => ({ label: t(kindKey(kind)), value: money(amount) })),
          { label: t(buys ? 'example.pay' : 'example.receive'), value: money(example.total), strong: true, divided: true },
        ]}
      />
    </Card>
  )
}
