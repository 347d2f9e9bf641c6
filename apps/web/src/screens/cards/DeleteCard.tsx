import { type Card as CardRow, cards } from '@rueda/contract/cards.ts'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { z } from 'zod'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { Form } from '../../shared/forms/Form.tsx'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
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

const confirmed = z.object({ payPassword: z.string().min(1) })

function Question({ card, onClose }: Readonly<{ card: CardRow; onClose: () => void }>) {
  const t = useText('cards')
  const common = useText('common')
  const { span, isNone } = useCoolingOff()
  const form = useSchemaForm(confirmed, { payPassword: '' })
  const removing = useCall(cards.remove, {
    onDone: () => {
      void toast(t('deleted'))
      onClose()
    },
  })
  const { at, above } = failureAt(removing.error, { card: ['parameter.invalid'], payPassword: refusalsOfPayPassword })
  return (
    <Form className="gap-2" onSend={() => form.send(({ payPassword }) => removing.run({ id: card.id, payPassword }))}>
      <p className="text-label font-normal text-text2">{isNone ? t('delete.why.plain') : t('delete.why', { span })}</p>
      {at.card === null ? null : <p className="text-label text-danger">{t('inUse')}</p>}
      <PayPasswordField {...form.field('payPassword')} refusal={form.refused('payPassword', at.payPassword)} />
      <FormError error={above} />
      <SubmitButton tone="danger" busy={removing.pending} disabled={!form.isWhole}>
        {common('act.delete')}
      </SubmitButton>
    </Form>
  )
}
