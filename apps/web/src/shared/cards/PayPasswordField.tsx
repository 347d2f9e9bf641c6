import { PasswordField } from '@rueda/ui/fields/PasswordField.tsx'
import type { Ref } from 'react'
import { useText } from '../text/text.ts'

type PayPasswordFieldProps = Readonly<{
  value: string
  onChange: (value: string) => void
  /** The server's refusal of it. */
  refusal: string | null
  /** True to say that the field is empty. */
  missing?: boolean | undefined
  ref?: Ref<HTMLInputElement> | undefined
}>

/** Refusals shown at this field. */
export const refusalsOfPayPassword = ['pay_password.wrong', 'pay_password.locked'] as const

/** The transaction password, asked for where money or its destinations move. It is never kept. */
export function PayPasswordField({ value, onChange, refusal, missing = false, ref }: PayPasswordFieldProps) {
  const t = useText('accounts')
  const common = useText('common')
  return (
    <PasswordField
      ref={ref}
      label={t('pay.title')}
      name="pay"
      autoComplete="current-password"
      value={value}
      onChange={onChange}
      error={refusal ?? (missing ? common('empty.payPassword') : null)}
    />
  )
}
