import { type DepositChannel, deposits } from '@rueda/contract/deposits.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { ReceiptText } from 'lucide-react'
import { PhotoUpload } from '../../shared/pictures/PhotoUpload.tsx'
import { useCall } from '../../shared/server/api.ts'
import { Form } from '../../shared/forms/Form.tsx'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { useGo } from '../../shared/pages/go.ts'
import { usePractising } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { ChannelAmount } from './ChannelAmount.tsx'
import { wholeCoinProof } from './deposit-forms.ts'

const HASH_LENGTH = 66

/** "I have sent it": the amount, and its proof: the transaction, a screenshot or both. What arrives is credited without them too. */
export function SentForm({ channel }: Readonly<{ channel: DepositChannel }>) {
  const t = useText('deposits')
  const go = useGo()
  const form = useSchemaForm(wholeCoinProof, { amount: '', txHash: '', proof: null })
  const practising = usePractising()
  const sending = useCall(deposits.create, { onDone: ({ id }) => go('pages/deposit/record', { id }) })
  const fault = form.fault('txHash', ['wrong', 'missing'])
  const send = () =>
    form.send(({ amount, txHash, proof }) =>
      sending.run({
        channelId: channel.id,
        amount: finish(amount),
        ...(txHash.trim() === '' ? {} : { txHash: txHash.trim() }),
        ...(proof === null ? {} : { proofImg: proof }),
      }),
    )
  return (
    <Card title={t('sent.title')}>
      <Form className="gap-2" onSend={send}>
        <p className="text-label font-normal text-text2">{t('sent.why')}</p>
        <FormError error={sending.error} />
        <ChannelAmount channel={channel} form={form} />
        <TextField
          {...form.field('txHash')}
          label={t('txHash')}
          most={HASH_LENGTH}
          autoComplete="off"
          error={fault === null ? null : t(practising || fault === 'wrong' ? 'sent.hashWrong' : 'sent.proofOrHash')}
        />
        {practising ? null : (
          <PhotoUpload
            label={t('sent.proof')}
            shape="page"
            example={<ReceiptText aria-hidden size={56} strokeWidth={1.25} className="mx-auto text-text3" />}
            hint={t('proof.upload')}
            onChange={(proof) => form.change({ proof })}
          />
        )}
        <SubmitButton busy={sending.pending}>{t('sent.send')}</SubmitButton>
      </Form>
    </Card>
  )
}
