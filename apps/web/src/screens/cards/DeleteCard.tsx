import { type Card as CardRow, cards } from '@rueda/contract/cards.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useState } from 'react'
import { useCall } from '../../shared/server/api.ts'
import { useCoolingOff } from '../../shared/security/cooling-off.ts'
import { useText } from '../../shared/text/text.ts'
import { failureAt } from '../../shared/failures/failure-at.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { nameOf } from '../../shared/cards/card-names.ts'
import { PayPasswordField, refusalsOfPayPassword } from '../../shared/cards/PayPasswordField.tsx'

/** The question before a destination is deleted, with the transaction password that answers it. */
export function DeleteCard({ card, onClose }: Readonly<{ card: CardRow | null; onClose: () => void }>) {
  const t = useText('cards')
  const shown = useLastShown(card)
  const title = shown === null ? '' : t('delete.question', { name: `${nameOf(shown)} ${shown.cardNo}` })
  return (
    <Sheet open={card !== null} onClose={onClose} title={title}>
      {shown === null ? null : <Question key={shown.id} card={shown} onClose={onClose} />}
    </Sheet>
  )
}

function Question({ card, onClose }: Readonly<{ card: CardRow; onClose: () => void }>) {
  const t = useText('cards')
  const common = useText('common')
  const { offline, text } = useUi()
  const { span, isNone } = useCoolingOff()
  const [payPassword, setPayPassword] = useState('')
  const removing = useCall(cards.remove, {
    onDone: () => {
      void toast(t('deleted'))
      onClose()
    },
  })
  const { at, above } = failureAt(removing.error, { card: ['parameter.invalid'], payPassword: refusalsOfPayPassword })
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void removing.run({ id: card.id, payPassword })
      }}
    >
      <p className="text-label font-normal text-text2">{isNone ? t('delete.why.plain') : t('delete.why', { span })}</p>
      {at.card === null ? null : <p className="text-label text-danger">{t('inUse')}</p>}
      <PayPasswordField value={payPassword} onChange={setPayPassword} refusal={at.payPassword} />
      <FormError error={above} />
      <Button type="submit" tone="danger" size="large" wide busy={removing.pending} disabled={offline || payPassword === ''}>
        {offline ? text.offline : common('act.delete')}
      </Button>
    </form>
  )
}
