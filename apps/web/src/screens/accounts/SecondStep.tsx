import type { accounts } from '@rueda/contract/accounts.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Form } from '../../shared/forms/Form.tsx'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
import type { Call } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { type Factor, SecondFactorField, isWhole } from '../../shared/security/SecondFactorField.tsx'
import { failureAt } from '../../shared/failures/failure-at.ts'
import { FormError } from '../../shared/failures/FormError.tsx'

type SecondStepProps = Readonly<{
  factor: Factor
  onChange: (factor: Factor) => void
  login: Call<typeof accounts.login>
  onSend: () => void
  onBack: () => void
}>

/** The step after a right password: the second factor of this account. */
export function SecondStep({ factor, onChange, login, onSend, onBack }: SecondStepProps) {
  const t = useText('security')
  const { error } = login
  const { at, above } = failureAt(error, { factor: ['second_factor.wrong'] })
  const isAsked = error?.is('second_factor.required') === true
  return (
    <Form
      onSend={() => {
        if (isWhole(factor)) onSend()
      }}
    >
      <p className="pb-2 text-label font-normal text-text2">{t('login.why')}</p>
      <FormError error={isAsked ? null : above} />
      <SecondFactorField factor={factor} onChange={onChange} error={at.factor} />
      <div className="flex flex-col gap-2">
        <SubmitButton busy={login.pending} disabled={!isWhole(factor)}>
          {t('stepUp.confirm')}
        </SubmitButton>
        <Button tone="secondary" wide onPress={onBack}>
          {t('login.back')}
        </Button>
      </div>
    </Form>
  )
}
