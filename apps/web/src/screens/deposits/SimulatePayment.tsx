import { type DepositChannel, deposits } from '@rueda/contract/deposits.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useRef, useState } from 'react'
import { useCall } from '../../shared/server/api.ts'
import { useGo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { ChannelAmount } from './ChannelAmount.tsx'
import { SendButton } from './SendButton.tsx'

/** Simulates the payment where money is simulated: one button replaces the wallet or the bank that would send it. */
export function SimulatePayment({ channel }: Readonly<{ channel: DepositChannel }>) {
  const t = useText('deposits')
  const go = useGo()
  const [amount, setAmount] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const paying = useCall(deposits.simulate, { onDone: ({ id }) => go('pages/deposit/record', { id }) })
  const typed = finish(amount)
  return (
    <Card title={t('simulate.title')}>
      <div className="flex flex-col gap-2">
        <p className="text-label font-normal text-text2">{t(channel.type === 'crypto' ? 'simulate.chain' : 'simulate.bank')}</p>
        <FormError error={paying.error} />
        <ChannelAmount ref={field} channel={channel} value={amount} onChange={setAmount} />
        <SendButton
          label={t('simulate.pay')}
          amount={typed}
          amountField={field}
          busy={paying.pending}
          onPress={() => void paying.run({ channelId: channel.id, amount: typed })}
        />
      </div>
    </Card>
  )
}
