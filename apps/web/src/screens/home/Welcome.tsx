import { accounts } from '@rueda/contract/accounts.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { patiently } from '@rueda/ui/loading/patiently.ts'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { useCall } from '../../shared/server/api.ts'
import { publishedRead } from '../../shared/server/published.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { signIn } from '../../shared/security/session.ts'
import { useText, wholeText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useSwitchedOff } from '../../shared/switches/use-switched-off.ts'

/** Hardly ever needed, and then with words that home is without. */
const SwitchedOff = lazy(async () => {
  const load = () => Promise.all([import('../../shared/switches/SwitchedOff.tsx'), wholeText()])
  const [notice] = await patiently(load)
  return { default: notice.SwitchedOff }
})

/** The card a visitor sees in place of a balance: an introduction, and the ways in. */
export function Welcome() {
  const t = useText('home')
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5 pt-1">
        <h2 className="text-price text-balance">{t('welcome.title')}</h2>
        <p className="text-row font-normal text-text2">{t('welcome.text')}</p>
      </div>
      <div className="grid grid-cols-2 gap-2.5 *:px-2">
        <Button href={hrefTo('pages/auth/register', { return: '/' })}>{t('welcome.register')}</Button>
        <Button tone="secondary" href={hrefTo('pages/auth/login', { return: '/' })}>
          {t('welcome.login')}
        </Button>
      </div>
      <PracticeButton />
    </Card>
  )
}

/** A practice account in one press, where the installation offers it. */
function PracticeButton() {
  const t = useText('home')
  const version = useQuery(publishedRead)
  const practise = useCall(accounts.practise, {
    onDone: ({ token, user }) => signIn(token, { id: user.id, name: user.nickname, email: user.email }),
    onError: (error) => {
      const reason = whyFailed(error)
      void toast(typeof reason === 'string' ? t('welcome.practiseFailed') : reason.message, 'error')
    },
  })
  const isOff = useSwitchedOff('practiceAccounts') !== null
  // Most installations offer it: its place is held, so that what stands below does not move.
  if (version.isPending) return <div aria-hidden className="min-h-11" />
  if (version.data?.practiceAccounts !== 1) return null
  if (isOff)
    return (
      <Suspense fallback={null}>
        <SwitchedOff name="practiceAccounts" />
      </Suspense>
    )
  return (
    <Button tone="ghost" wide busy={practise.pending} onPress={() => void practise.run({})}>
      {t('welcome.practise')}
    </Button>
  )
}
