import { Button } from '@rueda/ui/actions/Button.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { List } from 'lucide-react'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'

export function NoQuotes() {
  const t = useText('market')
  return (
    <EmptyState
      icon={List}
      text={t('empty')}
      action={
        <Button tone="secondary" href={hrefTo('pages/search/index')}>
          {t('search')}
        </Button>
      }
    />
  )
}
