import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'

/** The link from an order's cost to the fees behind it. */
export function FeesLink() {
  const t = useText('orders')
  return (
    <a className="mt-1 flex min-h-11 items-center justify-end text-meta text-accent" href={hrefTo('pages/fees/index')}>
      {t('receipt.fees')}
    </a>
  )
}
