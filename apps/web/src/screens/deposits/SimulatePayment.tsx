import { type DepositChannel, deposits } from '@rueda/contract/deposits.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useCall } from '../../shared/server/api.ts'
import { Form } from '../../shared/forms/Form.tsx'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { useGo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { ChannelAmount } from './ChannelAmount.tsx'
import { wholePayment } from './deposit-forms.ts'

/** Simulates the payment where money is simulated: one button replaces the wallet or the bank that would send it. */
export function SimulatePayment({ channel }: Readonly<{ channel: DepositChannel }>) {
  const t = useText('deposits')
  const go = useGo()
  const form = useSchemaForm(wholePayment, { amount: '' })
  const paying = useCall(deposits.simulate, { onDone: ({ id }) => go('pages/deposit/record', { id }) })
  const pay = () => form.send(({ amount }) => paying.run({ channelId: channel.id, amount: finish(amount) }))
  return (
    <Card title={t('simulate.title')}>
      <Form className="gap-2" onSend={pay}>
        <p className="text-label font-normal text-text2">{t(channel.type === 'crypto' ? 'simulate.chain' : 'simulate.bank')}</p>
        <FormError error={paying.error} />
        <ChannelAmount channel={channel} form={form} />
        <SubmitButton busy={paying.pending}>{t('simulate.pay')}</SubmitButton>
      </Form>
    </Card>
  )
}
