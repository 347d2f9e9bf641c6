import { confirmedEmail } from '@rueda/contract/account-forms.ts'
import { CodeField } from '@rueda/ui/fields/CodeField.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { Form } from '../../shared/forms/Form.tsx'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { useVerificationCode } from '../../shared/accounts/use-verification-code.ts'

export type Confirmed = { email: string; code: string }

type EmailStepProps = Readonly<{
  purpose: 'register' | 'reset'
  initial: Confirmed
  /** Said once a code is on its way. */
  sentText: (email: string, minutes: string) => string
  refusal: string | null
  onChange: (values: Confirmed) => void
  onDone: (values: Confirmed) => void
}>

/** An e-mail address and the code that was sent to it. Where no mail is sent, the code comes with the answer. */
export function EmailStep({ purpose, initial, sentText, refusal, onChange, onDone }: EmailStepProps) {
  const t = useText('accounts')
  const common = useText('common')
  const form = useSchemaForm<Confirmed>(confirmedEmail, initial)
  const code = useVerificationCode(purpose, (sent) => {
    onChange(form.change({ code: sent }))
  })
  const send = async () => {
    if (!(await form.check('email'))) return false
    return code.send(form.values.email)
  }
  return (
    <Form onSend={() => form.send(() => onDone(form.values))}>
      <FormError error={code.error} />
      <TextField
        {...form.field('email')}
        type="email"
        inputMode="email"
        label={t('register.email')}
        autoComplete="email"
        most={50}
        error={form.isWrong('email') ? (form.values.email === '' ? common('empty.email') : t('form.email')) : null}
        onChange={(email) => onChange(form.change({ email }))}
      />
      <CodeField
        {...form.field('code')}
        label={t('register.code')}
        sendLabel={t('register.send')}
        helper={code.said((minutes) => sentText(form.values.email, minutes))}
        error={form.isWrong('code') ? (form.values.code === '' ? common('empty.code') : t('form.code')) : form.refused('code', refusal)}
        onSend={send}
        resendAt={code.resendAt(form.values.email)}
        onChange={(typed) => onChange(form.change({ code: typed }))}
      />
      <div className="pt-2">
        <SubmitButton>{t('register.next')}</SubmitButton>
      </div>
    </Form>
  )
}
