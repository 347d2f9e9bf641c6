import type { DepositChannel } from '@rueda/contract/deposits.ts'
import { AmountInput } from '@rueda/ui/AmountInput.tsx'
import { useText } from '../../app/text.ts'
import { decimalsOfChannel } from './amounts.ts'

type ChannelAmountProps = Readonly<{ channel: DepositChannel; value: string; onChange: (value: string) => void }>

/** How much was sent, in what the channel takes. */
export function ChannelAmount({ channel, value, onChange }: ChannelAmountProps) {
  const t = useText('deposits')
  return (
    <AmountInput label={t('amount')} value={value} decimals={decimalsOfChannel(channel)} suffix={channel.currency} onChange={onChange} />
  )
}
