import { accounts } from '@rueda/contract/accounts.ts'
import { PasswordField } from '@rueda/ui/fields/PasswordField.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { z } from 'zod'
import { Form } from '../../shared/forms/Form.tsx'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
import { useCall } from '../../shared/server/api.ts'
import { useBack } from '../../shared/pages/go.ts'
import { useSession } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { failureAt } from '../../shared/failures/failure-at.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { NewPasswordFields } from '../../shared/accounts/NewPasswordFields.tsx'
import { useNewPasswordFormWith } from '../../shared/accounts/new-password-form.ts'

const currentPassword = { schema: z.object({ proof: z.string().min(1) }), first: { proof: '' } }

/** Route `pages/setting/loginpwd`: another password. This session stays, the others end. */
export function LoginPassword() {
  const t = useText('accounts')
  const common = useText('common')
  const back = useBack()
  const email = useSession((session) => session.user?.email ?? '')
  const form = useNewPasswordFormWith(currentPassword)
  const save = useCall(accounts.changePassword, {
    onDone: () => {
      void toast(t('password.saved'))
      back()
    },
  })
  const { at, above } = failureAt(save.error, { proof: ['password.old_wrong'], password: ['password.format'] })
  const send = () =>
    form.send(({ proof, password, confirmPassword }) => save.run({ oldPassword: proof, newPassword: password, confirmPassword }))
  const missing = form.isWrong('proof') ? common('empty.password') : null
  return (
    <Screen title={t('password.title')}>
      <Form onSend={send}>
        <FormError error={above} />
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          {...form.field('proof')}
          label={t('password.old')}
          name="current"
          autoComplete="current-password"
          error={missing ?? form.refused('proof', at.proof)}
        />
        <NewPasswordFields form={form} label={t('password.new')} refusal={form.refused('password', at.password)} />
        <p className="pb-3 text-meta text-text3">{t('password.others')}</p>
        <SubmitButton busy={save.pending}>{t('password.save')}</SubmitButton>
      </Form>
    </Screen>
  )
}
