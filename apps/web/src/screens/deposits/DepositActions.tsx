import { type Deposit, deposits } from '@rueda/contract/deposits.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { ConfirmButtons } from '@rueda/ui/actions/ConfirmButtons.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useState } from 'react'
import { useCall } from '../../shared/server/api.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'

/** The actions for a deposit: send its proof again, or see what a recall does. */
export function DepositActions({ deposit }: Readonly<{ deposit: Deposit }>) {
  const t = useText('deposits')
  const { state, type, currency, channelId } = deposit
  if (state === 'failed') {
    const again =
      type === 'crypto' ? hrefTo('pages/deposit/wallet', { coin: currency }) : hrefTo('pages/deposit/fiat', { channel: channelId })
    return (
      <Button size="large" wide href={again}>
        {t('again')}
      </Button>
    )
  }
  return state === 'arrived' || state === 'waiting' || state === 'credited' ? <Recall deposit={deposit} /> : null
}

/** Chains drop blocks and banks ask for money back; where money is simulated, that can be tried. */
function Recall({ deposit }: Readonly<{ deposit: Deposit }>) {
  const t = useText('deposits')
  const [asks, setAsks] = useState(false)
  const recall = useCall(deposits.recall, { onDone: () => setAsks(false) })
  if (!asks) {
    return (
      <Button tone="ghost" onPress={() => setAsks(true)}>
        {t('recall')}
      </Button>
    )
  }
  return (
    <div className="flex flex-col gap-2.5">
      <InlineMessage tone="warn">{t('recall.why')}</InlineMessage>
      <FormError error={recall.error} />
      <ConfirmButtons
        confirm={t('recall')}
        pending={recall.pending}
        onConfirm={() => void recall.run({ id: deposit.id })}
        onKeep={() => setAsks(false)}
      />
    </div>
  )
}
