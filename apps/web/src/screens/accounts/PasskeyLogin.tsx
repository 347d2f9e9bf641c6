import { accounts } from '@rueda/contract/accounts.ts'
import { useCall } from '../../shared/server/api.ts'
import { PasskeyButton } from '../../shared/security/PasskeyButton.tsx'
import { answerWithPasskey, canUsePasskeys } from '../../shared/security/passkey.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { startSession } from './sign-in.ts'

/** Signs in without a name and a password, where this browser can. */
export function PasskeyLogin() {
  const begin = useCall(accounts.beginPasskeyLogin)
  const login = useCall(accounts.passkeyLogin, { onDone: startSession })
  if (!canUsePasskeys()) return null
  const use = async (): Promise<boolean> => {
    const begun = await begin.run({})
    if (begun === null) return true
    const answer = await answerWithPasskey(begun)
    if (answer === null) return false
    await login.run(answer)
    return true
  }
  return (
    <div className="flex flex-col">
      <FormError error={begin.error ?? login.error} />
      <PasskeyButton onUse={use} />
    </div>
  )
}
