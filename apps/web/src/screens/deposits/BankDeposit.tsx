import { type DepositChannel, deposits } from '@rueda/contract/deposits.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { PhotoUpload } from '../../shared/pictures/PhotoUpload.tsx'
import { useCall } from '../../shared/server/api.ts'
import { Form } from '../../shared/forms/Form.tsx'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { useGo, useQueryOfPage } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { ComingTerms } from '../../shared/terms/ComingTerms.tsx'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { BankAccount } from './BankAccount.tsx'
import { SimulatePayment } from './SimulatePayment.tsx'
import { SimulatedNotice } from './SimulatedNotice.tsx'
import { ChannelAmount } from './ChannelAmount.tsx'
import { wholeBankProof } from './deposit-forms.ts'
import { useChannels } from './use-channels.ts'

/** Route `pages/deposit/fiat`: the account to pay to, the reference that identifies the customer, and the proof. */
export function BankDeposit() {
  const titles = useText('titles')
  const channels = useChannels('fiat')
  return (
    <Screen title={titles('bankDeposit')}>
      <SimulatedNotice />
      <Loaded query={channels} reason={whyFailed}>
        {(all) => <Choice channels={all} />}
      </Loaded>
    </Screen>
  )
}

function Choice({ channels }: Readonly<{ channels: readonly DepositChannel[] }>) {
  const t = useText('deposits')
  const asked = useQueryOfPage()['channel']
  const [chosen, choose] = useState(asked ?? channels[0]?.id ?? '')
  const channel = channels.find(({ id }) => id === chosen) ?? channels[0]
  if (channel === undefined) return <p className="text-meta text-text3">{t('none')}</p>
  return (
    <>
      <SegmentedControl
        label={t('currency')}
        value={channel.id}
        onChange={choose}
        options={channels.map(({ id, currency }) => ({ value: id, label: t(currency === 'ARS' ? 'bank.ARS' : 'bank.USD') }))}
      />
      <SwitchedOff name={`deposits.${channel.id}`} />
      <ComingTerms kind="depositMinimum" subject={channel.id} />
      {(channel.bankInfo?.automaticUpTo ?? null) === null ? null : <ComingTerms kind="moneyLimit" subject="depositAutomatic" />}
      {channel.enabled === 0 ? null : (
        <>
          <BankAccount channel={channel} />
          <ProofForm key={channel.id} channel={channel} />
          {channel.simulated === 1 ? <SimulatePayment key={`pay ${channel.id}`} channel={channel} /> : null}
        </>
      )}
    </>
  )
}

/** The amount, and the picture that proves it. A second press within seconds is the same deposit. */
function ProofForm({ channel }: Readonly<{ channel: DepositChannel }>) {
  const t = useText('deposits')
  const { language } = useUi()
  const go = useGo()
  const form = useSchemaForm(wholeBankProof, { amount: '', proof: null })
  const { ref: proofField } = form.field('proof')
  const sending = useCall(deposits.create, { onDone: ({ id }) => go('pages/deposit/record', { id }) })
  const limit = channel.bankInfo?.automaticUpTo ?? null
  const send = () =>
    form.send(({ amount, proof }) =>
      sending.run({ channelId: channel.id, amount: finish(amount), ...(proof === null ? {} : { proofImg: proof }) }),
    )
  return (
    <Card title={t('proof.title')}>
      <Form className="gap-3" onSend={send}>
        <FormError error={sending.error} />
        <ChannelAmount channel={channel} form={form} />
        <PhotoUpload
          ref={proofField}
          label={t('proof')}
          shape="page"
          example={<ReceiptText aria-hidden size={56} strokeWidth={1.25} className="mx-auto text-text3" />}
          hint={t('proof.upload')}
          error={form.isWrong('proof') ? t('proof.first') : null}
          onChange={(proof) => form.change({ proof })}
        />
        <p className="text-meta text-text3">
          {limit === null ? t('proof.reviewByStaff') : t('proof.review', { amount: formatMoney(language, limit, 'USD') })}
        </p>
        <SubmitButton busy={sending.pending}>{t('proof.send')}</SubmitButton>
      </Form>
    </Card>
  )
}
