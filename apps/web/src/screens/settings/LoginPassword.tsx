import { accounts } from '@rueda/contract/accounts.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { PasswordField } from '@rueda/ui/fields/PasswordField.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useState } from 'react'
import { useCall } from '../../shared/server/api.ts'
import { useBack } from '../../shared/pages/go.ts'
import { useSession } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { failureAt } from '../../shared/failures/failure-at.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { NewPasswordFields } from '../../shared/accounts/NewPasswordFields.tsx'
import { useNewPasswordForm } from '../../shared/accounts/new-password-form.ts'

/** Route `pages/setting/loginpwd`: another password. This session stays, the others end. */
export function LoginPassword() {
  const t = useText('accounts')
  const common = useText('common')
  const { offline, text } = useUi()
  const back = useBack()
  const email = useSession((session) => session.user?.email ?? '')
  const form = useNewPasswordForm()
  const [current, setCurrent] = useState('')
  const [asked, setAsked] = useState(false)
  const save = useCall(accounts.changePassword, {
    onDone: () => {
      void toast(t('password.saved'))
      back()
    },
  })
  const { at, above } = failureAt(save.error, { current: ['password.old_wrong'], password: ['password.format'] })
  const send = form.handleSubmit(async ({ password, confirmPassword }) => {
    if (current !== '') await save.run({ oldPassword: current, newPassword: password, confirmPassword })
  })
  const missing = asked && current === '' ? common('empty.password') : null
  return (
    <Screen title={t('password.title')}>
      <form
        noValidate
        className="flex flex-col gap-1"
        onSubmit={(event) => {
          setAsked(true)
          void send(event)
        }}
      >
        <FormError error={above} />
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label={t('password.old')}
          name="current"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          error={missing ?? at.current}
        />
        <NewPasswordFields control={form.control} errors={form.formState.errors} label={t('password.new')} refusal={at.password} />
        <p className="pb-3 text-meta text-text3">{t('password.others')}</p>
        <Button type="submit" size="large" wide busy={save.pending} disabled={offline}>
          {offline ? text.offline : t('password.save')}
        </Button>
      </form>
    </Screen>
  )
}
