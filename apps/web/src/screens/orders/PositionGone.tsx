import { Button } from '@rueda/ui/actions/Button.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { CircleCheck } from 'lucide-react'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'

/** Instead of the form where there is nothing left to close. */
export function PositionGone() {
  const t = useText('orders')
  return (
    <EmptyState
      icon={CircleCheck}
      text={t('close.gone')}
      action={<Button href={hrefTo('pages/trade/index')}>{t('close.toTrade')}</Button>}
    />
  )
}
