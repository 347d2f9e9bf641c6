import { hrefTo } from '../pages/go.ts'
import { useText } from '../text/text.ts'

/** The way from a line of facts to an order. */
export function OrderLink({ id }: { id: string }) {
  const t = useText('orders')
  return (
    <a className="text-accent" href={hrefTo('pages/order/detail', { id })}>
      {t('detail.view')}
    </a>
  )
}
