import type { DepositChannel } from '@rueda/contract/deposits.ts'
import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import type { Ref } from 'react'
import { useText } from '../../shared/text/text.ts'
import { decimalsOfChannel } from './amounts.ts'

type ChannelAmountProps = Readonly<{
  channel: DepositChannel
  value: string
  onChange: (value: string) => void
  ref: Ref<HTMLInputElement>
}>

/** The amount sent, in the currency of the channel. */
export function ChannelAmount({ channel, value, onChange, ref }: ChannelAmountProps) {
  const t = useText('deposits')
  return (
    <AmountInput
      ref={ref}
      label={t('amount')}
      value={value}
      decimals={decimalsOfChannel(channel)}
      suffix={channel.currency}
      onChange={onChange}
    />
  )
}
