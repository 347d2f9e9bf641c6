import type { OrderRow } from '@rueda/contract/orders.ts'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { marketOf } from '../quotes/instrument.ts'
import { Emphasised } from '../text/Emphasised.tsx'
import { useText } from '../text/text.ts'
import { heldRow, priceRows } from './order-rows.tsx'
import { sizeText } from './size-text.ts'
import { timeInForceOf } from './time-in-force.ts'

/** The request that an order began as, for an order without executions: size, prices, money or shares set aside, validity. */
export function OrderRequest({ order }: { order: OrderRow }) {
  const t = useText('orders')
  const { language } = useUi()
  const size = sizeText(t, language, marketOf(order.market), order.quantity)
  return (
    <section>
      <p className="mb-1 text-body text-text2">
        <Emphasised text={t(`request.${order.direction === 0 ? 'buy' : 'sell'}`, { size, code: order.stockCode })} />
      </p>
      <Facts
        rows={[
          ...priceRows(t, language, order),
          heldRow(t, language, order),
          { label: t('validity.label'), value: t(`validity.${timeInForceOf(order.tif)}`) },
        ]}
      />
    </section>
  )
}
