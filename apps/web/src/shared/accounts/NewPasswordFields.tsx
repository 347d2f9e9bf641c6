import { PasswordField } from '@rueda/ui/fields/PasswordField.tsx'
import type { SchemaForm } from '../forms/use-schema-form.ts'
import { useText } from '../text/text.ts'
import { lengthText, passwordRules, usePasswordLength } from './password-rules.ts'

export type NewPassword = { password: string; confirmPassword: string }

type NewPasswordFieldsProps = Readonly<{
  form: Pick<SchemaForm<NewPassword>, 'values' | 'field' | 'isWrong'>
  label: string
  /** The server's refusal of the password. */
  refusal?: string | null
}>

/** A new password typed twice, with its rules ticked as they are met. */
export function NewPasswordFields({ form, label, refusal = null }: NewPasswordFieldsProps) {
  const t = useText('accounts')
  const common = useText('common')
  const { password } = form.values
  const length = usePasswordLength()
  const wrong = password === '' || length === null ? common('empty.newPassword') : lengthText(t, length)
  return (
    <>
      <PasswordField
        {...form.field('password')}
        label={label}
        autoComplete="new-password"
        rules={form.isWrong('password') ? [] : passwordRules(t, password, length)}
        error={form.isWrong('password') ? wrong : refusal}
      />
      <PasswordField
        {...form.field('confirmPassword')}
        label={t('register.repeat')}
        autoComplete="new-password"
        error={form.isWrong('confirmPassword') ? t('password.mismatch') : null}
      />
    </>
  )
}
