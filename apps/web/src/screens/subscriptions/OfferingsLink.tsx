import { Button } from '@rueda/ui/actions/Button.tsx'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'

/** Leads from an offering that is not there to those that are. */
export function OfferingsLink() {
  const t = useText('subscriptions')
  return (
    <Button tone="secondary" href={hrefTo('pages/product/newstock')}>
      {t('mine.see')}
    </Button>
  )
}
