import { type User, accounts } from '@rueda/contract/accounts.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { CopyButton } from '@rueda/ui/actions/CopyButton.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Monogram } from '@rueda/ui/quotes/Logo.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { KycPill } from '../../shared/kyc/KycPill.tsx'
import { usePractising } from '../../shared/security/session.ts'
import { keepHref } from '../../shared/profile/PracticeLogout.tsx'
import { initialsOf, maskEmail } from './mask.ts'

/** The user signed in, with only as much of the address as identifies them. */
export function IdentityCard() {
  const me = useQuery(query(accounts.me, {}))
  // The session knows it before the server has answered, so that nothing below jumps.
  const practising = usePractising()
  return (
    <Card>
      <Loaded query={me} reason={whyFailed} skeleton={<Skeleton height={52} />}>
        {(user) => <Identity user={user} />}
      </Loaded>
      {practising ? <KeepPractice /> : null}
    </Card>
  )
}

/** A practice account says what it is, and how it can become one that lasts. */
function KeepPractice() {
  const t = useText('profile')
  return (
    <div className="mt-3 flex flex-col gap-2 border-t border-line pt-3">
      <p className="text-meta text-text2">{t('practiceWhy')}</p>
      <Button wide href={keepHref}>
        {t('leavePractice.keep')}
      </Button>
    </div>
  )
}

const SHOWN_OF_NUMBER = 8

function Identity({ user }: { user: User }) {
  const t = useText('profile')
  const shown = user.email === '' ? t('practice') : maskEmail(user.email)
  const number = user.userNo.slice(-SHOWN_OF_NUMBER)
  return (
    <div className="flex items-center gap-3 large:flex-wrap">
      <Monogram text={user.email === '' ? initialsOf(shown, '') : initialsOf(user.nickname, user.email)} size={46} round />
      <div className="min-w-0 flex-1 large:basis-2/3">
        <p className="truncate text-row large:whitespace-normal">{shown}</p>
        <p className="num flex flex-wrap items-center gap-x-2 text-meta text-text3">
          {t('user', { number })}
          <CopyButton value={user.userNo} label={t('copyUser')} />
        </p>
      </div>
      {user.frozen === 1 ? (
        <Pill tone="danger">{t('frozen')}</Pill>
      ) : (
        <a href={hrefTo('pages/kycverify/index')} className="hit">
          <KycPill user={user} />
        </a>
      )}
    </div>
  )
}
