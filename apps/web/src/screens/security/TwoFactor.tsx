import type { DataOf } from '@rueda/contract/endpoint.ts'
import { security } from '@rueda/contract/security.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { query, useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { AuthenticatorSetup, type Secret } from './AuthenticatorSetup.tsx'
import { CardCodes } from './CardCodes.tsx'
import { Passkeys } from './Passkeys.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RecoveryRow } from './RecoveryRow.tsx'
import { RemoveAuthenticator } from './RemoveAuthenticator.tsx'

type Status = DataOf<typeof security.status>

/** Route `pages/setting/twofactor`: what is asked for beside the password. */
export function TwoFactor() {
  const t = useText('security')
  const status = useQuery(query(security.status, {}))
  return (
    <Screen title={t('factor.title')}>
      <Loaded query={status} reason={whyFailed}>
        {(data) => (
          <>
            <AuthenticatorCard status={data} />
            <Passkeys passkeys={data.passkeys} />
            <CardCodes isOn={data.cardCodes === 1} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function AuthenticatorCard({ status }: Readonly<{ status: Status }>) {
  const t = useText('security')
  const [secret, setSecret] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const begin = useCall(security.beginAuthenticator, { onDone: setSecret })
  const isOn = status.authenticator === 1
  return (
    <>
      <p className="text-label font-normal text-text2">{t('factor.why')}</p>
      <FormError error={begin.error?.is('step_up.required') === true ? null : begin.error} />
      <Card rows>
        <ListRow
          icon={Smartphone}
          label={t('factor.app')}
          detail={
            status.authenticatorTimestamp === null ? undefined : t('factor.since', { time: formatDate(status.authenticatorTimestamp) })
          }
          trailing={
            <Pill tone={isOn ? 'up' : 'warn'} shape={isOn ? 'check' : 'clock'}>
              {t(isOn ? 'factor.on' : 'factor.off')}
            </Pill>
          }
        />
        {isOn ? <RecoveryRow left={status.recoveryCodesLeft} onCodes={setCodes} /> : null}
      </Card>
      {isOn ? (
        <RemoveAuthenticator />
      ) : (
        <Button size="large" wide busy={begin.pending} onPress={() => void begin.run({})}>
          {t('factor.begin')}
        </Button>
      )}
      <AuthenticatorSetup secret={secret} onClose={() => setSecret(null)} onCodes={setCodes} />
      <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />
    </>
  )
}
