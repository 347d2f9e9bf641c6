import { accounts } from '@rueda/contract/accounts.ts'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useState } from 'react'
import { Form } from '../../shared/forms/Form.tsx'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
import { type Call, useCall } from '../../shared/server/api.ts'
import { useGo } from '../../shared/pages/go.ts'
import { useKept } from '../../shared/device/kept.ts'
import { useText } from '../../shared/text/text.ts'
import { type Confirmed, EmailStep } from './EmailStep.tsx'
import { failureAt } from '../../shared/failures/failure-at.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { LanguageButton } from './LanguageButton.tsx'
import { NewPasswordFields } from '../../shared/accounts/NewPasswordFields.tsx'
import { useNewPasswordForm } from '../../shared/accounts/new-password-form.ts'

/** Route `pages/auth/resetpwd`: a mailed code for a new password. It never says whether an address is known. */
export function ResetPassword() {
  const t = useText('accounts')
  const go = useGo()
  const [confirmed, keep, forget] = useKept<Confirmed>('reset', { email: '', code: '' })
  const [hasCode, setHasCode] = useState(false)
  const reset = useCall(accounts.resetPassword, {
    onDone: () => {
      const { email } = confirmed
      forget()
      void toast(t('reset.done'))
      go('pages/auth/login', { email }, { replace: true })
    },
    onError: (error) => (error.is('code.wrong') ? setHasCode(false) : undefined),
  })
  return (
    <Screen title={t('reset.title')} actions={<LanguageButton />}>
      {hasCode ? (
        <NewPasswordStep confirmed={confirmed} reset={reset} />
      ) : (
        <EmailStep
          purpose="reset"
          initial={confirmed}
          sentText={(_, minutes) => t('reset.sent', { minutes })}
          refusal={failureAt(reset.error, { code: ['code.wrong'] }).at.code}
          onChange={keep}
          onDone={() => setHasCode(true)}
        />
      )}
    </Screen>
  )
}

type NewPasswordStepProps = Readonly<{ confirmed: Confirmed; reset: Call<typeof accounts.resetPassword> }>

function NewPasswordStep({ confirmed, reset }: NewPasswordStepProps) {
  const t = useText('accounts')
  const form = useNewPasswordForm()
  const { at, above } = failureAt(reset.error, { password: ['password.format'] })
  const send = () => form.send(({ password, confirmPassword }) => reset.run({ ...confirmed, password, confirmPassword }))
  return (
    <Form onSend={send}>
      <FormError error={above} />
      <input type="hidden" name="username" autoComplete="username" value={confirmed.email} readOnly />
      <NewPasswordFields form={form} label={t('password.new')} refusal={form.refused('password', at.password)} />
      <SubmitButton busy={reset.pending}>{t('reset.save')}</SubmitButton>
    </Form>
  )
}
