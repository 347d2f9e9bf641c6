import type { DataOf } from '@rueda/contract/endpoint.ts'
import { security } from '@rueda/contract/security.ts'
import { CopyButton } from '@rueda/ui/actions/CopyButton.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { QRCodeSVG } from 'qrcode.react'
import { z } from 'zod'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { Form } from '../../shared/forms/Form.tsx'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { failureAt } from '../../shared/failures/failure-at.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { NO_FACTOR, SecondFactorField } from '../../shared/security/SecondFactorField.tsx'
import { wholeFactor } from '../../shared/security/whole-factor.ts'

export type Secret = DataOf<typeof security.beginAuthenticator>

type AuthenticatorSetupProps = Readonly<{
  secret: Secret | null
  onClose: () => void
  onCodes: (codes: readonly string[]) => void
}>

/** The secret as a picture and as text, and the field for its first code. */
export function AuthenticatorSetup({ secret, onClose, onCodes }: AuthenticatorSetupProps) {
  const t = useText('security')
  return (
    <Sheet open={secret !== null} onClose={onClose} title={t('setup.title')}>
      {secret === null ? null : <SetupForm secret={secret} onClose={onClose} onCodes={onCodes} />}
    </Sheet>
  )
}

const PICTURE_SIZE = 176

const firstCode = z.object({ factor: wholeFactor })

function SetupForm({ secret, onClose, onCodes }: AuthenticatorSetupProps & Readonly<{ secret: Secret }>) {
  const t = useText('security')
  const form = useSchemaForm(firstCode, { factor: NO_FACTOR })
  const confirm = useCall(security.confirmAuthenticator, {
    onDone: ({ recoveryCodes }) => {
      onClose()
      onCodes(recoveryCodes)
    },
  })
  const { at, above } = failureAt(confirm.error, { factor: ['second_factor.wrong'] })
  return (
    <Form className="gap-3" onSend={() => form.send(({ factor }) => confirm.run({ totp: factor.value }))}>
      <p className="text-label font-normal text-text2">{t('setup.scan')}</p>
      {/* Cameras read dark on light, in either theme. */}
      <div className="self-center rounded-card bg-white p-3">
        <QRCodeSVG value={secret.uri} size={PICTURE_SIZE} level="M" title={t('setup.scan')} />
      </div>
      <div className="flex items-center gap-3 rounded-control bg-s2 px-3 py-2">
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="text-meta text-text3">{t('setup.key')}</span>
          <span className="num text-label">{grouped(secret.secret)}</span>
        </span>
        <CopyButton value={secret.secret} label={t('setup.key')} />
      </div>
      <a href={secret.uri} className="self-start text-label text-accent">
        {t('setup.open')}
      </a>
      <div>
        <FormError error={above} />
        <SecondFactorField
          {...form.field('factor')}
          recoverable={false}
          error={form.isWrong('factor') ? t('code.wrong') : form.refused('factor', at.factor)}
        />
        <SubmitButton busy={confirm.pending}>{t('setup.confirm')}</SubmitButton>
      </div>
    </Form>
  )
}

/** Four by four, as people read it out. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret
