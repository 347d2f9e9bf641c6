import { Button } from '@rueda/ui/actions/Button.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { HandCoins } from 'lucide-react'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'

/** For pages that need a loan where there is none. */
export function NoLoan() {
  const t = useText('loans')
  const see = (
    <Button href={hrefTo('pages/loan/index')} size="large">
      {t('see')}
    </Button>
  )
  return <EmptyState icon={HandCoins} text={t('empty')} action={see} />
}
