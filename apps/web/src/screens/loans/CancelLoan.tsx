import { type Loan, loans } from '@rueda/contract/loans.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { ConfirmDialog } from '@rueda/ui/sheets/ConfirmDialog.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useState } from 'react'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'

/** Takes an application back, with what that does before the button. */
export function CancelLoan({ loan: { id, cancellable } }: Readonly<{ loan: Loan }>) {
  const t = useText('loans')
  const [asking, ask] = useState(false)
  const sending = useCall(loans.cancel, { onDone: () => void toast(t('cancel.done')) })
  if (cancellable === 0) return null
  return (
    <>
      <FormError error={sending.error} />
      <Button tone="secondary" onPress={() => ask(true)}>
        {t('cancel')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => ask(false)}
        title={t('cancel.question')}
        consequence={t('cancel.consequence')}
        confirm={t('cancel')}
        keep={t('cancel.keep')}
        pending={sending.pending}
        onConfirm={() => {
          ask(false)
          void sending.run({ id })
        }}
      />
    </>
  )
}
