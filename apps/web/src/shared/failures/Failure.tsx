import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import type { ApiError } from '../server/api-error.ts'
import { hrefTo, useReturn } from '../pages/go.ts'
import { useText } from '../text/text.ts'
import { failureText } from './why-failed.ts'

/** The reason something was not done, where it was asked for. A call that was ended on purpose shows none. */
export function Failure({ error }: { error: ApiError | null }) {
  const { text } = useUi()
  if (error === null || error.kind === 'aborted') return null
  return (
    <InlineMessage tone="danger" action={error.is('agreement.required') ? <TermsLink /> : undefined}>
      {failureText(error, text)}
    </InlineMessage>
  )
}

/** The way to the terms that were asked for, and back to what was refused. */
function TermsLink() {
  const t = useText('agreements')
  return <TextLink href={hrefTo('pages/setting/agreements', { return: useReturn() })}>{t('first')}</TextLink>
}
