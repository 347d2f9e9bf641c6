import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { PasswordField } from '@rueda/ui/fields/PasswordField.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useState } from 'react'
import { EMERGENCY_DOOR, setupHash } from '../screens/staff/setup-token.ts'
import { AuthCard } from './AuthCard.tsx'
import { signIn } from './session.ts'
import { goTo } from './use-hash.ts'
import { say } from './words.ts'

/** The sign-in page: address, password and the code of the authenticator app, all at once. */
export function SignInPage() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const enter = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const { setupToken } = await signIn({ email, password, code })
      if (setupToken !== null) goTo(setupHash(setupToken))
    } catch (refused) {
      setError(refused instanceof Error ? refused.message : say('app.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <AuthCard title={say('signIn.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void enter()
        }}
      >
        {error === null ? null : (
          <div className="pb-3">
            <InlineMessage tone="danger">{error}</InlineMessage>
          </div>
        )}
        <TextField label={say('signIn.email')} type="email" autoComplete="username" value={email} onChange={setEmail} autoFocus />
        <PasswordField label={say('signIn.password')} autoComplete="current-password" value={password} onChange={setPassword} />
        <TextField
          label={say('signIn.code')}
          helper={say('signIn.codeHelp')}
          inputMode="numeric"
          autoComplete="one-time-code"
          most={6}
          value={code}
          onChange={setCode}
        />
        <div className="pt-2">
          <Button type="submit" wide size="large" busy={busy}>
            {say('signIn.enter')}
          </Button>
        </div>
        <p className="pt-3 text-center text-meta">
          <a href={EMERGENCY_DOOR} className="text-accent">
            {say('emergency.link')}
          </a>
        </p>
      </form>
    </AuthCard>
  )
}
