import { credentials } from '@rueda/contract/account-forms.ts'
import { accounts } from '@rueda/contract/accounts.ts'
import { CheckField } from '@rueda/ui/fields/CheckField.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { PasswordField } from '@rueda/ui/fields/PasswordField.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useEffect, useRef, useState } from 'react'
import { Form } from '../../shared/forms/Form.tsx'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
import { useCall } from '../../shared/server/api.ts'
import { hrefTo, useGoReturn, useQueryOfPage } from '../../shared/pages/go.ts'
import { useKept } from '../../shared/device/kept.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { inputOf } from '../../shared/security/SecondFactorField.tsx'
import { FormError } from '../../shared/failures/FormError.tsx'
import { LanguageButton } from './LanguageButton.tsx'
import { PasskeyLogin } from './PasskeyLogin.tsx'
import { Practise } from './Practise.tsx'
import { SecondStep } from './SecondStep.tsx'
import { rememberedName, rememberName } from './remembered-name.ts'
import { startSession } from './sign-in.ts'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'

/** Route `pages/auth/login`: signs in and goes back to the page before. */
export function Login() {
  const t = useText('accounts')
  const page = useQueryOfPage()
  const goReturn = useGoReturn()
  const signedIn = useSignedIn()
  useEffect(() => {
    if (signedIn) goReturn(page['return'])
  }, [signedIn, goReturn, page])
  return (
    <Screen title={t('login.title')} actions={<LanguageButton />}>
      <Welcome />
      {page['expired'] === '1' ? <InlineMessage tone="warn">{t('login.expired')}</InlineMessage> : null}
      {page['over'] === '1' ? <InlineMessage tone="info">{t('login.practiceOver')}</InlineMessage> : null}
      <LoginForm email={page['email'] ?? ''} />
      <PasskeyLogin />
      <Practise />
      <nav className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-1">
        <TextLink href={hrefTo('pages/auth/resetpwd')}>{t('login.forgot')}</TextLink>
        <TextLink href={hrefTo('pages/auth/register', { return: page['return'] })}>{t('login.register')}</TextLink>
      </nav>
    </Screen>
  )
}

function Welcome() {
  const t = useText('accounts')
  return (
    <header className="flex flex-col gap-1 py-4">
      <p className="text-[34px] leading-none font-bold tracking-tight">rueda</p>
      <p className="text-label font-normal text-text2">{t('login.welcome')}</p>
    </header>
  )
}

function LoginForm({ email }: { email: string }) {
  const t = useText('accounts')
  const common = useText('common')
  // An address in the link is filled in here, whatever was typed before.
  const [name, keepName] = useKept(`login.name ${email}`.trim(), email !== '' ? email : rememberedName())
  const [remembers, setRemembers] = useKept('login.remembers', rememberedName() !== '')
  const form = useSchemaForm(credentials, { username: name, password: '' })
  const formElement = useRef<HTMLFormElement>(null)
  const [asksFactor, setAsksFactor] = useState(false)
  const login = useCall(accounts.login, {
    onDone: (session) => {
      rememberName(remembers ? form.values.username : '')
      startSession(session)
    },
    onError: (error) => {
      if (error.is('second_factor.required')) setAsksFactor(true)
      else formElement.current?.querySelector<HTMLInputElement>('input[name=password]')?.select()
    },
  })
  if (asksFactor) {
    return (
      <SecondStep
        login={login}
        onSend={(factor) => form.send((values) => login.run({ ...values, ...inputOf(factor) }))}
        onBack={() => {
          setAsksFactor(false)
          login.reset()
        }}
      />
    )
  }
  return (
    <Form ref={formElement} onSend={() => form.send(login.run)}>
      <FormError error={login.error} />
      <TextField
        {...form.field('username')}
        label={t('login.user')}
        autoComplete="username"
        inputMode="email"
        most={50}
        error={form.isWrong('username') ? common('empty.user') : null}
        onChange={(username) => keepName(form.change({ username }).username)}
      />
      <PasswordField
        {...form.field('password')}
        label={t('login.password')}
        autoComplete="current-password"
        error={form.isWrong('password') ? common('empty.password') : null}
      />
      <CheckField checked={remembers} onChange={setRemembers}>
        {t('login.remember')}
      </CheckField>
      <SubmitButton busy={login.pending}>{t('login.submit')}</SubmitButton>
    </Form>
  )
}
