import { type DepositChannel, deposits } from '@rueda/contract/deposits.ts'
import { Card } from '@rueda/ui/Card.tsx'
import { TextField } from '@rueda/ui/TextField.tsx'
import { finish } from '@rueda/ui/typing.ts'
import { useRef, useState } from 'react'
import { useCall } from '../../app/api.ts'
import { useGo } from '../../app/go.ts'
import { useText } from '../../app/text.ts'
import { FormError } from '../accounts/FormError.tsx'
import { ChannelAmount } from './ChannelAmount.tsx'
import { SendButton } from './SendButton.tsx'
import { outdatedByDeposits } from './amounts.ts'

const TX_HASH = /^(0x)?[0-9a-f]{64}$/i
const HASH_LENGTH = 66

/** "I have sent it": how much, and the transaction it went in. What arrives is credited without it too. */
export function SentForm({ channel }: Readonly<{ channel: DepositChannel }>) {
  const t = useText('deposits')
  const go = useGo()
  const [amount, setAmount] = useState('')
  const [hash, setHash] = useState('')
  const amountField = useRef<HTMLInputElement>(null)
  const hashField = useRef<HTMLInputElement>(null)
  const sending = useCall(deposits.create, { refreshes: outdatedByDeposits, onDone: ({ id }) => go('pages/deposit/record', { id }) })
  const typed = finish(amount)
  const isHash = TX_HASH.test(hash.trim())
  return (
    <Card title={t('sent.title')}>
      <div className="flex flex-col gap-2">
        <p className="text-label font-normal text-text2">{t('sent.why')}</p>
        <FormError error={sending.error} />
        <ChannelAmount ref={amountField} channel={channel} value={amount} onChange={setAmount} />
        <TextField
          ref={hashField}
          label={t('txHash')}
          value={hash}
          most={HASH_LENGTH}
          autoComplete="off"
          error={hash === '' || isHash ? null : t('sent.hashWrong')}
          onChange={setHash}
        />
        <SendButton
          label={t('sent.send')}
          amount={typed}
          amountField={amountField}
          missing={{ when: !isHash, label: t('sent.hashWrong'), onPress: () => hashField.current?.focus() }}
          busy={sending.pending}
          onPress={() => void sending.run({ channelId: channel.id, amount: typed, txHash: hash.trim() })}
        />
      </div>
    </Card>
  )
}
