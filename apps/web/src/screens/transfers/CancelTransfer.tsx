import { type Transfer, transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { Button } from '@rueda/ui/Button.tsx'
import { InlineMessage } from '@rueda/ui/InlineMessage.tsx'
import { useUi } from '@rueda/ui/context.tsx'
import { formatMoney } from '@rueda/ui/format.ts'
import { toast } from '@rueda/ui/toast.ts'
import { useState } from 'react'
import { useCall } from '../../app/api.ts'
import { useText } from '../../app/text.ts'
import { walletName } from '../wallets/wallet-name.ts'

const outdated = [wallets.all, wallets.one, wallets.overview, wallets.cashFlows, wallets.bill, transfers.list]

/** In the transfer's own sheet the question takes the button's place: there is only one sheet at a time. */
export function CancelTransfer({ transfer }: { transfer: Transfer }) {
  const t = useText('transfers')
  const [asks, setAsks] = useState(false)
  if (asks) return <Question transfer={transfer} onClose={() => setAsks(false)} />
  return (
    <Button tone="secondary" size="large" wide onPress={() => setAsks(true)}>
      {t('cancel')}
    </Button>
  )
}

function Question({ transfer, onClose }: Readonly<{ transfer: Transfer; onClose: () => void }>) {
  const t = useText('transfers')
  const common = useText('common')
  const { language, offline, text } = useUi()
  const cancel = useCall(transfers.cancel, {
    refreshes: outdated,
    onDone: () => {
      void toast(t('cancelled'))
      onClose()
    },
  })
  const words = {
    amount: formatMoney(language, transfer.fromAmount, transfer.fromCurrency),
    from: walletName(common, transfer.fromWalletType),
  }
  return (
    <div className="flex flex-col gap-2.5">
      <h3 className="text-nav">{t('cancel.question')}</h3>
      <p className="text-label font-normal text-text2">{t('cancel.why', words)}</p>
      {cancel.error === null ? null : (
        <InlineMessage tone="danger">{cancel.error.kind === 'refusal' ? cancel.error.message : text.networkError}</InlineMessage>
      )}
      <Button
        tone="danger"
        size="large"
        wide
        busy={cancel.pending}
        disabled={offline}
        onPress={() => void cancel.run({ transferId: transfer.transferId })}
      >
        {offline ? text.offline : t('cancel')}
      </Button>
      <Button tone="secondary" wide disabled={cancel.pending} onPress={onClose}>
        {t('cancel.keep')}
      </Button>
    </div>
  )
}
