import { type DepositChannel, deposits } from '@rueda/contract/deposits.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { ReceiptText } from 'lucide-react'
import { useRef, useState } from 'react'
import { PhotoUpload } from '../../shared/pictures/PhotoUpload.tsx'
import { useCall } from '../../shared/server/api.ts'
import { useGo } from '../../shared/pages/go.ts'
import { usePractising } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { ChannelAmount } from './ChannelAmount.tsx'
import { SendButton } from './SendButton.tsx'

const TX_HASH = /^(0x)?[0-9a-f]{64}$/i
const HASH_LENGTH = 66

/** "I have sent it": the amount, and its proof: the transaction, a screenshot or both. What arrives is credited without them too. */
export function SentForm({ channel }: Readonly<{ channel: DepositChannel }>) {
  const t = useText('deposits')
  const go = useGo()
  const [amount, setAmount] = useState('')
  const [hash, setHash] = useState('')
  const [proof, setProof] = useState<string | null>(null)
  const practising = usePractising()
  const amountField = useRef<HTMLInputElement>(null)
  const hashField = useRef<HTMLInputElement>(null)
  const sending = useCall(deposits.create, { onDone: ({ id }) => go('pages/deposit/record', { id }) })
  const typed = finish(amount)
  const isHash = TX_HASH.test(hash.trim())
  const isShown = isHash || (hash.trim() === '' && proof !== null)
  const send = () =>
    void sending.run({
      channelId: channel.id,
      amount: typed,
      ...(isHash ? { txHash: hash.trim() } : {}),
      ...(proof === null ? {} : { proofImg: proof }),
    })
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
        {practising ? null : (
          <PhotoUpload
            label={t('sent.proof')}
            shape="page"
            example={<ReceiptText aria-hidden size={56} strokeWidth={1.25} className="mx-auto text-text3" />}
            hint={t('proof.upload')}
            onChange={setProof}
          />
        )}
        <SendButton
          label={t('sent.send')}
          amount={typed}
          amountField={amountField}
          missing={{
            when: !isShown,
            label: t(practising || hash.trim() !== '' ? 'sent.hashWrong' : 'sent.proofOrHash'),
            onPress: () => hashField.current?.focus(),
          }}
          busy={sending.pending}
          onPress={send}
        />
      </div>
    </Card>
  )
}
