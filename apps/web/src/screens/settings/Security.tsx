import type { User } from '@rueda/contract/accounts.ts'
import { accounts } from '@rueda/contract/accounts.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { formatDateTime, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { AtSign, BadgeCheck, KeyRound, LockKeyhole, Mail, MonitorSmartphone } from 'lucide-react'
import { query } from '../../shared/server/api.ts'
import { hrefTo, useReturn } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { AccountRow } from '../../shared/security/AccountRow.tsx'
import { SecondFactorRow } from '../../shared/security/SecondFactorRow.tsx'
import { KycPill } from '../../shared/kyc/KycPill.tsx'

/** Route `pages/setting/security`: the protections of this account, and those still to be set. */
export function Security() {
  const t = useText('accounts')
  const me = useQuery(query(accounts.me, {}))
  return (
    <Screen title={t('security.title')}>
      <Loaded query={me} reason={whyFailed}>
        {(user) => <Protections user={user} />}
      </Loaded>
    </Screen>
  )
}

function Protections({ user }: Readonly<{ user: User }>) {
  const t = useText('accounts')
  const here = useReturn()
  const { email, username, hasPayPassword, coolingEndTimestamp } = user
  return (
    <>
      {coolingEndTimestamp === null ? null : (
        <InlineMessage tone="warn">{t('security.cooling', { time: formatDeadline(coolingEndTimestamp) })}</InlineMessage>
      )}
      {email === '' ? (
        <InlineMessage tone="warn" action={<TextLink href={hrefTo('pages/auth/register', { return: here })}>{t('keep.submit')}</TextLink>}>
          {t('keep.unprotected')}
        </InlineMessage>
      ) : null}
      <Card rows>
        {email === '' ? null : (
          <>
            <ListRow
              icon={Mail}
              label={t('security.email')}
              detail={t('security.emailWhy')}
              trailing={
                <Pill tone="up" shape="check">
                  {t('security.verified')}
                </Pill>
              }
            />
            <ListRow
              icon={AtSign}
              label={t('username.title')}
              detail={username ?? t('username.none')}
              href={hrefTo('pages/setting/username')}
            />
            <ListRow
              icon={KeyRound}
              label={t('security.password')}
              detail={t('security.passwordWhy')}
              href={hrefTo('pages/setting/loginpwd')}
            />
          </>
        )}
        <ListRow
          icon={BadgeCheck}
          label={t('security.identity')}
          detail={t('security.identityWhy')}
          trailing={<KycPill user={user} />}
          href={hrefTo('pages/kycverify/index')}
        />
        <ListRow
          icon={LockKeyhole}
          label={t('pay.title')}
          detail={t('security.payWhy')}
          trailing={
            hasPayPassword === 1 ? (
              <Pill tone="up" shape="check">
                {t('security.set')}
              </Pill>
            ) : (
              <Pill tone="warn" shape="clock">
                {t('security.pending')}
              </Pill>
            )
          }
          href={hrefTo('pages/setting/paypwd')}
        />
        {email === '' ? null : <SecondFactorRow />}
        <ListRow
          icon={MonitorSmartphone}
          label={t('devices.title')}
          detail={t('security.devicesWhy')}
          href={hrefTo('pages/setting/devices')}
        />
        <AccountRow />
      </Card>
      <LastLogin />
    </>
  )
}

/** The last login to this account, on any device. */
function LastLogin() {
  const t = useText('accounts')
  const sessions = useQuery(query(accounts.sessions, {}))
  const last = sessions.data?.reduce((newest, { createTimeTimestamp }) => Math.max(newest, createTimeTimestamp), 0) ?? 0
  return last === 0 ? null : <p className="text-center text-meta text-text3">{t('security.last', { time: formatDateTime(last) })}</p>
}
