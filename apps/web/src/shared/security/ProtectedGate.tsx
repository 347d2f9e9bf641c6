import { accounts } from '@rueda/contract/accounts.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { formatDeadline } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { query } from '../server/api.ts'
import { hrefTo } from '../pages/go.ts'
import { useText } from '../text/text.ts'
import { whyFailed } from '../failures/why-failed.ts'
import { useCoolingOff } from './cooling-off.ts'
import { RegisterFirst } from './RegisterFirst.tsx'

const IDENTIFIED = 3

/** What it is in front of, which its words name. */
type Purpose = 'moneyOut' | 'loan' | 'follow'

/** Requires an account that is registered, a verified identity, then a transaction password, before what protected calls do. */
export function ProtectedGate({ purpose = 'moneyOut', children }: Readonly<{ purpose?: Purpose; children: ReactNode }>) {
  const me = useQuery(query(accounts.me, {}))
  return (
    <Loaded query={me} reason={whyFailed}>
      {({ email, kycStatus, hasPayPassword, coolingEndTimestamp, frozen }) => (
        <>
          {frozen === 1 ? <Frozen /> : coolingEndTimestamp === null ? null : <CoolingOff until={coolingEndTimestamp} />}
          {email === '' ? (
            <RegisterFirst purpose={purpose} />
          ) : kycStatus !== IDENTIFIED ? (
            <Identify purpose={purpose} />
          ) : hasPayPassword === 0 ? (
            <ChoosePassword purpose={purpose} />
          ) : (
            children
          )}
        </>
      )}
    </Loaded>
  )
}

function Identify({ purpose }: Readonly<{ purpose: Purpose }>) {
  const t = useText('cards')
  const common = useText('common')
  return (
    <EmptyState
      icon={ShieldCheck}
      text={t(`gate.identity.${purpose}`)}
      action={
        <Button href={hrefTo('pages/kycverify/index')} size="large">
          {common('act.verify')}
        </Button>
      }
    />
  )
}

/** Choosing it starts a pause, which is said before it is chosen. */
function ChoosePassword({ purpose }: Readonly<{ purpose: Purpose }>) {
  const t = useText('cards')
  const { span, isNone } = useCoolingOff()
  return (
    <EmptyState
      icon={KeyRound}
      text={
        <>
          {t(`gate.password.${purpose}`)}
          {isNone ? null : <span className="block pt-2 text-meta text-text3">{t('gate.wait', { span })}</span>}
        </>
      }
      action={
        <Button href={hrefTo('pages/setting/paypwd')} size="large">
          {t('gate.choose')}
        </Button>
      }
    />
  )
}

/** Links to the account page, which says what ends the freeze, whoever set it. */
function Frozen() {
  const t = useText('cards')
  const titles = useText('titles')
  return (
    <div className="mb-3">
      <InlineMessage
        tone="warn"
        action={
          <Button tone="secondary" href={hrefTo('pages/setting/account')}>
            {titles('account')}
          </Button>
        }
      >
        {t('gate.frozen')}
      </InlineMessage>
    </div>
  )
}

function CoolingOff({ until }: Readonly<{ until: number }>) {
  const t = useText('cards')
  return (
    <div className="mb-3">
      <InlineMessage tone="warn">{t('gate.cooling', { until: formatDeadline(until) })}</InlineMessage>
    </div>
  )
}
