import { PasswordField } from '@rueda/ui/fields/PasswordField.tsx'
import { useText } from '../text/text.ts'

type PayPasswordFieldProps = Readonly<{
  value: string
  onChange: (value: string) => void
  /** The server's refusal of it. */
  refusal: string | null
  /** True to say that the field is empty. */
  missing?: boolean | undefined
}>

/** Refusals shown at this field. */
export const refusalsOfPayPassword = ['pay_password.wrong', 'pay_password.locked'] as const

/** The transaction password, asked for where money or its destinations move. It is never kept. */
export function PayPasswordField({ value, onChange, refusal, missing = false }: PayPasswordFieldProps) {
  const t = useText('accounts')
  const common = useText('common')
  return (
    <PasswordField
      label={t('pay.title')}
      name="pay"
      autoComplete="current-password"
      value={value}
      onChange={onChange}
      error={refusal ?? (missing && value === '' ? common('empty.payPassword') : null)}
    />
  )
}
