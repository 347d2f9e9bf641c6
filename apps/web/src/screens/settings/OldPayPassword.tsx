import type { Ref } from 'react'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { CodeField } from '@rueda/ui/fields/CodeField.tsx'
import { PasswordField } from '@rueda/ui/fields/PasswordField.tsx'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useVerificationCode } from '../../shared/accounts/use-verification-code.ts'

/** Proof that the change is the owner's: the password so far, or a code from the mailbox. */
export type PayProof = Readonly<{ kind: 'old' | 'code'; value: string }>

type OldPayPasswordProps = Readonly<{
  /** Empty for a practice account, which has no mailbox to send a code to. */
  email: string
  value: PayProof
  missing: boolean
  refusal: string | null
  onChange: (proof: PayProof) => void
  ref: Ref<HTMLInputElement>
}>

export function OldPayPassword({ email, value: proof, missing, refusal, onChange, ref }: OldPayPasswordProps) {
  const t = useText('accounts')
  const common = useText('common')
  const code = useVerificationCode('pay', (value) => onChange({ kind: 'code', value }))
  const turn = (
    <div className="-mt-1 pb-3">
      <Button tone="ghost" flush onPress={() => onChange({ kind: proof.kind === 'old' ? 'code' : 'old', value: '' })}>
        {t(proof.kind === 'old' ? 'pay.forgot' : 'pay.know')}
      </Button>
    </div>
  )
  if (proof.kind === 'old') {
    return (
      <>
        <PasswordField
          ref={ref}
          label={t('pay.old')}
          name="current"
          autoComplete="current-password"
          value={proof.value}
          onChange={(value) => onChange({ kind: 'old', value })}
          error={missing ? common('empty.payPassword') : refusal}
        />
        {email === '' ? null : turn}
      </>
    )
  }
  return (
    <>
      <FormError error={code.error} />
      <CodeField
        ref={ref}
        label={t('register.code')}
        sendLabel={t('register.send')}
        value={proof.value}
        onChange={(value) => onChange({ kind: 'code', value })}
        onSend={() => code.send(email)}
        resendAt={code.resendAt(email)}
        helper={code.said((minutes) => t('pay.sent', { email, minutes }))}
        error={missing ? (proof.value === '' ? common('empty.code') : t('form.code')) : refusal}
      />
      {turn}
    </>
  )
}
