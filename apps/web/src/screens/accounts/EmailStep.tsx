import { confirmedEmail } from '@rueda/contract/account-forms.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { CodeField } from '@rueda/ui/fields/CodeField.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { Controller } from 'react-hook-form'
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
  const { offline, text } = useUi()
  const form = useSchemaForm<Confirmed>(confirmedEmail, initial)
  const { errors } = form.formState
  const code = useVerificationCode(purpose, (sent) => {
    form.setValue('code', sent, { shouldValidate: true })
    onChange(form.getValues())
  })
  const send = async () => {
    if (!(await form.trigger('email'))) return false
    return code.send(form.getValues('email'))
  }
  return (
    <form noValidate className="flex flex-col gap-1" onSubmit={(event) => void form.handleSubmit(() => onDone(form.getValues()))(event)}>
      <FormError error={code.error} />
      <Controller
        control={form.control}
        name="email"
        render={({ field }) => (
          <TextField
            {...field}
            type="email"
            inputMode="email"
            label={t('register.email')}
            autoComplete="email"
            most={50}
            error={errors.email === undefined ? null : field.value === '' ? common('empty.email') : t('form.email')}
            onChange={(value) => {
              field.onChange(value)
              onChange(form.getValues())
            }}
          />
        )}
      />
      <Controller
        control={form.control}
        name="code"
        render={({ field: { ref: _, ...field } }) => (
          <CodeField
            {...field}
            label={t('register.code')}
            sendLabel={t('register.send')}
            helper={code.minutes === null ? undefined : sentText(form.getValues('email'), code.minutes)}
            error={errors.code === undefined ? refusal : field.value === '' ? common('empty.code') : t('form.code')}
            onSend={send}
            resendAt={code.resendAt(form.getValues('email'))}
            onChange={(value) => {
              field.onChange(value)
              onChange(form.getValues())
            }}
          />
        )}
      />
      {code.filledIn ? <InlineMessage tone="info">{t('register.devCode')}</InlineMessage> : null}
      <div className="pt-2">
        <Button type="submit" size="large" wide disabled={offline}>
          {offline ? text.offline : t('register.next')}
        </Button>
      </div>
    </form>
  )
}
