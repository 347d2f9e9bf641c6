import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'

/** From what an order costs to how it comes about. */
export function FeesLink() {
  const t = useText('orders')
  return (
    <a className="mt-1 flex min-h-11 items-center justify-end text-meta text-accent" href={hrefTo('pages/fees/index')}>
      {t('receipt.fees')}
    </a>
  )
}
