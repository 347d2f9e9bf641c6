import { type Withdrawal, withdrawals } from '@rueda/contract/withdrawals.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { ConfirmButtons } from '@rueda/ui/actions/ConfirmButtons.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useState } from 'react'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'

/** In the withdrawal's own sheet the question takes the button's place: there is only one sheet at a time. */
export function CancelWithdrawal({ withdrawal }: Readonly<{ withdrawal: Withdrawal }>) {
  const t = useText('withdrawals')
  const [asks, setAsks] = useState(false)
  if (asks) return <Question withdrawal={withdrawal} onClose={() => setAsks(false)} />
  return (
    <Button tone="secondary" size="large" wide onPress={() => setAsks(true)}>
      {t('cancel')}
    </Button>
  )
}

function Question({ withdrawal, onClose }: Readonly<{ withdrawal: Withdrawal; onClose: () => void }>) {
  const t = useText('withdrawals')
  const { language } = useUi()
  const cancelling = useCall(withdrawals.cancel, {
    onDone: () => {
      void toast(t('cancelled'))
      onClose()
    },
  })
  return (
    <div className="flex flex-col gap-2.5">
      <h3 className="text-nav">{t('cancel.question')}</h3>
      <p className="text-label font-normal text-text2">
        {t('cancel.why', { num: formatMoney(language, withdrawal.amount, withdrawal.currency) })}
      </p>
      <FormError error={cancelling.error} />
      <ConfirmButtons
        confirm={t('cancel')}
        keep={t('cancel.keep')}
        pending={cancelling.pending}
        onConfirm={() => void cancelling.run({ id: withdrawal.id })}
        onKeep={onClose}
      />
    </div>
  )
}
