import { type FollowOrder, follow } from '@rueda/contract/follow.ts'
import { ConfirmButtons } from '@rueda/ui/actions/ConfirmButtons.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { CURRENCY } from './figures.ts'
import { WAITING } from './mandate-status.ts'

/** The question takes the place of the buttons: there is only one sheet at a time. */
export function TakeBack({ mandate, onClose }: Readonly<{ mandate: FollowOrder; onClose: () => void }>) {
  const t = useText('follow')
  const { language } = useUi()
  const taking = useCall(follow.cancel, {
    onDone: () => {
      void toast(t('back.done'))
      onClose()
    },
  })
  const isWaiting = mandate.status === WAITING
  return (
    <div className="flex flex-col gap-2.5">
      <p className="text-label font-normal text-text2">
        {isWaiting ? t('back.money', { num: formatMoney(language, mandate.amount, CURRENCY) }) : t('back.ending')}
      </p>
      <FormError error={taking.error} />
      <ConfirmButtons
        confirm={t(isWaiting ? 'back' : 'back.end')}
        keep={t('back.keep')}
        pending={taking.pending}
        onConfirm={() => void taking.run({ id: mandate.id })}
        onKeep={onClose}
      />
    </div>
  )
}
