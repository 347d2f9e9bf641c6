import { accounts } from '@rueda/contract/accounts.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useCall } from '../../shared/server/api.ts'
import { usePublished } from '../../shared/server/published.ts'
import { useText } from '../../shared/text/text.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useSwitchedOff } from '../../shared/switches/use-switched-off.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { startSession } from './sign-in.ts'

/** A new account with simulated money, where the installation offers it. */
export function Practise() {
  const t = useText('accounts')
  const { offline } = useUi()
  const published = usePublished()
  const isOff = useSwitchedOff('practiceAccounts') !== null
  const practise = useCall(accounts.practise, { onDone: startSession })
  if (published?.practiceAccounts !== 1) return null
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4">
      <SwitchedOff name="practiceAccounts" />
      <FormError error={practise.error} />
      <Button tone="secondary" size="large" wide busy={practise.pending} disabled={offline || isOff} onPress={() => void practise.run({})}>
        {t('login.practise')}
      </Button>
      <p className="text-center text-meta text-text3">{t('login.practiseWhy')}</p>
    </div>
  )
}
