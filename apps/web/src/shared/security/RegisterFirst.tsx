import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { hrefTo, useReturn } from '../pages/go.ts'
import { useText } from '../text/text.ts'

/** What a practice account cannot reach before it has an address and a password. */
export type Purpose = 'identity' | 'moneyOut' | 'loan' | 'follow'

/** Says to a practice account what has to be registered first, what becomes of it then, and leads there and back to this page. */
export function RegisterFirst({ purpose }: Readonly<{ purpose: Purpose }>) {
  const t = useText('accounts')
  const here = useReturn()
  return (
    <InlineMessage
      tone="info"
      title={t(`keep.first.${purpose}`)}
      action={<Button href={hrefTo('pages/auth/register', { return: here })}>{t('keep.register')}</Button>}
    >
      <p>{t('keep.why')}</p>
      <p>{t('keep.then')}</p>
    </InlineMessage>
  )
}
