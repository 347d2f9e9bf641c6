import type { Deposit } from '@rueda/contract/deposits.ts'
import { Money } from '@rueda/ui/money/Money.tsx'
import { RecordIcon, RecordRow } from '@rueda/ui/lists/RecordRow.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { Landmark } from 'lucide-react'
import { useText } from '../../shared/text/text.ts'
import { iconOfCoin } from '../../shared/deposits/coin-icon.ts'
import { reasonOf, statusOf } from '../../shared/deposits/deposit-status.ts'

/** A deposit in a list: its channel, its amount, its state, and why it was turned down. */
export function DepositRow({ deposit, onPress }: Readonly<{ deposit: Deposit; onPress: () => void }>) {
  const t = useText('deposits')
  const status = useText('status')
  const { type, currency, network, amount, state, confirmations, confirmationsNeeded, createTimeTimestamp } = deposit
  const Icon = type === 'crypto' ? iconOfCoin(currency) : Landmark
  const isConfirming = state === 'arrived' && type === 'crypto'
  return (
    <RecordRow
      leading={<RecordIcon icon={Icon} />}
      title={network === null ? t('bank') : network === currency ? currency : `${currency} · ${network}`}
      meta={
        <>
          {isConfirming ? (
            <>
              {t('step.confirming', { num: String(confirmations), of: String(confirmationsNeeded) })}
              <br />
            </>
          ) : null}
          {formatDateTime(createTimeTimestamp)}
        </>
      }
      reason={reasonOf(t, deposit) ?? undefined}
      amount={<Money value={amount} currency={currency} withCode own />}
      status={statusOf(status, deposit)}
      onPress={onPress}
    />
  )
}
