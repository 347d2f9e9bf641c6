import type { accounts } from '@rueda/contract/accounts.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { z } from 'zod'
import { Form } from '../../shared/forms/Form.tsx'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
import type { Call } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { type Factor, NO_FACTOR, SecondFactorField } from '../../shared/security/SecondFactorField.tsx'
import { wholeFactor } from '../../shared/security/whole-factor.ts'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { failureAt } from '../../shared/failures/failure-at.ts'
import { FormError } from '../../shared/failures/FormError.tsx'

type SecondStepProps = Readonly<{
  login: Call<typeof accounts.login>
  onSend: (factor: Factor) => void
  onBack: () => void
}>

const secondStep = z.object({ factor: wholeFactor })

/** The step after a right password: the second factor of this account. */
export function SecondStep({ login, onSend, onBack }: SecondStepProps) {
  const t = useText('security')
  const form = useSchemaForm(secondStep, { factor: NO_FACTOR })
  const { error } = login
  const { at, above } = failureAt(error, { factor: ['second_factor.wrong'] })
  const isAsked = error?.is('second_factor.required') === true
  return (
    <Form onSend={() => form.send(({ factor }) => onSend(factor))}>
      <p className="pb-2 text-label font-normal text-text2">{t('login.why')}</p>
      <FormError error={isAsked ? null : above} />
      <SecondFactorField {...form.field('factor')} error={form.refused('factor', at.factor)} />
      <div className="flex flex-col gap-2">
        <SubmitButton busy={login.pending} disabled={!form.isWhole}>
          {t('stepUp.confirm')}
        </SubmitButton>
        <Button tone="secondary" wide onPress={onBack}>
          {t('login.back')}
        </Button>
      </div>
    </Form>
  )
}
