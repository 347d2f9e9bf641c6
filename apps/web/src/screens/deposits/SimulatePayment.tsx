import { type DepositChannel, deposits } from '@rueda/contract/deposits.ts'
import { AmountInput } from '@rueda/ui/AmountInput.tsx'
import { Button } from '@rueda/ui/Button.tsx'
import { Card } from '@rueda/ui/Card.tsx'
import { useUi } from '@rueda/ui/context.tsx'
import { finish } from '@rueda/ui/typing.ts'
import { useState } from 'react'
import { useCall } from '../../app/api.ts'
import { useGo } from '../../app/go.ts'
import { useText } from '../../app/text.ts'
import { FormError } from '../accounts/FormError.tsx'
import { decimalsOfChannel, outdatedByDeposits } from './amounts.ts'

/** Where money is simulated, the payment is too: one button stands for the wallet or the bank that would send it. */
export function SimulatePayment({ channel }: Readonly<{ channel: DepositChannel }>) {
  const t = useText('deposits')
  const { offline, text } = useUi()
  const go = useGo()
  const [amount, setAmount] = useState('')
  const paying = useCall(deposits.simulate, { refreshes: outdatedByDeposits, onDone: ({ id }) => go('pages/deposit/record', { id }) })
  const typed = finish(amount)
  return (
    <Card title={t('simulate.title')}>
      <div className="flex flex-col gap-2">
        <p className="text-label font-normal text-text2">{t(channel.type === 'crypto' ? 'simulate.chain' : 'simulate.bank')}</p>
        <FormError error={paying.error} />
        <AmountInput
          label={t('amount')}
          value={amount}
          decimals={decimalsOfChannel(channel)}
          suffix={channel.currency}
          onChange={setAmount}
        />
        <Button
          tone="secondary"
          size="large"
          wide
          busy={paying.pending}
          disabled={offline || !/[1-9]/.test(typed)}
          onPress={() => void paying.run({ channelId: channel.id, amount: typed })}
        >
          {offline ? text.offline : t('simulate.pay')}
        </Button>
      </div>
    </Card>
  )
}
