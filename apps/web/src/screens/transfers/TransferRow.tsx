import type { Transfer } from '@rueda/contract/transfers.ts'
import { Money } from '@rueda/ui/money/Money.tsx'
import { RecordRow } from '@rueda/ui/lists/RecordRow.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { useText } from '../../shared/text/text.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { hasArrival, statusOf } from './transfer-status.ts'

/** A transfer in a list: its wallets, what left, what arrives in another currency, and its state. */
export function TransferRow({ transfer, onPress }: Readonly<{ transfer: Transfer; onPress: () => void }>) {
  const t = useText('transfers')
  const common = useText('common')
  const status = useText('status')
  const { fromWalletType, toWalletType, fromAmount, fromCurrency, toAmount, toCurrency, rate } = transfer
  return (
    <RecordRow
      title={t('route', { from: walletName(common, fromWalletType), to: walletName(common, toWalletType) })}
      meta={
        <>
          {rate === null || !hasArrival(transfer) ? null : (
            <>
              {t('arrives')} <Money value={toAmount} currency={toCurrency} own />
              <br />
            </>
          )}
          {formatDateTime(transfer.createTimeTimestamp)}
        </>
      }
      amount={<Money value={fromAmount} currency={fromCurrency} own />}
      status={statusOf(status, transfer)}
      onPress={onPress}
    />
  )
}
