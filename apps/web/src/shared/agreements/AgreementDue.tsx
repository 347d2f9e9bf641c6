import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { hrefTo } from '../pages/go.ts'
import { useText } from '../text/text.ts'
import { useStanding } from './agreed.ts'

/** Says that terms are to be accepted before the next order; nothing where none are. */
export function AgreementDue() {
  const t = useText('agreements')
  const { data } = useStanding()
  if (data === undefined || data.due.length === 0) return null
  return (
    <InlineMessage tone="warn" action={<TextLink href={hrefTo('pages/setting/agreements')}>{t('settings')}</TextLink>}>
      {t('due')}
    </InlineMessage>
  )
}
