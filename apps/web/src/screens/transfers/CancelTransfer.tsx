import { type CallBackQuote, type Transfer, transfers } from '@rueda/contract/transfers.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { pairOf } from '@rueda/rules/transfers/exchange.ts'
import type { Currency } from '@rueda/rules/money.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { ConfirmButtons } from '@rueda/ui/actions/ConfirmButtons.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query, useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { Failure } from '../../shared/failures/Failure.tsx'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { rateText } from './TransferReceipt.tsx'
import { leastReturn } from './call-back.ts'

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

/** The amount returned moves with the market, so it is read again while the customer decides. */
const ASKED_EVERY_MS = SECOND_MS

function Question({ transfer, onClose }: Readonly<{ transfer: Transfer; onClose: () => void }>) {
  const t = useText('transfers')
  const common = useText('common')
  const { transferId } = transfer
  const price = useQuery(query(transfers.cancelQuote, { transferId }, { refetchInterval: ASKED_EVERY_MS, staleTime: 0, retry: false }))
  const cancel = useCall(transfers.cancel, {
    onDone: () => {
      void toast(t('cancelled'))
      onClose()
    },
  })
  const quote = price.data
  const confirm = (): void => {
    if (quote === undefined) return
    const least = leastReturn(quote.returnAmount, quote.currency)
    void cancel.run({ transferId, ...(least === undefined ? {} : { leastReturn: least }) })
  }
  return (
    <div className="flex flex-col gap-2.5">
      <h3 className="text-nav">{t('cancel.question')}</h3>
      <p className="text-label font-normal text-text2">{t('cancel.why', { from: walletName(common, transfer.fromWalletType) })}</p>
      <Amounts transfer={transfer} quote={quote} />
      <Failure error={cancel.error ?? (quote === undefined ? price.error : null)} />
      <ConfirmButtons
        confirm={t('cancel')}
        keep={t('cancel.keep')}
        pending={cancel.pending}
        blocked={quote === undefined}
        onConfirm={confirm}
        onKeep={onClose}
      />
    </div>
  )
}

/** Both amounts, before the button that decides. */
function Amounts({ transfer, quote }: Readonly<{ transfer: Transfer; quote: CallBackQuote | undefined }>) {
  const t = useText('transfers')
  const { language } = useUi()
  const { fromCurrency, toCurrency } = transfer
  const pair = pairOf(fromCurrency as Currency, toCurrency as Currency)
  const money = (value: string | undefined) => (value === undefined ? null : <Money value={value} currency={fromCurrency} withCode own />)
  return (
    <div aria-live="polite" aria-busy={quote === undefined}>
      <Facts
        rows={[
          {
            label: t('cancel.rate'),
            value: quote === undefined ? null : rateText(t, language, { base: pair.base, rate: quote.rate, other: pair.quote }),
          },
          { label: t('cancel.cost'), value: money(quote?.returnCost) },
          { label: t('cancel.returns'), value: money(quote?.returnAmount), strong: true },
        ]}
      />
      <p className="mt-1 text-meta text-text3">{t('cancel.moving')}</p>
    </div>
  )
}
