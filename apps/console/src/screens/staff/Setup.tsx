import { type StaffSession, staff } from '@rueda/contract/admin/staff.ts'
import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { CopyButton } from '@rueda/ui/actions/CopyButton.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { PasswordField } from '@rueda/ui/fields/PasswordField.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useState } from 'react'
import { call } from '../../app/api.ts'
import { keepSession } from '../../app/session.ts'
import { AuthCard } from '../../app/AuthCard.tsx'
import { say } from '../../app/words.ts'

type Offer = StaffDataOf<typeof staff.beginSetup>

const MIN_PASSWORD = 15
const QR_SIZE = 176

/** Sets an account up: the own password, and the authenticator app that every sign-in needs. */
export function Setup({ token }: Readonly<{ token: string }>) {
  const [offer, setOffer] = useState<Offer | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    call(staff.beginSetup, { token }).then(setOffer, (refused: unknown) => setError(messageOf(refused)))
  }, [token])
  return (
    <AuthCard title={say('setup.title')}>
      {error === null ? null : <InlineMessage tone="danger">{error}</InlineMessage>}
      {offer === null ? null : <SetupForm token={token} offer={offer} />}
    </AuthCard>
  )
}

const messageOf = (refused: unknown): string => (refused instanceof Error ? refused.message : say('app.failed'))

function enter(session: StaffSession): void {
  keepSession(session)
  window.location.hash = '#/'
}

function SetupForm({ token, offer }: Readonly<{ token: string; offer: Offer }>) {
  const [draft, setDraft] = useState({ email: '', name: '', password: '', code: '' })
  const [error, setError] = useState<string | null>(null)
  const change = (field: keyof typeof draft) => (value: string) => setDraft({ ...draft, [field]: value })
  const finish = async (): Promise<void> => {
    setError(null)
    const { email, name, password, code } = draft
    const chosen = { ...(offer.email === null ? { email, name } : {}), ...(offer.needsPassword === 1 ? { password } : {}) }
    await call(staff.finishSetup, { token, code, ...chosen }).then(enter, (refused: unknown) => setError(messageOf(refused)))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void finish()
      }}
    >
      {offer.email === null ? (
        <>
          <TextField label={say('signIn.email')} type="email" autoComplete="username" value={draft.email} onChange={change('email')} />
          <TextField label={say('setup.name')} autoComplete="name" most={80} value={draft.name} onChange={change('name')} />
        </>
      ) : (
        <p className="pb-3 text-row">{offer.email}</p>
      )}
      {offer.needsPassword === 1 ? (
        <PasswordField
          label={say('signIn.password')}
          autoComplete="new-password"
          value={draft.password}
          onChange={change('password')}
          rules={[{ label: say('setup.length'), met: [...draft.password].length >= MIN_PASSWORD }]}
        />
      ) : null}
      <p className="pt-2 pb-2 text-label text-text2">{say('setup.scan')}</p>
      <div className="flex justify-center rounded-control bg-white p-3">
        <QRCodeSVG value={offer.uri} size={QR_SIZE} title={say('setup.qr')} />
      </div>
      <div className="flex items-center justify-between gap-2 pt-2 pb-3">
        <code className="min-w-0 text-meta break-all text-text2">{offer.secret}</code>
        <CopyButton value={offer.secret} label={say('setup.copy')} />
      </div>
      <TextField
        label={say('signIn.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        most={6}
        value={draft.code}
        onChange={change('code')}
        error={error}
      />
      <Button type="submit" wide size="large">
        {say('setup.finish')}
      </Button>
    </form>
  )
}
