import type { DepositChannel } from '@rueda/contract/deposits.ts'
import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import type { SchemaForm } from '../../shared/forms/use-schema-form.ts'
import { useText } from '../../shared/text/text.ts'
import { decimalsOfChannel } from './amounts.ts'

type ChannelAmountProps = Readonly<{
  channel: DepositChannel
  form: Pick<SchemaForm<Readonly<{ amount: string }>>, 'field' | 'isWrong'>
}>

/** The amount sent, in the currency of the channel. */
export function ChannelAmount({ channel, form }: ChannelAmountProps) {
  const t = useText('deposits')
  const common = useText('common')
  return (
    <AmountInput
      {...form.field('amount')}
      label={t('amount')}
      decimals={decimalsOfChannel(channel)}
      suffix={channel.currency}
      error={form.isWrong('amount') ? common('f.amount.missing') : null}
    />
  )
}
