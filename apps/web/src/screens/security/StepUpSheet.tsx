import { security } from '@rueda/contract/security.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { PasswordField } from '@rueda/ui/fields/PasswordField.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useState } from 'react'
import { useCall } from '../../shared/server/api.ts'
import { useSession } from '../../shared/security/session.ts'
import type { Proofs } from '../../shared/security/step-up.ts'
import { useText } from '../../shared/text/text.ts'
import { failureAt } from '../../shared/failures/failure-at.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { PasskeyButton } from '../../shared/security/PasskeyButton.tsx'
import { NO_FACTOR, SecondFactorField, inputOf, isWhole } from '../../shared/security/SecondFactorField.tsx'
import { answerWithPasskey, canUsePasskeys } from '../../shared/security/passkey.ts'

type StepUpSheetProps = Readonly<{ open: boolean; proofs: Proofs; onAnswer: (given: boolean) => void }>

/** Asks who is there, with what the account has: a second factor where there is one, the password elsewhere. */
export function StepUpSheet({ open, proofs, onAnswer }: StepUpSheetProps) {
  const t = useText('security')
  return (
    <Sheet open={open} onClose={() => onAnswer(false)} title={t('stepUp.title')}>
      {open ? <StepUpForm proofs={proofs} onDone={() => onAnswer(true)} /> : null}
    </Sheet>
  )
}

function StepUpForm({ proofs, onDone }: Readonly<{ proofs: Proofs; onDone: () => void }>) {
  const t = useText('security')
  const { offline, text } = useUi()
  const email = useSession((session) => session.user?.email ?? '')
  const [password, setPassword] = useState('')
  const [factor, setFactor] = useState(NO_FACTOR)
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
  const ready = proofs.authenticator ? isWhole(factor) : password !== ''
  return (
    <form
      noValidate
      className="flex flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void verify.run(proofs.authenticator ? inputOf(factor) : { password })
      }}
    >
      <p className="pb-3 text-label font-normal text-text2">{t('stepUp.why')}</p>
      <FormError error={above} />
      {proofs.authenticator ? (
        <SecondFactorField factor={factor} onChange={setFactor} error={at.proof} />
      ) : (
        <>
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordField
            label={t('stepUp.password')}
            name="current"
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={setPassword}
            error={at.proof}
          />
        </>
      )}
      <div className="flex flex-col gap-2">
        <Button type="submit" size="large" wide busy={verify.pending} disabled={offline || !ready}>
          {offline ? text.offline : t('stepUp.confirm')}
        </Button>
        {proofs.passkey && canUsePasskeys() ? <PasskeyButton disabled={offline} onUse={provePasskey} /> : null}
      </div>
    </form>
  )
}
