import { PasswordField } from '@rueda/ui/fields/PasswordField.tsx'
import type { ApiError } from '../server/api-error.ts'
import { useText } from '../text/text.ts'

type PayPasswordFieldProps = Readonly<{
  value: string
  onChange: (value: string) => void
  error: ApiError | null
  /** Whether to say that nothing is in it. */
  missing?: boolean | undefined
}>

/** Whether a refusal is about the transaction password, and said at its field. */
const isAboutPayPassword = (error: ApiError | null): boolean =>
  error?.is('pay_password.wrong') === true || error?.is('pay_password.locked') === true

/** The transaction password, asked for where money or its destinations move. It is never kept. */
export function PayPasswordField({ value, onChange, error, missing = false }: PayPasswordFieldProps) {
  const t = useText('accounts')
  const common = useText('common')
  return (
    <PasswordField
      label={t('pay.title')}
      name="pay"
      autoComplete="current-password"
      value={value}
      onChange={onChange}
      error={isAboutPayPassword(error) ? (error?.message ?? null) : missing && value === '' ? common('empty.payPassword') : null}
    />
  )
}

PayPasswordField.isAbout = isAboutPayPassword
