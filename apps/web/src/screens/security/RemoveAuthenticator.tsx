import { security } from '@rueda/contract/security.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { ConfirmDialog } from '@rueda/ui/sheets/ConfirmDialog.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useState } from 'react'
import { useCall } from '../../shared/server/api.ts'
import { useCoolingOff } from '../../shared/security/cooling-off.ts'
import { useText } from '../../shared/text/text.ts'
import { useSayFailure } from '../../shared/failures/use-say-failure.ts'

/** Goes back to the password alone, with the consequences named. */
export function RemoveAuthenticator() {
  const t = useText('security')
  const { span, isNone } = useCoolingOff()
  const sayFailure = useSayFailure()
  const [asked, setAsked] = useState(false)
  const remove = useCall(security.removeAuthenticator, {
    onDone: () => {
      setAsked(false)
      void toast(t('factor.removed'))
    },
    onError: (error) => {
      setAsked(false)
      sayFailure(error)
    },
  })
  return (
    <>
      <Button tone="secondary" size="large" wide onPress={() => setAsked(true)}>
        {t('factor.remove')}
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t('factor.removeQ')}
        consequence={isNone ? t('factor.removeWhy.plain') : t('factor.removeWhy', { span })}
        confirm={t('factor.remove')}
        pending={remove.pending}
        onConfirm={() => void remove.run({})}
      />
    </>
  )
}
