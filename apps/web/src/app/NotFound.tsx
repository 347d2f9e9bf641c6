import { Button } from '@rueda/ui/actions/Button.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { Compass } from 'lucide-react'
import { hrefTo } from '../shared/pages/go.ts'
import { useText } from '../shared/text/text.ts'

/** An address the app does not have. */
export function NotFound() {
  const t = useText('common')
  return (
    <Screen title={t('notFound.title')}>
      <EmptyState icon={Compass} text={t('notFound.text')} action={<Button href={hrefTo('')}>{t('notFound.home')}</Button>} />
    </Screen>
  )
}
