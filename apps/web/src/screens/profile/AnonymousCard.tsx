import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { hrefTo, useReturn } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'

/** For a guest: the ways to sign in and to register. */
export function AnonymousCard() {
  const t = useText('profile')
  const here = useReturn()
  return (
    <Card title={t('anonymous.title')}>
      <p className="mb-4 text-label font-normal text-text2">{t('anonymous.why')}</p>
      <div className="grid grid-cols-2 gap-2.5">
        <Button tone="secondary" href={hrefTo('pages/auth/register', { return: here })}>
          {t('anonymous.register')}
        </Button>
        <Button href={hrefTo('pages/auth/login', { return: here })}>{t('anonymous.login')}</Button>
      </div>
    </Card>
  )
}
