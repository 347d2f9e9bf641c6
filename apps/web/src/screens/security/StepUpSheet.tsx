import { security } from '@rueda/contract/security.ts'
import { PasswordField } from '@rueda/ui/fields/PasswordField.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { z } from 'zod'
import { Form } from '../../shared/forms/Form.tsx'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
import { useCall } from '../../shared/server/api.ts'
import { useSession } from '../../shared/security/session.ts'
import type { Proofs } from '../../shared/security/step-up.ts'
import { useText } from '../../shared/text/text.ts'
import { failureAt } from '../../shared/failures/failure-at.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { PasskeyButton } from '../../shared/security/PasskeyButton.tsx'
import { NO_FACTOR, SecondFactorField, inputOf } from '../../shared/security/SecondFactorField.tsx'
import { typedFactor, wholeFactor } from '../../shared/security/whole-factor.ts'
import { answerWithPasskey, canUsePasskeys } from '../../shared/security/passkey.ts'

type StepUpSheetProps = Readonly<{ open: boolean; proofs: Proofs; onAnswer: (given: boolean) => void }>

/** Asks for proof of identity, with what the account has: a second factor where there is one, the password elsewhere. */
export function StepUpSheet({ open, proofs, onAnswer }: StepUpSheetProps) {
  const t = useText('security')
  return (
    <Sheet open={open} onClose={() => onAnswer(false)} title={t('stepUp.title')}>
      {open ? <StepUpForm proofs={proofs} onDone={() => onAnswer(true)} /> : null}
    </Sheet>
  )
}

const provenByFactor = z.object({ factor: wholeFactor, password: z.string() })
const provenByPassword = z.object({ factor: typedFactor, password: z.string().min(1) })

function StepUpForm({ proofs, onDone }: Readonly<{ proofs: Proofs; onDone: () => void }>) {
  const t = useText('security')
  const { offline } = useUi()
  const email = useSession((session) => session.user?.email ?? '')
  const form = useSchemaForm(proofs.authenticator ? provenByFactor : provenByPassword, { factor: NO_FACTOR, password: '' })
  const verify = useCall(security.verify, { onDone })
  const begin = useCall(security.beginPasskeyProof)
  const provePasskey = async (): Promise<boolean> => {
    const begun = await begin.run({})
    const passkey = begun === null ? null : await answerWithPasskey(begun)
    if (passkey === null) return false
    await verify.run({ passkey })
    return true
  }
  const { at, above } = failureAt(verify.error, { proof: [proofs.authenticator ? 'second_factor.wrong' : 'password.old_wrong'] })
  const send = () => form.send(({ factor, password }) => verify.run(proofs.authenticator ? inputOf(factor) : { password }))
  return (
    <Form onSend={send}>
      <p className="pb-3 text-label font-normal text-text2">{t('stepUp.why')}</p>
      <FormError error={above} />
      {proofs.authenticator ? (
        <SecondFactorField {...form.field('factor')} error={form.refused('factor', at.proof)} />
      ) : (
        <>
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordField
            {...form.field('password')}
            label={t('stepUp.password')}
            name="current"
            autoComplete="current-password"
            autoFocus
            error={form.refused('password', at.proof)}
          />
        </>
      )}
      <div className="flex flex-col gap-2">
        <SubmitButton busy={verify.pending} disabled={!form.isWhole}>
          {t('stepUp.confirm')}
        </SubmitButton>
        {proofs.passkey && canUsePasskeys() ? <PasskeyButton disabled={offline} onUse={provePasskey} /> : null}
      </div>
    </Form>
  )
}
