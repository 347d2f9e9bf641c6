import { PasswordField } from '@rueda/ui/fields/PasswordField.tsx'
import { type Control, Controller, useWatch } from 'react-hook-form'
import { useText } from '../text/text.ts'
import { lengthText, passwordRules, usePasswordLength } from './password-rules.ts'

export type NewPassword = { password: string; confirmPassword: string }

type NewPasswordFieldsProps = Readonly<{
  control: Control<NewPassword>
  errors: Readonly<{ password?: unknown; confirmPassword?: unknown }>
  label: string
  /** What the server said about the password. */
  refusal?: string | null
}>

/** A new password twice, with its rules ticking themselves. */
export function NewPasswordFields({ control, errors, label, refusal = null }: NewPasswordFieldsProps) {
  const t = useText('accounts')
  const common = useText('common')
  const password = useWatch({ control, name: 'password' })
  const length = usePasswordLength()
  const wrong = password === '' || length === null ? common('empty.newPassword') : lengthText(t, length)
  return (
    <>
      <Controller
        control={control}
        name="password"
        render={({ field }) => (
          <PasswordField
            {...field}
            label={label}
            autoComplete="new-password"
            rules={errors.password === undefined ? passwordRules(t, password, length) : []}
            error={errors.password === undefined ? refusal : wrong}
          />
        )}
      />
      <Controller
        control={control}
        name="confirmPassword"
        render={({ field }) => (
          <PasswordField
            {...field}
            label={t('register.repeat')}
            autoComplete="new-password"
            error={errors.confirmPassword === undefined ? null : t('password.mismatch')}
          />
        )}
      />
    </>
  )
}
