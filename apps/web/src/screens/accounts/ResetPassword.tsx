import { accounts } from '@rueda/contract/accounts.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useState } from 'react'
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
  const { offline, text } = useUi()
  const form = useNewPasswordForm()
  const { at, above } = failureAt(reset.error, { password: ['password.format'] })
  const send = form.handleSubmit((values) => reset.run({ ...confirmed, ...values }))
  return (
    <form noValidate className="flex flex-col gap-1" onSubmit={(event) => void send(event)}>
      <FormError error={above} />
      <input type="hidden" name="username" autoComplete="username" value={confirmed.email} readOnly />
      <NewPasswordFields control={form.control} errors={form.formState.errors} label={t('password.new')} refusal={at.password} />
      <Button type="submit" size="large" wide busy={reset.pending} disabled={offline}>
        {offline ? text.offline : t('reset.save')}
      </Button>
    </form>
  )
}
