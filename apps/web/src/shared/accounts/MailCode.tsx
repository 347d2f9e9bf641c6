import { accounts } from '@rueda/contract/accounts.ts'
import { CodeField } from '@rueda/ui/fields/CodeField.tsx'
import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { query } from '../server/api.ts'
import { useText } from '../text/text.ts'
import { FormError } from '../failures/FormError.tsx'
import { useVerificationCode } from './use-verification-code.ts'

type MailCodeProps = Readonly<{
  purpose: Parameters<typeof useVerificationCode>[0]
  value: string
  onChange: (code: string) => void
  error: string | null
  ref?: Ref<HTMLInputElement> | undefined
}>

export const CODE_LENGTH = 6

/** Proof that the mailbox is the customer's as well: a code sent to it on request. */
export function MailCode({ purpose, value, onChange, error, ref }: MailCodeProps) {
  const t = useText('accounts')
  const me = useQuery(query(accounts.me, {}))
  const email = me.data?.email ?? ''
  const code = useVerificationCode(purpose, onChange)
  return (
    <>
      <FormError error={code.error} />
      <CodeField
        ref={ref}
        label={t('register.code')}
        sendLabel={t('register.send')}
        value={value}
        onChange={onChange}
        onSend={() => code.send(email)}
        resendAt={code.resendAt(email)}
        helper={code.said((minutes) => t('pay.sent', { email, minutes }))}
        error={error}
      />
    </>
  )
}
